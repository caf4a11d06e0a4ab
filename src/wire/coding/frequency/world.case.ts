import type { Random } from '../../../base/random.ts'
import { defineGame, type Kind } from '../../../game/define-game.ts'
import { angle, bits, flag, int, number, once, oneOf, ref, text } from '../../../game/field.ts'
import * as OP from '../../../game/op.ts'
import { vec2, vec3 } from '../../../game/vectors.ts'
import { quat } from '../../../motion/quat.ts'
import { BitWriter } from '../../bits.ts'
import { ChangeList, type KnownEntity } from '../../records/change-list.ts'
import type { ExtraStates } from '../../records/entity-source.ts'
import * as EXPECTATION from '../../records/expectation.ts'
import { type PlannedColumn, plansOf, type RowPlan } from '../../records/plan.ts'
import { RowHistory } from '../../records/row-history.ts'
import type { ChangesWriter } from '../coding.ts'

/** Kinds with every sort of column, driven or not, with rotations or without. */
export const game = defineGame({
  name: 'bodies by tables',
  stepHz: 60,
  sendHz: 20,
  input: { up: flag() },
  entities: {
    runner: {
      at: vec2({ max: 4096, step: 0.01, coarse: 0.02, velocity: 'speed' }),
      speed: vec2({ min: -200, max: 200, step: 0.1 }),
      free: number({ max: 1000, step: 1 / 8 }),
      shelf: number({ max: 100, step: 0.5, curve: 'step' }),
      heading: angle(),
      pose: oneOf('run', 'jump', 'fall'),
      lit: flag(),
      lives: int({ max: 255 }),
      seed: int({ min: 0, max: 0x7ffffffe }),
      parts: bits(9),
      target: ref(),
      name: text(9),
      colour: once(oneOf('red', 'blue')),
    },
    cube: {
      turn: quat({ bits: 9 }),
      place: vec3({ min: -32, max: 32, step: 1 / 2048 }),
      leader: ref(),
      held: flag(),
      face: oneOf('a', 'b', 'c', 'd'),
      label: text(4),
    },
    ship: {
      turn: quat({ bits: 6 }),
      gun: quat({ bits: 6 }),
      at: vec2({ max: 512, step: 1 / 8, velocity: 'speed' }),
      speed: vec2({ min: -64, max: 64, step: 1 / 4 }),
      heat: angle({ bits: 8 }),
      serial: int({ min: 0, max: 0x7ffffffe }),
      lives: int({ max: 20 }),
    },
    stone: { at: vec2({ max: 64, step: 0.5 }), hill: ref() },
  },
})
export const PLANS: readonly RowPlan[] = plansOf(game)

/** An entity of the sending end. */
export class Thing implements KnownEntity {
  readonly generation = 1
  readonly owner = 0
  readonly offset = 0
  readonly texts: string[] = []
  readonly slot: number
  readonly kind: Kind
  readonly plan: RowPlan
  readonly row: Int32Array
  readonly history: RowHistory
  extras: ExtraStates | null = null
  changedTick = 0
  /** Its owner's time at each network tick. */
  readonly times: number[] = []

  constructor(slot: number, kind: Kind) {
    this.slot = slot
    this.kind = kind
    this.plan = PLANS[kind.index]!
    this.row = new Int32Array(this.plan.width)
    this.history = new RowHistory(this.plan.width)
  }
}

/** Sets a column to any number in range, or to one near the old number. */
function stirColumn(random: Random, c: PlannedColumn, row: Int32Array, isWild: boolean): void {
  const upTo = (most: number) => Math.floor(random.next() * (most + 1))
  const size = Math.min(c.levels, 60)
  const value = isWild ? upTo(c.levels) : row[c.at]! + upTo(size) - (size >> 1)
  row[c.at] = Math.min(c.levels, Math.max(0, value))
}

/** Entities that change at random from tick to tick. */
export class World {
  tick = 0
  readonly things: Thing[]
  readonly #random: Random
  /** The list written last. */
  readonly list: ChangeList = new ChangeList()

  constructor(random: Random, count = 12) {
    this.#random = random
    this.things = Array.from({ length: count }, (_, n) => {
      // Slot 0 is the slot of references to nothing.
      const thing = new Thing(Math.floor(n * 1.5), game.kinds[n % game.kinds.length]!)
      for (const c of thing.plan.columns) this.#put(thing, c, thing.row, true)
      this.#keep(thing)
      return thing
    }).sort((a, b) => a.slot - b.slot)
  }

  /** Goes on to the next network tick, of `steps` steps. */
  step(steps = 3): void {
    const random = this.#random
    this.tick++
    for (const thing of this.things) {
      const chance = random.next()
      thing.extras = null
      if (chance < 0.6) this.#move(thing, chance, steps)
      this.#keep(thing, steps)
    }
  }

  /** Writes the changes since `baseline`, in a view of everything or in a client's own view. */
  write(
    writing: ChangesWriter,
    baseline: number,
    before: number,
    view: View = EVERYTHING,
    version = writing.tables?.version ?? 0,
  ): Uint8Array {
    const { list, tick } = this
    list.clear()
    list.isOwnView = view.isOwn
    list.keeps = view.keeps ?? false
    for (const thing of baseline < 0 ? [] : this.things) {
      const from = distanceIn(view, thing, tick)
      const was = from > 0 ? tick - from : baseline
      const isChanged = thing.changedTick > was ? 1 : 0
      if (view.isOwn && isChanged === 0) continue
      const hasBefore = from === 0 && before >= 0
      list.add(
        thing,
        from,
        thing.history.find(was),
        hasBefore ? thing.history.find(before) : -1,
        thing.times[tick]! - thing.times[was]!,
        hasBefore ? thing.times[was]! - thing.times[before]! : 0,
        isChanged,
      )
    }
    const writer = new BitWriter()
    writing.write(writer, baseline, list, version)
    return writer.toBytes()
  }

  #move(thing: Thing, chance: number, steps: number): void {
    const { row, plan } = thing
    const random = this.#random
    const was = row.slice()
    const stir = (to: Int32Array) => {
      for (const c of plan.columns) {
        if (random.next() < 0.5) continue
        if (c.expectation === EXPECTATION.driven && random.next() < 0.8) {
          const velocity = to[c.velocity]! - c.still
          const way = Math.round(velocity * c.gain * 256 * (1 + (random.uint32() % steps)))
          to[c.at] = Math.min(c.levels, Math.max(0, was[c.at]! + way))
        } else this.#put(thing, c, to, chance < 0.03)
      }
    }
    stir(row)
    if (chance < 0.1) row[row.length - 1] = random.uint32() & 7
    if (chance > 0.1 && chance < 0.2) {
      const { schema } = thing.kind
      const states = Array.from({ length: 1 + (random.uint32() % 3) }, () => {
        const extra = was.slice()
        stir(extra)
        // An extra state has the texts of the entity itself.
        for (const c of plan.columns) if (c.op === OP.text) extra[c.at] = row[c.at]!
        return { schema, row: extra, offset: 0, texts: thing.texts }
      })
      const first = 4 + (random.uint32() % 60)
      thing.extras = {
        count: states.length,
        stepsBack: (n) => first - n,
        state: (n) => states[n]!,
      }
    }
  }

  #put(thing: Thing, c: PlannedColumn, row: Int32Array, isWild: boolean): void {
    const random = this.#random
    if (c.op === OP.text) {
      // Extra states have no texts of their own.
      if (row !== thing.row) return
      row[c.at]!++
      thing.texts[c.text] = ['', 'a', 'Zoë', '☂☂', 'long'][random.uint32() % 5]!
    } else if (thing.plan.schema.columns[c.at]!.levels === 0xffffff)
      row[c.at] = ((random.uint32() % 3) << 16) | (random.uint32() % 17)
    else stirColumn(random, c, row, isWild)
  }

  #keep(thing: Thing, steps = 0): void {
    const { tick } = this
    const { row, history, times } = thing
    const last = times[tick - 1] ?? 0
    // The time of an owner who stalls and rushes stands still, or goes on in parts of steps.
    const part = this.#random.next()
    times[tick] = last + (part < 0.1 ? 0 : part < 0.2 ? Math.floor(part * 5000) : 256 * steps)
    const held = history.newestOffset
    const isSame = tick > 0 && row.every((value, i) => value === history.rows[held + i])
    if (isSame && !thing.extras) return
    const at = history.push(tick)
    history.rows.set(row, at)
    thing.changedTick = tick
  }
}

/** The view of a body: everything, or a client's own view, where `older` is the baseline of some entities, -1 for none. */
export interface View {
  readonly isOwn: boolean
  readonly older: number
  /** Whether the bits of an entity are kept for other bodies of the tick. */
  readonly keeps?: boolean
}

export const EVERYTHING: View = { isOwn: false, older: -1 }

/** How many network ticks before `tick` an entity's own baseline is; 0: it is that of the body. */
export function distanceIn({ isOwn, older }: View, { slot }: Thing, tick: number): number {
  return isOwn && older >= 0 && slot % 4 === 1 ? tick - older : 0
}
