import { defineGame, flag, int, number, own, text, told, vec2 } from 'glissade'
import { defineRoom } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { authorityOf } from './support/authority.ts'

const game = (authority: 'input' | 'tick') =>
  defineGame({
    name: 'entered',
    authority: authorityOf(authority),
    input: { right: flag() },
    entities: {
      walker: {
        at: vec2({ max: 1000 }),
        coins: own(int({ max: 99 })),
        score: told(int({ max: 99 })),
        name: text(12),
      },
      chest: { x: number({ max: 1000 }), gold: own(int({ max: 99 })) },
      stone: { x: number({ max: 1000 }) },
    },
    move: {
      walker(walker, input, ctx) {
        if (input.right) walker.at.x += 60 * ctx.dtSeconds
      },
    },
  })

const START = { at: { x: 500, y: 400 }, coins: 7, score: 9, name: 'Ada' }

const roomOf = (authority: 'input' | 'tick') =>
  defineRoom(game(authority), {
    join(world, player) {
      world.spawn('walker', player, START)
      world.spawn('chest', player, { x: 300, gold: 3 })
      world.spawn('stone', null, { x: 200 })
    },
  })

type Client = SimulatedClient<ReturnType<typeof game>>

/** Expects that whatever is in `session.entities` has its values. Returns how many views there are. */
function expectValues({ session }: Client): number {
  const { playerId } = session
  const [walkers, chests, stones] = [
    session.entities('walker'),
    session.entities('chest'),
    session.entities('stone'),
  ]
  for (const walker of walkers) {
    const isMine = walker.owner === playerId
    const hidden = isMine ? { coins: 7 } : { coins: 0 }
    expect(walker).toMatchObject({ at: { y: 400 }, name: 'Ada', score: 9, ...hidden })
    expect(walker.at.x).toBeGreaterThanOrEqual(499)
  }
  for (const chest of chests)
    expect(chest).toMatchObject({ x: 300, gold: chest.owner === playerId ? 3 : 0 })
  for (const stone of stones) expect(stone).toMatchObject({ x: 200 })
  return walkers.length + chests.length + stones.length
}

describe.each(['input', 'tick'] as const)("C2 with authority '%s'", (authority) => {
  describe.each(['ordered', 'datagram'] as const)('over an %s link', (kind) => {
    test('what is in session.entities has its values, whenever the page looks', () => {
      const sim = new Simulation(roomOf(authority), { kind, resumeMs: 1000 })
      const first = sim.join({ frameHz: 7, reopens: true })
      first.session.input.right = true
      let looks = 0
      let second: Client | undefined
      for (let ms = 0; ms < 10_000; ms += 2) {
        sim.run(2)
        looks += expectValues(first)
        if (ms === 1500) second = sim.join({ frameHz: 7 })
        // It goes on as the same player after 1 s, and as a new one after its place was given up.
        if (ms === 2500) first.cut(500)
        if (ms === 3700) first.cut(1500)
        if (second) looks += expectValues(second)
      }
      expect(looks).toBeGreaterThan(10_000)
      expect(first.session.stats.reconnects).toBe(2)
      expect(first.session.playerId).toBe(3)
    })

    test('onEnter and onLeave are told of views with their values', () => {
      const sim = new Simulation(roomOf(authority), { kind })
      const { session } = sim.join({ frameHz: 20 })
      const entered: unknown[] = []
      session.onEnter('walker', (view) => entered.push({ ...view, at: { ...view.at } }))
      session.onEnter('chest', (view) => entered.push({ ...view }))
      session.onEnter('stone', (view) => entered.push({ ...view }))
      sim.run(1000)
      expect(entered).toHaveLength(3)
      expect(entered).toEqual(
        expect.arrayContaining([
          expect.objectContaining(START),
          expect.objectContaining({ x: 300, gold: 3 }),
          expect.objectContaining({ x: 200 }),
        ]),
      )
    })
  })
})
