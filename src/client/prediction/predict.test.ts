import { expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { flag, number, own, text } from '../../game/field.ts'
import { restOf } from '../../game/fine-steps.ts'
import { presets } from '../../link/presets.ts'
import { defineRoom } from '../../server/define-room.ts'
import { Simulation } from '../../testing/simulation.ts'
import { emptySessionStats } from '../page/stats.ts'
import { Views } from '../page/view.ts'
import type { OwnEntity } from './own-entity.ts'
import { Prediction } from './predict.ts'

/** The row of a state, as its owner gets it. */
function ownRowOf({ schema, state }: OwnEntity): Int32Array {
  const row = new Int32Array(schema.ownWidth)
  schema.gather(state, row, 0, null)
  for (const i of schema.rested) {
    const now = Float64Array.of(state[schema.columns[i]!.name as string] as number)
    row[schema.restAt[i]!] = restOf(schema.columns[i]!, now, 0)
  }
  return row
}

test('C5 a rider of a path stands on it also in the step in which a new epoch begins', () => {
  const pathX = (timeMs: number) => timeMs / 10
  const game = defineGame({
    name: 'ride',
    input: {},
    entities: { rider: { x: number() } },
    move: {
      rider(rider, _input, ctx) {
        rider.x = pathX(ctx.timeMs)
      },
    },
  })
  const views = new Views(game)
  const techniques = { predict: true, reconcile: true, interpolate: true, foresee: true }
  const stats = emptySessionStats()
  const prediction = new Prediction(game, 1, 0, { views, stats, techniques })
  const rider = prediction.own.claim(0, 1, game.kinds[0]!, 0, 0)
  rider.beginWhole(0)
  prediction.reconcile(0)
  for (let n = 0; n < 10; n++) prediction.step()
  prediction.rebase(12, prediction.epochs.stampOf(12) + 8 * 256)
  let lastMs = 0
  for (let n = 0; n < 4; n++) {
    prediction.step()
    for (const alpha of [0, 0.25, 0.75]) {
      prediction.show(alpha, 0, 0)
      const ownTimeMs = prediction.ownTimeMs(alpha)
      expect(Math.abs((views.of('rider')[0]!['x'] as number) - pathX(ownTimeMs))).toBeLessThan(0.02)
      expect(ownTimeMs).toBeGreaterThan(lastMs)
      lastMs = ownTimeMs
    }
  }
})

test('C5 a rider of a path stands on it also when inputs already made get other times', () => {
  const pathX = (timeMs: number) => timeMs / 10
  const game = defineGame({
    name: 'ride',
    input: {},
    entities: { rider: { x: number() } },
    move: {
      rider(rider, _input, ctx) {
        rider.x = pathX(ctx.timeMs)
      },
    },
  })
  const views = new Views(game)
  const techniques = { predict: true, reconcile: true, interpolate: true, foresee: true }
  const stats = emptySessionStats()
  const prediction = new Prediction(game, 1, 0, { views, stats, techniques })
  const rider = prediction.own.claim(0, 1, game.kinds[0]!, 0, 0)
  rider.beginWhole(0)
  prediction.reconcile(0)
  rider.isNew = false
  for (let n = 0; n < 4; n++) prediction.step()
  const fourth = ownRowOf(rider)
  for (let n = 0; n < 6; n++) prediction.step()
  // The server's state after input 4 is as predicted, and the inputs from 7 on are 8 steps later than they were.
  rider.beginWhole(1)
  rider.row.set(fourth, rider.offset)
  prediction.rebase(7, prediction.epochs.stampOf(7) + 8 * 256)
  prediction.acknowledge(4, null, true)
  prediction.reconcile(0.5)
  prediction.show(0.5, 0, 0)
  const ownTimeMs = prediction.ownTimeMs(0.5)
  expect(Math.abs((views.of('rider')[0]!['x'] as number) - pathX(ownTimeMs))).toBeLessThan(0.02)
  expect(stats.lateRebases).toBe(1)
  expect(stats.corrections).toBe(0)
})

test('A4 move reads the texts of its entity on the client too', () => {
  const room = defineRoom(
    defineGame({
      name: 'names',
      input: { right: flag() },
      entities: { runner: { x: number(), name: text(8), team: own(text(8)) } },
      move: {
        runner(runner, input) {
          if (input.right) runner.x += runner.name.length + runner.team.length
        },
      },
    }),
    {
      join: (world, player) => world.spawn('runner', player, { name: 'Ada', team: 'red' }),
    },
  )
  const sim = new Simulation(room)
  const { session } = sim.join({ conditions: presets.log })
  sim.run(1000)
  session.input.right = true
  sim.run(2000)
  expect(session.stats.corrections).toBe(0)
  sim.room.world.entities('runner')[0]!.team = 'yellow'
  sim.run(2000)
  expect(session.stats.corrections).toBeGreaterThan(0)
  const { corrections } = session.stats
  sim.run(2000)
  expect(session.stats.corrections).toBe(corrections)
})

test('A7 a correction runs only what is wrong again, unless an input has spawned something', () => {
  const moved: string[] = []
  const game = defineGame({
    name: 'units',
    input: { fire: flag() },
    entities: { unit: { n: number(), x: number() }, ball: { n: number() } },
    move: {
      unit(unit, { fire }, ctx) {
        moved.push(`unit ${unit.n}`)
        unit.x++
        if (fire && unit.n === 0) ctx.spawn('ball')
      },
      ball: () => moved.push('ball'),
    },
  })
  const views = new Views(game)
  const techniques = { predict: true, reconcile: true, interpolate: true, foresee: true }
  const stats = emptySessionStats()
  const prediction = new Prediction(game, 1, 0, { views, stats, techniques })
  const units = [0, 1, 2].map((n) => {
    const unit = prediction.own.claim(n, 1, game.kinds[0]!, 0, 0)
    unit.beginWhole(0)
    unit.schema.gather(Object.assign(unit.state, { n }), unit.row, unit.offset, null)
    return unit
  })
  prediction.reconcile(0)
  const step = (fire: number) => {
    prediction.inputs.row[prediction.inputs.offsetOf(prediction.newest + 1)] = fire
    prediction.step()
  }
  /** The server has the second unit elsewhere by this much after input `id`. Returns what moves again. */
  const correct = (id: number, by: number) => {
    for (const unit of units) {
      unit.isNew = false
      unit.beginWhole(id)
      unit.schema.gather(
        Object.assign(unit.schema.create(), { n: unit.state['n'], x: id }),
        unit.row,
        unit.offset,
        null,
      )
    }
    units[1]!.row[units[1]!.offset + 1]! += by
    prediction.acknowledge(id, null, true)
    moved.length = 0
    prediction.reconcile(0.5)
    return moved
  }
  for (let n = 0; n < 6; n++) step(0)
  expect(correct(3, 50)).toEqual(['unit 1', 'unit 1', 'unit 1'])
  expect(units.map(({ states }) => states.newest)).toEqual([6, 6, 6])
  step(1)
  step(0)
  expect(correct(6, 90)).toEqual([
    'unit 0',
    'unit 1',
    'unit 2',
    'unit 0',
    'unit 1',
    'unit 2',
    'ball',
  ])
  expect(stats.corrections).toBe(2)
})
