import { presets, type Session } from 'glissade/client'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import type { game } from './shooter.ts'
import { aimAt, drawShots } from './shooter-page.ts'
import { room } from './shooter-server.ts'

type Conditions = (typeof presets)[keyof typeof presets]

/** Lets a player shoot eight times at whom `pick` returns. Returns how many shots hit, and the rays that were drawn. */
function play(
  conditions: Conditions,
  place: { readonly x: number; readonly y: number },
  pick: (session: Session<typeof game>) => { x: number; y: number } | undefined,
) {
  const sim = new Simulation(room, { kind: 'datagram' })
  sim.join({
    conditions: presets.wifi,
    script: ({ input }, nowMs) => {
      input.down = Math.floor(nowMs / 700) % 2 === 0
      input.up = !input.down
    },
  })
  const rays: string[] = []
  let shots = 0
  const shooter = sim.join({
    conditions,
    script: (session, nowMs) => {
      const target = pick(session)
      if (!target) return
      aimAt(session, target.x, target.y)
      if (shots === 8 || nowMs < 5000 + 500 * shots) return
      session.input.shoot = true
      shots++
    },
  }).session
  drawShots(shooter, () => {
    rays.push('ray')
    return { remove: () => rays.push('removed') }
  })
  sim.run(2000)
  const mine = sim.room.world.entities('fighter').find(({ owner }) => owner === shooter.playerId)!
  Object.assign(mine, place)
  sim.room.world.teleport(mine)
  sim.run(8000)
  return { rays, hits: mine.hits }
}

test.each(['none', 'intercontinental', 'log'] as const)(
  'every shot at a picture hits: %s',
  (name) => {
    const { rays, hits } = play(presets[name], { x: 60, y: 60 }, (session) =>
      session.entities('fighter').find(({ mine, owner }) => !mine && owner !== null),
    )
    expect(rays).toEqual(Array(8).fill('ray'))
    expect(hits).toBe(8)
  },
)

test('a ray is removed if the server did not let the player shoot', () => {
  const sim = new Simulation(room)
  const { session } = sim.join({ conditions: presets.intercontinental })
  sim.run(3000)
  const rays: string[] = []
  drawShots(session, () => {
    rays.push('ray')
    return { remove: () => rays.push('removed') }
  })
  const mine = sim.room.world.entities('fighter').find(({ owner }) => owner === session.playerId)!
  mine.reload = 15
  session.input.shoot = true
  sim.run(1000)
  expect(rays).toEqual(['ray', 'removed'])
})

test('shots at the bot hit too, but not through the wall', () => {
  const bot = (session: Session<typeof game>) =>
    session.entities('fighter').find(({ owner }) => owner === null)
  expect(play(presets['4g'], { x: 560, y: 20 }, bot).hits).toBe(8)
  expect(play(presets['4g'], { x: 370, y: 300 }, () => ({ x: 600, y: 300 })).hits).toBe(0)
})
