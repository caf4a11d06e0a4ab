import type { AnyGame } from 'glissade'
import { presets, Session } from 'glissade/client'
import { Lobby } from 'glissade/server'
import { Simulation, VirtualClock } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { memoryPair } from '../src/link/memory.ts'
import { keeper, two } from './support/keeper.ts'
import { RawClient } from './support/raw-client.ts'
import { runner, UNITS_PER_STEP } from './support/runner.ts'

const KINDS = ['ordered', 'datagram'] as const
const conditions = presets.log

describe('a page that reloads', () => {
  test.each(KINDS)(
    'is the same player by its key, also before the old socket ended (%s)',
    (kind) => {
      const { sim, a, b, truth } = two(kind)
      const { resumeKey } = a.session
      const closed: string[] = []
      a.session.onClose((reason, detail) => closed.push(`${reason}: ${detail}`))
      const seen: number[] = []
      b.session.onFrame(() => seen.push(b.session.entities('pip').length))
      const again = sim.join({ conditions, resume: resumeKey, profile: { hue: 300 } })
      expect(again.session.resumeKey).toBe('')
      sim.run(5000)
      expect(closed).toEqual(['replaced: this player has another connection now'])
      expect(again.session.playerId).toBe(1)
      expect(again.session.resumeKey).toBe(resumeKey)
      const mine = again.session.entities('pip').filter((pip) => pip.mine)
      expect(mine).toMatchObject([{ id: truth.id, x: truth.x, coins: 5, hue: 7 }])
      expect((sim.room.players[0] as unknown as { profile: object }).profile).toEqual({ hue: 7 })
      expect(sim.room.players.length).toBe(2)
      expect(new Set(seen)).toEqual(new Set([2]))
      expect(sim.room.stats.closed).toMatchObject({ replaced: 1, left: 0, lost: 0 })
    },
  )

  test('takes its place in a full room', () => {
    const sim = new Simulation(keeper, { maxPlayers: 2 })
    const [a] = [sim.join(), sim.join()]
    sim.run(500)
    const { resumeKey } = a.session
    a.cut()
    sim.run(500)
    const stranger = sim.join()
    sim.run(500)
    expect(stranger.session.state).toBe('closed')
    const again = sim.join({ resume: resumeKey })
    sim.run(500)
    expect([again.session.state, again.session.playerId]).toEqual(['open', 1])
  })

  test('with a key that nobody has is a new player, whatever it tries', () => {
    const sim = new Simulation(keeper)
    const a = sim.join()
    sim.run(500)
    const { resumeKey } = a.session
    const [half, other] = resumeKey.split('.')
    const forged = `${half}.${(Number(other) ^ 1) >>> 0}`
    const keys = [forged, '0.0', '4294967295.4294967295']
    const others = keys.map((resume) => sim.join({ resume }))
    sim.run(500)
    expect(others.map(({ session }) => session.playerId)).toEqual([2, 3, 4])
    expect(a.session.state).toBe('open')
    expect(sim.room.stats.resumes).toBe(0)
  })

  test('with what is no key at all is told so', () => {
    const sim = new Simulation(keeper)
    for (const resume of ['what', '1.4294967296', '1.2.3'])
      expect(() => sim.join({ resume })).toThrow(`resume is '${resume}', but must be a resumeKey`)
    expect(() => sim.join({ resume: '' })).not.toThrow()
  })

  test('after it was kicked, or has left, is a new player', () => {
    const sim = new Simulation(keeper)
    const [a, b] = [sim.join({ reopens: true }), sim.join({ reopens: true })]
    sim.run(500)
    const keys = [a.session.resumeKey, b.session.resumeKey]
    sim.room.world.kick(sim.room.players[0]!)
    b.session.close()
    sim.run(500)
    expect([a.session.state, b.session.state]).toEqual(['closed', 'closed'])
    expect(sim.room.players.length).toBe(0)
    const again = keys.map((resume) => sim.join({ resume }))
    sim.run(500)
    expect(again.map(({ session }) => session.playerId)).toEqual([3, 4])
  })

  test('while it is away can be kicked, and its place is gone', () => {
    const { sim, a } = two('ordered')
    a.cut(1000)
    sim.run(500)
    sim.room.world.kick(sim.room.players[0]!)
    expect(sim.room.players.map(({ id }) => id)).toEqual([2])
    sim.run(4000)
    expect(a.session.playerId).toBe(3)
  })

  test('is known by its key in its own room of its own game, nowhere else', () => {
    const clock = new VirtualClock()
    const lobby = new Lobby({ rooms: [keeper, runner], clock, seed: () => 1 })
    const join = ({ game }: typeof keeper | typeof runner, room: string, resume = '') => {
      const { client, server } = memoryPair(clock)
      lobby.accept(server)
      const session = new Session<AnyGame>(game, client, clock, { room, resume })
      for (let ms = 0; ms < 200; ms += 10) {
        clock.advance(10)
        lobby.advance(clock.nowMs())
      }
      return { session, cut: () => client.close('lost') }
    }
    const first = join(keeper, 'blue')
    const second = join(keeper, 'blue')
    second.cut()
    const { resumeKey } = second.session
    expect(join(keeper, 'red', resumeKey).session.playerId).toBe(1)
    expect(join(runner, 'blue', resumeKey).session.playerId).toBe(1)
    expect(join(keeper, 'blue', resumeKey).session.playerId).toBe(2)
    expect(first.session.state).toBe('open')
    const resumes = [...lobby.rooms].map(([id, room]) => [id, room.stats.resumes])
    expect(resumes).toEqual([
      ['keeper/blue', 1],
      ['keeper/red', 0],
      ['runner/blue', 0],
    ])
  })
})

describe('two links of one player', () => {
  test('the one accepted later stays, though the HELLO of the other comes after its own', () => {
    const sim = new Simulation(runner)
    const first = new RawClient(sim.rawLink()).hello()
    sim.run(100)
    const { resumeKey } = first.welcome!
    const [older, newer] = [new RawClient(sim.rawLink()), new RawClient(sim.rawLink())]
    newer.hello({ resumeKey })
    sim.run(100)
    expect(first.closing?.reason).toBe('replaced')
    older.hello({ resumeKey })
    sim.run(100)
    expect([older.closing?.reason, older.hasEnded]).toEqual(['replaced', true])
    expect([newer.welcome?.player, newer.hasEnded]).toEqual([1, false])
    expect(sim.refused.replaced).toBe(1)
    expect(sim.room.stats.resumes).toBe(1)
  })

  test('the one accepted earlier has the place where the other is gone', () => {
    const sim = new Simulation(runner)
    const first = new RawClient(sim.rawLink()).hello()
    sim.run(100)
    const { resumeKey } = first.welcome!
    const [older, newer] = [new RawClient(sim.rawLink()), new RawClient(sim.rawLink())]
    newer.hello({ resumeKey })
    sim.run(100)
    newer.link.close('lost')
    older.hello({ resumeKey })
    sim.run(100)
    expect([older.welcome?.player, older.hasEnded]).toEqual([1, false])
  })
})

test('a link that ends with words of the server has left: no place stays taken', () => {
  const sim = new Simulation(runner, { maxPlayers: 1 })
  for (const reason of ['replaced', 'kicked', 'flood'] as const) {
    const raw = new RawClient(sim.rawLink()).hello()
    sim.run(100)
    expect(raw.welcome).not.toBeNull()
    raw.link.close(reason)
    sim.run(100)
    expect(sim.room.players.length).toBe(0)
  }
  expect(sim.room.stats.closed).toMatchObject({ left: 3, replaced: 0, kicked: 0, flood: 0 })
  new RawClient(sim.rawLink()).link.close('replaced')
  sim.run(100)
  expect(sim.refused).toMatchObject({ left: 1, replaced: 0 })
})

describe('how long a place is kept', () => {
  test('is checked where it is set', () => {
    const options = { rooms: [keeper], clock: new VirtualClock(), seed: () => 1 }
    expect(() => new Lobby({ ...options, resumeMs: -1 })).toThrow(
      'resumeMs is -1, but must be at least 0',
    )
    expect(() => new Simulation(keeper, { resumeMs: Number.NaN })).toThrow('resumeMs is NaN')
  })

  test.each([
    [0, 0],
    [500, 450],
    [30_000, 29_900],
  ])('is up to the room: %d ms', (resumeMs, keptMs) => {
    const sim = new Simulation(keeper, { resumeMs })
    const a = sim.join()
    sim.run(500)
    a.cut()
    sim.run(keptMs)
    if (keptMs > 0) expect(sim.room.players.length).toBe(1)
    sim.run(200)
    expect(sim.room.players.length).toBe(0)
    expect(sim.room.world.entities('pip').length).toBe(0)
  })
})

describe('resuming again and again', () => {
  test.each([
    ['sends what it can', 20, 0],
    // Ids that leap by more than 2 s are dropped altogether.
    ['sends ten times as much', 200, 400 * 200],
  ])(
    'gains no time: who %s moves no further than time and the start allow',
    (_, inputs, dropped) => {
      const sim = new Simulation(runner)
      const startMs = sim.clock.nowMs()
      let raw = new RawClient(sim.rawLink()).hello()
      sim.run(10)
      const { resumeKey } = raw.welcome!
      for (let round = 0; round < 20 * 20; round++) {
        raw.run(inputs)
        sim.run(25)
        raw = new RawClient(sim.rawLink()).hello({ resumeKey })
        sim.run(25)
        expect(raw.welcome?.player).toBe(1)
        const { x } = sim.room.world.entities('body')[0] as unknown as { x: number }
        const granted = (sim.clock.nowMs() - startMs) / (1000 / 30)
        expect((x - 1000) / UNITS_PER_STEP).toBeLessThanOrEqual(granted + 8 + 1.5)
      }
      const { x } = sim.room.world.entities('body')[0] as unknown as { x: number }
      expect((x - 1000) / UNITS_PER_STEP > 500).toBe(dropped === 0)
      expect(sim.room.stats.inputsDropped).toBe(dropped)
      expect(sim.room.stats.resumes).toBe(400)
    },
  )
})
