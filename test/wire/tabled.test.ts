import { expect, test } from 'vitest'
import { described } from '../../bench/goldens/golden.ts'
import { Random } from '../../src/base/random.ts'
import { BitWriter } from '../../src/wire/bits.ts'
import { FrequencyWriter } from '../../src/wire/coding/frequency/frequency-writer.ts'
import {
  distanceIn,
  game,
  PLANS,
  type Thing,
  type View,
  World,
} from '../../src/wire/coding/frequency/world.case.ts'
import { Bits } from './bits.ts'
import { type Kind, placesOf, type State } from './columns.ts'
import { type Known, Tabled } from './tabled.ts'

/** What the page needs to know of the game, as plain data. */
const KINDS = described(game).kinds as unknown as readonly Kind[]
const SHARED = KINDS.map((kind) => placesOf(kind, 'shared'))
const STEPS = 3

/** What a connection's bodies have made of an entity: its states, by network tick. */
type Held = Map<Thing, { tick: number; state: State; code: number }[]>

/** A state of an entity in the words of the page. */
function stateOf(thing: Thing, row: Int32Array): State {
  return KINDS[thing.kind.index]!.columns.map((c, i) =>
    c.op === 'text' ? thing.texts[thing.kind.schema.textIndex[i]!]! : row[i]!,
  )
}

/** What travels of a state. */
function shared(thing: Thing, state: State): State {
  return SHARED[thing.kind.index]!.map((place) => state[place]!)
}

/** A connection: which bodies came, and an independent decoder of them. */
class Connection {
  readonly #decoder = new Tabled(KINDS, game.stepHz, new Set())
  readonly #held: Held = new Map()
  /** By network tick of what came: which it was coded against. */
  readonly came = new Map<number, number>()

  /** Which body the next one is coded against; -1: none. */
  pick(tick: number, age: number): number {
    const ticks = [...this.came.keys()].filter((came) => came <= tick - age)
    return ticks.length > 0 ? Math.max(...ticks) : -1
  }

  take(
    world: World,
    bytes: Uint8Array,
    learned: readonly number[],
    baseline: number,
    before: number,
    view: View,
  ): void {
    const { tick, things } = world
    const { isOwn } = view
    const rest = new Bits(Buffer.from(bytes).toString('hex'))
    if (learned.length > 0) met.add('learned')
    if (isOwn) met.add('an own view')
    if (baseline < 0) {
      met.add('complete')
      const none = isOwn
        ? this.#decoder.own(rest, learned, () => undefined)
        : this.#decoder.everything(rest, learned, [])
      expect(none).toEqual([])
      for (const thing of things) this.#put(thing, tick, stateOf(thing, thing.row), codeOf(thing))
      return
    }
    const known = (thing: Thing, distance: number): Known => {
      const was = distance > 0 ? tick - distance : baseline
      const hasBefore = distance === 0 && before >= 0
      return {
        ...{ slot: thing.slot, kind: thing.kind.index },
        base: this.#at(thing, was).state,
        code: this.#at(thing, was).code,
        before: hasBefore ? this.#at(thing, before).state : undefined,
        elapsed: thing.times[tick]! - thing.times[was]!,
        span: hasBefore ? thing.times[was]! - thing.times[before]! : 0,
      }
    }
    const find = (slot: number) => things.find((thing) => thing.slot === slot)!
    const records = isOwn
      ? this.#decoder.own(rest, learned, (slot, d) => known(find(slot), d))
      : this.#decoder.everything(
          rest,
          learned,
          things.map((thing) => known(thing, 0)),
        )
    const told = new Set<Thing>()
    for (const { slot, distance, code, states } of records) {
      const thing = find(slot)
      told.add(thing)
      expect(distance).toBe(distanceIn(view, thing, tick))
      const base = this.#at(thing, distance > 0 ? tick - distance : baseline)
      if (distance > 0) met.add('a distance of its own')
      if (code !== undefined) met.add('an extrapolation code')
      if (states.length > 1) met.add('extra states')
      this.#note(thing, base.state, states.at(-1)!.state)
      const { extras } = thing
      const backs = extras
        ? Array.from({ length: extras.count }, (_, n) => extras.stepsBack(n))
        : []
      expect(states.map(({ back }) => back)).toEqual([...backs, 0])
      states.forEach(({ state }, n) => {
        const wanted = n < backs.length ? extras!.state(n).row : thing.row
        expect(shared(thing, state), `tick ${tick}, slot ${slot}, state ${n}`).toEqual(
          shared(thing, stateOf(thing, wanted)),
        )
      })
      this.#put(thing, tick, states.at(-1)!.state, code ?? base.code)
    }
    for (const thing of things) {
      const held = told.has(thing) || isOwn ? undefined : this.#at(thing, baseline)
      if (held) expect(shared(thing, held.state)).toEqual(shared(thing, stateOf(thing, thing.row)))
      else if (told.has(thing)) expect(this.#at(thing, tick).code).toBe(codeOf(thing))
    }
  }

  /** What a record has told. */
  #note(thing: Thing, base: State, now: State): void {
    const { columns } = KINDS[thing.kind.index]!
    const hasTurn = columns.some(({ op }) => op === 'third')
    for (const place of SHARED[thing.kind.index]!) {
      if (now[place] === base[place]) continue
      const { op, levels, ratio } = columns[place]!
      met.add(`changed ${op}`)
      const isNumber = op === 'grid' && levels / ratio < 2 ** 29
      // More than the tree of classes has.
      if (isNumber && Math.abs(Number(now[place]) - Number(base[place])) >= 2 ** 15)
        met.add(hasTurn ? 'far away, with a rotation' : 'far away')
    }
  }

  #at(thing: Thing, tick: number) {
    return this.#held
      .get(thing)!
      .filter((held) => held.tick <= tick)
      .at(-1)!
  }

  #put(thing: Thing, tick: number, state: State, code: number): void {
    if (!this.#held.has(thing)) this.#held.set(thing, [])
    this.#held.get(thing)!.push({ tick, state, code })
  }
}

const codeOf = (thing: Thing) => thing.row[thing.kind.schema.width]!

/** What was met in all bodies. */
const met = new Set<string>()

test.each([1, 2, 3, 4])('bodies of a room say to the page what the room was (seed %i)', (seed) => {
  const random = new Random(seed)
  const world = new World(random)
  const writing = new FrequencyWriter(PLANS, 20, null)
  const connections = [new Connection(), new Connection()]
  let bodies = 0
  for (let tick = 0; tick < 75; tick++) {
    // Sometimes so many steps that nobody asks how many of them rested.
    if (tick > 0) world.step(random.next() < 0.1 ? 20 : STEPS)
    writing.begin(tick)
    const learned = learnedBy(writing)
    connections.forEach((connection, n) => {
      const isOwn = n === 1 && random.next() < 0.4
      const baseline = random.next() < 0.02 ? -1 : connection.pick(tick, 1 + (random.uint32() % 5))
      const before = connection.came.get(baseline) ?? -1
      const older = random.next() < 0.5 ? connection.pick(baseline, 1) : -1
      const view = { isOwn, older }
      const bytes = world.write(writing, baseline, before, view)
      // The other connection hears nothing for long.
      const isLost = n === 1 && tick > 20 && tick < 56
      if (isLost || random.next() < 0.3) return
      connection.take(world, bytes, learned, baseline, before, view)
      connection.came.set(tick, baseline)
      bodies++
    })
  }
  expect(bodies).toBeGreaterThan(60)
})

test('bodies of these rooms have everything that the page tells of', () => {
  const ops = ['angle', 'bits', 'choice', 'flag', 'grid', 'largest', 'ref', 'text', 'third']
  expect([...met].sort()).toEqual(
    [
      ...ops.map((op) => `changed ${op}`),
      ...[
        'a distance of its own',
        'an own view',
        'an extrapolation code',
        'complete',
        'extra states',
        'learned',
      ],
      ...['far away', 'far away, with a rotation'],
    ].sort(),
  )
})

test('what the page forbids is refused', () => {
  const decoder = new Tabled(KINDS, game.stepHz, new Set())
  const nobody = () => undefined
  expect(decoder.everything(new Bits(''), [], [])).toEqual([])
  expect(() => decoder.everything(new Bits('00'), [], [])).toThrow('not all was read')
  expect(() => decoder.everything(new Bits(''), [255, 255], [])).toThrow()
  expect(() => decoder.own(new Bits('ffffff'), [], nobody)).toThrow()
})

/** The tables of the newest version, as bytes. */
function learnedBy(writing: FrequencyWriter): number[] {
  if (writing.version === 0) return []
  const writer = new BitWriter()
  writing.writeTables(writer)
  return [...writer.toBytes()]
}
