import type { RemoteEntity } from '../../../src/client/timeline/remote-entity.ts'
import type { Timeline } from '../../../src/client/timeline/timeline.ts'
import type { Kind } from '../../../src/game/define-game.ts'
import * as OP from '../../../src/game/op.ts'
import type { Column } from '../../../src/game/schema.ts'
import type { Room } from '../../../src/server/room.ts'
import { coreOf } from '../../../src/server/room.ts'
import type { Actor } from './cast.ts'
import { columnsOf, flatOf, isTurned } from './told.ts'

/** Network ticks that are kept for clients who are behind. */
const KEPT = 64
/** What rounding in doubles may add to half a step. */
const SLACK = 1e-6
/** The cosine of half the angle by which a rotation of 11 bits may be off, 0.16 degrees. */
const LEAST_COSINE = Math.cos((0.08 * Math.PI) / 180)

interface NotedTick {
  /** Whether the client was not told of everything: there was no room. */
  readonly isPartial: boolean
  readonly bySlot: readonly (Noted | undefined)[]
}

interface Noted {
  readonly id: number
  readonly kind: string
  /** What the scene says, not rounded, one for each column. */
  readonly values: readonly (number | string)[]
}

/** Compares what a client holds with what the scene had at the same network tick. */
export class Comparison {
  /** Values that were compared, and network ticks of which the client held everything. */
  values = 0
  wholeTicks = 0
  readonly #columns: ReadonlyMap<string, readonly [Column, number][]>
  readonly #noted = new Map<number, NotedTick>()
  readonly #numbers = new Float64Array(256)
  #compared = -1

  constructor(kinds: readonly Kind[]) {
    this.#columns = new Map(kinds.map((kind) => [kind.name, columnsOf(kind)]))
  }

  /** Keeps the state of a network tick. `actorOf`: whom an entity's object shows. */
  note(tick: number, room: Room, actorOf: (object: object) => Actor): void {
    this.#noted.delete(tick - KEPT)
    const isPartial = [...coreOf(room).peers.values()].some((peer) => peer.lastPartialTick === tick)
    const bySlot = Array.from(coreOf(room).entities.slots, (entity) => {
      if (!entity) return undefined
      const { id, kind, object } = entity
      return { id, kind: kind.name, values: flatOf(kind, actorOf(object)) }
    })
    this.#noted.set(tick, { isPartial, bySlot })
  }

  /** Compares everything that a client holds, if a snapshot has come since the last call. Throws where a value is wrong. */
  compare(timeline: Timeline): void {
    const tick = timeline.newestTick
    if (tick <= this.#compared) return
    this.#compared = tick
    const noted = this.#noted.get(tick)
    if (!noted) throw new Error(`nothing is known of tick ${tick}`)
    const { isPartial, bySlot } = noted
    for (let slot = 0; slot < bySlot.length; slot++) {
      const should = bySlot[slot]
      const is = timeline.find(slot)
      // What there was no room for comes later: what is told has to be right.
      if (isPartial && !(is?.id === should?.id && is?.tick === tick)) continue
      if (is?.id !== should?.id) throw new Error(`tick ${tick}, slot ${slot}: ${is?.id}`)
      if (is && should) this.#compareOne(is, should, `tick ${tick}, slot ${slot}`)
    }
    if (!isPartial) this.wholeTicks++
  }

  #compareOne(is: RemoteEntity, should: Noted, where: string): void {
    const numbers = this.#numbers
    is.schema.coarseToNumbers(is.row, is.history.newestOffset, numbers, 0)
    const columns = this.#columns.get(should.kind)!
    for (let n = 0; n < columns.length; n++) {
      const [c, i] = columns[n]!
      this.values++
      if (c.op === OP.text)
        same(
          String(is.texts!.at(i, is.row[is.offset + i]!)),
          should.values[n]!,
          `${where}, ${String(c.name)}`,
        )
      else if (!isTurned(c)) near(c, numbers[i]!, should.values[n] as number, where)
      else if (c.op === OP.largest) turned(numbers, i, should.values, n, where)
    }
  }
}

function same(is: string, should: string | number, where: string): void {
  if (is !== should) throw new Error(`${where}: is ${is}, not ${should}`)
}

/** Half a step off at most. */
function near(c: Column, is: number, should: number, where: string): void {
  let off = Math.abs(is - should)
  if (c.op === OP.angle && off > Math.PI) off = Math.abs(2 * Math.PI - off)
  if (off <= c.step / 2 + SLACK) return
  throw new Error(`${where}, ${String(c.name)}: is ${is}, not ${should}`)
}

/** Two rotations, of which `x y z w` begin at these places. */
function turned(
  is: Float64Array,
  at: number,
  should: readonly (number | string)[],
  from: number,
  where: string,
): void {
  let product = 0
  for (let k = 0; k < 4; k++) product += is[at + k]! * (should[from + k] as number)
  if (Math.abs(product) < LEAST_COSINE) throw new Error(`${where}: the rotation is off`)
}
