import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import type { RecordTarget } from '../columns.ts'
import { DenseLayout, DenseModels } from './models.ts'
import { End, isInRange, PLANS, scramble, stir, WIDTH } from './rows.case.ts'
import { DenseRows } from './rows.ts'

const ENTITIES = 10
const planOfEntity = (n: number) => PLANS[n % PLANS.length]!

/** A world that goes on from tick to tick: the newest states, and the two before them. */
class World {
  readonly now = new Int32Array(ENTITIES * WIDTH)
  readonly states = new Int32Array(2 * ENTITIES * WIDTH)
  readonly random: Random

  constructor(seed: number) {
    this.random = new Random(seed)
    for (let n = 0; n < ENTITIES; n++) scramble(this.random, planOfEntity(n), this.now, n * WIDTH)
    this.states.set(this.now)
    this.states.set(this.now, this.now.length)
  }

  tick(): void {
    this.states.copyWithin(this.now.length, 0, this.now.length)
    this.states.set(this.now)
    for (let n = 0; n < ENTITIES; n++) {
      if (this.random.next() < 0.5) continue
      if (this.random.next() < 0.05) scramble(this.random, planOfEntity(n), this.now, n * WIDTH)
      else stir(this.random, planOfEntity(n), this.now, n * WIDTH)
    }
  }
}

/** Rows without what a text's column holds: that is the reader's own count. */
function shown(rows: Int32Array): number[] {
  const kept = [...rows]
  for (let n = 0; n < ENTITIES; n++)
    for (const c of planOfEntity(n).columns) if (c.text >= 0) kept[n * WIDTH + c.at] = 0
  return kept
}

describe('dense rows', () => {
  test.each([1, 2, 3])('are read as they were written, tick after tick (seed %i)', (seed) => {
    const world = new World(seed)
    const [writer, reader] = [new End(ENTITIES), new End(ENTITIES)]
    const got = new Int32Array(world.now.length)
    for (let tick = 0; tick < 60; tick++) {
      world.tick()
      const steps = world.random.uint32() % 20
      const length = writer.write(world.now, world.states, steps)
      got.fill(0)
      reader.read(writer.rows.coder.bytes, length, got, world.states, steps)
      expect(shown(got), `tick ${tick}`).toEqual(shown(world.now))
      expect(reader.rows.coder.isSpent).toBe(true)
    }
    const { words, weights } = writer.models
    expect(words.every((word, i) => word === reader.models.words[i])).toBe(true)
    expect(weights.every((weight, i) => weight === reader.models.weights[i])).toBe(true)
  })

  test('what the models have learnt belongs to them: a copy goes on as the first did', () => {
    const world = new World(7)
    const writer = new End(ENTITIES)
    const write = (models: DenseModels) => {
      writer.rows.startWriting(models)
      const length = writer.write(world.now, world.states, 1)
      return [...writer.rows.coder.bytes.subarray(0, length)]
    }
    for (let tick = 0; tick < 20; tick++) {
      world.tick()
      write(writer.models)
    }
    const copy = new DenseModels(new DenseLayout(PLANS))
    copy.copyFrom(writer.models)
    world.tick()
    const learnt = write(writer.models)
    writer.models.reset()
    const unlearnt = write(writer.models)
    writer.models.copyFrom(copy)
    expect(write(writer.models)).toEqual(learnt)
    expect(unlearnt.length).toBeGreaterThan(learnt.length)
  })

  test('rows that nobody wrote are rows all the same', () => {
    const random = new Random(13)
    const world = new World(17)
    const reader = new End(ENTITIES)
    const got = new Int32Array(world.now.length)
    for (let n = 0; n < 300; n++) {
      world.tick()
      const bytes = Uint8Array.from({ length: n % 90 }, () =>
        n % 3 === 0 ? 255 : n % 3 === 1 ? random.uint32() & 0x11 : random.uint32(),
      )
      reader.read(bytes, bytes.length, got, world.states, n % 200)
      for (let i = 0; i < ENTITIES; i++)
        expect(isInRange(planOfEntity(i), got, i * WIDTH), `${n}, entity ${i}`).toBe(true)
    }
  })

  test('a world of resting entities costs next to nothing', () => {
    const world = new World(23)
    const writer = new End(ENTITIES)
    world.tick()
    for (let n = 0; n < 400; n++) writer.write(world.states, world.states, 1)
    const still = new Int32Array(world.states.length)
    still.set(world.states.subarray(0, world.now.length))
    still.set(world.states.subarray(0, world.now.length), world.now.length)
    for (let n = 0; n < 400; n++) writer.write(still.slice(0, world.now.length), still, 1)
    expect(writer.write(still.slice(0, world.now.length), still, 1)).toBeLessThan(2)
  })

  test('texts are told, no longer than their column allows', () => {
    const layout = new DenseLayout(PLANS)
    const plan = PLANS[0]!
    const name = plan.columns.find((c) => c.text >= 0)!
    const base = new Int32Array(WIDTH)
    const row = new Int32Array(WIDTH)
    row[name.at] = 1
    const writer = new End(1)
    const between = Object.assign(writer.between, { row, base, elapsed: 256, span: 256 })
    const { coder } = writer.rows
    writer.rows.startWriting(writer.models)
    writer.rows.row(0, between, 0, ['Zoë ☂'], null)
    const length = coder.finish()
    const told: string[] = []
    const got = new Int32Array(WIDTH)
    const target: RecordTarget = {
      ...{ schema: plan.schema, row: got, offset: 0 },
      putText: (index, value) => {
        told[index] = value
        return 5
      },
    }
    const rows = new DenseRows(layout)
    const read = (bytes: Uint8Array, to: number) => {
      rows.startReading(new DenseModels(layout), bytes, 0, to)
      rows.row(0, Object.assign(between, { row: got }), 0, [], target)
    }
    read(coder.bytes, length)
    expect(told).toEqual(['Zoë ☂'])
    expect(got[name.at]).toBe(5)
    read(new Uint8Array(0), 0)
    expect(told[0]!.length).toBeLessThanOrEqual(name.levels)
  })

  test('counts are whole numbers from 0, each context with its own models', () => {
    const [writer, reader] = [new End(0), new End(0)]
    const values = [0, 1, 5, 900, 0x3fffffff, 0, 0, 3, 70_000]
    writer.rows.startWriting(writer.models)
    values.forEach((value, n) => {
      writer.rows.count(n & 7, value)
    })
    const length = writer.rows.coder.finish()
    reader.rows.startReading(reader.models, writer.rows.coder.bytes, 0, length)
    expect(values.map((_, n) => reader.rows.count(n & 7, 0))).toEqual(values)
  })
})
