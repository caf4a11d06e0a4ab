import { describe, expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { flag, int, number, oneOf, own, text, told } from '../../game/field.ts'
import { vec2 } from '../../game/vectors.ts'
import type { MoveContext } from '../../game/world.ts'
import { presets } from '../../link/presets.ts'
import { defineRoom } from '../../server/define-room.ts'
import { Simulation } from '../../testing/simulation.ts'
import { emptySessionStats } from '../page/stats.ts'
import { Views } from '../page/view.ts'
import { Prediction } from './predict.ts'
import { type SyncMismatch, SyncTest } from './sync-test.ts'

interface Die {
  face: number
  at: { x: number; y: number }
  pose: 'up' | 'down'
}

/** A room of dice whose `move` does what the test says, beside walking. */
const diceRoom = (extra: (die: Die, ctx: MoveContext) => void) =>
  defineRoom(
    defineGame({
      name: 'dice',
      input: { right: flag(), aim: vec2({ min: -1, max: 1, step: 0.1 }) },
      entities: {
        die: {
          face: number({ max: 10_000 }),
          at: vec2(),
          pose: oneOf('up', 'down'),
          steps: own(int({ max: 100_000 })),
          name: text(8),
        },
      },
      move: {
        die(die, input, ctx) {
          die.at.x = (die.at.x + +input.right) % 1000
          die.steps++
          extra(die, ctx)
        },
      },
    }),
    {
      join: (world, player) => world.spawn('die', player, { name: 'x' }),
    },
  )

/** Two seconds of one player under `conditions`, replayed by `syncTest`. */
function play(
  room: ReturnType<typeof diceRoom>,
  syncTest: SyncTest,
  conditions = presets.none,
): Simulation<typeof room> {
  const sim = new Simulation(room)
  const script = (
    { input }: { input: { right: boolean; aim: { x: number; y: number } } },
    timeMs: number,
  ) => {
    input.aim.x = timeMs % 300 < 100 ? 1 : -1
    input.right = timeMs % 700 < 400
  }
  sim.join({ syncTest, conditions, script })
  return sim.run(2000)
}

describe('SyncTest', () => {
  test('A7 a pure move passes, also if it uses the chance and time of its context', () => {
    const syncTest = new SyncTest()
    const room = diceRoom((die, ctx) => {
      die.face = ctx.random() * 1000 + (ctx.timeMs % 100)
      die.pose = ctx.random() < 0.5 ? 'up' : 'down'
      if (die.at.x > 30) {
        die.at.x = 0
        ctx.teleport()
      }
    })
    const sim = play(room, syncTest, presets.log)
    expect(sim.clients[0]!.session.stats.corrections).toBe(0)
    expect(syncTest.mismatches).toBe(0)
    expect(syncTest.replayedSteps).toBeGreaterThan(30 * 8)
  })

  test('A7 a counter outside the state is found, with kind, field, input and both values', () => {
    let counter = 0
    const room = diceRoom((die) => {
      die.face = ++counter % 100
    })
    expect(() => play(room, new SyncTest())).toThrow(
      /move\.die is not a pure function: die\.face is \d+ after input \d+, and \d+ when/,
    )
  })

  test('A7 with onMismatch the game goes on, and parts of vectors and words are named too', () => {
    let counter = 0
    const found: SyncMismatch[] = []
    const vector = diceRoom((die) => {
      die.at.y = ++counter % 7
    })
    play(vector, new SyncTest({ onMismatch: (mismatch) => found.push(mismatch) }))
    expect(found.length).toBeGreaterThan(20)
    expect(found[0]).toMatchObject({ kind: 'die', field: 'at.y' })
    expect(found[0]!.first).not.toBe(found[0]!.again)
    found.length = 0
    const word = diceRoom((die, ctx) => {
      if (ctx.replaying) die.pose = 'down'
    })
    play(word, new SyncTest({ onMismatch: (mismatch) => found.push(mismatch) }))
    expect(found[0]).toEqual({ kind: 'die', field: 'pose', inputId: 2, first: 0, again: 1 })
  })

  test('A7 corrections, new epochs and switched techniques are no false alarm', () => {
    const syncTest = new SyncTest()
    const room = diceRoom((die, ctx) => {
      die.face = (die.face + ctx.random() * 3 + (ctx.timeMs % 7)) % 5000
    })
    const sim = play(room, syncTest, presets.log)
    const [client] = sim.clients
    const { session } = client!
    const [die] = sim.room.world.entities('die') as unknown as Die[]
    for (let round = 0; round < 12; round++) {
      die!.face = (die!.face + 100) % 5000
      die!.at.y += 3
      session.techniques.predict = round % 3 !== 1
      session.techniques.reconcile = round % 4 !== 1
      sim.run(700)
      client!.stall(round % 2 === 0 ? 500 : 0)
      sim.run(900)
    }
    expect(session.stats.corrections).toBeGreaterThan(5)
    expect(session.stats.rebases).toBeGreaterThan(0)
    expect(syncTest.mismatches).toBe(0)
  })

  test('A7 inputs that the server has moved in time are no false alarm, and later ones are tested again', () => {
    const syncTest = new SyncTest()
    const { game } = diceRoom((die, ctx) => {
      die.face = ctx.timeMs % 5000
    })
    const techniques = { predict: true, reconcile: true, interpolate: true, foresee: true }
    const stats = emptySessionStats()
    const views = new Views(game)
    const own = new Prediction(game, 1, 0, { views, stats, techniques, syncTest })
    const die = own.own.claim(0, 1, game.kinds[0]!, 0, 0)
    die.beginWhole(0)
    own.reconcile(0)
    for (let n = 0; n < 20; n++) own.step()
    own.rebase(18, own.epochs.stampOf(18) + 640)
    expect(stats.lateRebases).toBe(1)
    const { replayedSteps } = syncTest
    own.step()
    expect(syncTest.replayedSteps).toBe(replayedSteps + 1)
    for (let n = 0; n < 20; n++) own.step()
    expect(syncTest.replayedSteps).toBeGreaterThan(replayedSteps + 100)
    expect(syncTest.mismatches).toBe(0)
  })

  test.each([
    ['stays', 1000],
    ['changes', 40],
  ])('A7 a move that reads what is told is no false alarm, while that %s', (_, everyTicks) => {
    const syncTest = new SyncTest()
    const room = defineRoom(
      defineGame({
        name: 'wind',
        input: { right: flag() },
        entities: {
          kite: {
            x: number({ max: 100_000 }),
            speed: told(int({ max: 9 })),
            wind: told(vec2()),
            flag: told(text(8)),
          },
        },
        move: {
          kite(kite, input) {
            kite.x += +input.right * kite.speed + kite.wind.x + kite.flag.length
          },
        },
      }),
      {
        join: (world, player) => world.spawn('kite', player, { speed: 3, wind: { x: 1, y: 0 } }),
        update(world, { tick }) {
          for (const kite of world.entities('kite')) {
            if (tick % everyTicks !== 0) continue
            kite.speed = 1 + ((tick / everyTicks) % 5)
            kite.wind.x = (tick / everyTicks) % 3
            kite.flag = 'x'.repeat((tick / everyTicks) % 4)
          }
        },
      },
    )
    const sim = new Simulation(room)
    const script = ({ input }: { input: { right: boolean } }) => {
      input.right = true
    }
    sim.join({ syncTest, conditions: presets.wifi, script })
    sim.run(5000)
    expect(syncTest.mismatches).toBe(0)
    expect(syncTest.replayedSteps).toBeGreaterThan(100 * 8)
  })

  test('A4 ctx.random gives both sides and every replay the same numbers', () => {
    const room = diceRoom((die, ctx) => {
      die.face = ctx.random() * 10_000
    })
    const syncTest = new SyncTest()
    const sim = play(room, syncTest, { up: { latencyMs: 60 }, down: { latencyMs: 60 } })
    const { session } = sim.clients[0]!
    const [die] = sim.room.world.entities('die') as unknown as Die[]
    const faces = new Set<number>()
    session.onFrame(() => faces.add(session.entities('die')[0]!.face))
    die!.at.y = 40
    sim.run(1000)
    expect(session.stats.corrections).toBe(1)
    expect(session.stats.replayedSteps).toBeGreaterThan(2)
    expect(faces.size).toBeGreaterThan(25)
    expect(syncTest.mismatches).toBe(0)
  })

  test.each([0, 1.5, 129])('refuses to replay %d inputs', (inputs) => {
    expect(() => new SyncTest({ inputs })).toThrow(`inputs is ${inputs}, but must be`)
  })
})
