import type { State } from './columns.ts'
import type { ModelledBits } from './dense-bits.ts'
import {
  apart,
  type Between,
  changeOf,
  type DenseColumn,
  type DenseKind,
  foretoldOf,
  wayOf,
  within,
} from './dense-columns.ts'
import { classOf } from './dense-mixtures.ts'

/** *Plain rows* of docs/WIRE-DENSE.md, written from that page alone. Reads one state into `now`; `other`: what is no number. */
export class PlainRow {
  readonly #bits: ModelledBits
  readonly #between: Between
  readonly #now: State
  readonly #moves: number

  constructor(bits: ModelledBits, between: Between, now: State) {
    this.#bits = bits
    this.#between = between
    this.#now = now
    this.#moves = Math.min(3, Math.floor((between.elapsed + 255) / 256))
  }

  read(
    kind: DenseKind,
    activity: number,
    other: (c: DenseColumn, was: number | string) => number | string,
  ): void {
    const { base } = this.#between
    const pattern = this.#pattern(kind, activity)
    kind.columns.forEach((c, i) => {
      if (i < 30 ? !pattern.has(i) : this.#differs(c, 0, 0) === 0) return
      this.#now[c.at] = c.foretold === '' ? other(c, base[c.at]!) : this.#number(c)
    })
  }

  /** Which of the first 30 columns differ. */
  #pattern(kind: DenseKind, activity: number): ReadonlySet<number> {
    const bits = this.#bits
    const { patterns, wholes } = bits.learnt
    const key = `${kind.index} usual ${this.#moves}`
    const votes = wholes.get(key) ?? 0
    if (bits.bit(`${kind.index} other ${this.#moves} ${activity}`) === 0) {
      wholes.set(key, Math.min(votes + 1, 15))
      return patterns.get(key) ?? new Set()
    }
    const pattern = new Set<number>()
    let [one, two] = [0, 0]
    for (const [i, c] of kind.columns.slice(0, 30).entries()) {
      const differs = this.#differs(c, one, two)
      if (differs === 1) pattern.add(i)
      two = one
      one = differs
    }
    if (votes === 0) patterns.set(key, pattern)
    else wholes.set(key, votes - 1)
    return pattern
  }

  #differs(c: DenseColumn, one: number, two: number): number {
    const last = changeOf(c, this.#between) === 0 ? 0 : 1
    return this.#bits.bit(`${c.own} differs ${this.#moves} ${one} ${two} ${last}`)
  }

  #number(c: DenseColumn): number {
    const between = this.#between
    const now = this.#now
    const was = Number(between.base[c.at])
    const ahead = foretoldOf(c, now, between)
    if (c.foretold === 'held') return within(c, was + this.#rest(c, 0, 0, true))
    if (c.foretold === 'moved') return this.#moved(c, was, ahead)
    const way = wayOf(c, between.base, now, between.elapsed)
    const side = way > Math.round(way) ? 1 : way < Math.round(way) ? 2 : 0
    const change = this.#moves >= 2 ? this.#change(c) : 0
    return within(c, ahead + this.#rest(c, change, side, ahead === was))
  }

  #moved(c: DenseColumn, was: number, ahead: number): number {
    const { learnt } = this.#bits
    const [heldKey, movedKey] = [`${c.own} offheld`, `${c.own} offmoved`]
    const offHeld = learnt.number(heldKey, 0)
    const offMoved = learnt.number(movedKey, 0)
    const expected = offHeld <= offMoved ? was : ahead
    const value = within(c, expected + this.#rest(c, 0, 0, expected === was))
    if (ahead === was) return value
    const most = 8 * (offHeld + offMoved) + 16
    const off = (from: number) => Math.min(Math.abs(apart(c, value - from)), most)
    learnt.keep(heldKey, offHeld + (off(was) - offHeld) * 0.02)
    learnt.keep(movedKey, offMoved + (off(ahead) - offMoved) * 0.02)
    return value
  }

  /** How unusual the change of a number's velocity is. */
  #change(c: DenseColumn): number {
    const { learnt } = this.#bits
    const by = Math.abs(Number(this.#now[c.velocity]) - Number(this.#between.base[c.velocity]))
    const usually = learnt.number(`${c.own} usually`, 0)
    learnt.keep(`${c.own} usually`, usually + (by - usually) * 0.02)
    return Math.floor(Math.min(3, by / (usually + 0.01)))
  }

  #rest(c: DenseColumn, change: number, side: number, isSome: boolean): number {
    const bits = this.#bits
    const key = `${c.shared} ${this.#moves} ${change}`
    if (!isSome && bits.bit(`${key} some`) === 0) return 0
    const isNegative = bits.bit(`${key} sign ${side}`) === 1
    const size = this.#size(c, key)
    return isNegative ? -size - 1 : size + 1
  }

  #size(c: DenseColumn, key: string): number {
    const bits = this.#bits
    const { wholes } = bits.learnt
    const scaleKey = `${c.shared} scale ${this.#moves}`
    const scale = wholes.get(scaleKey) ?? 4096
    const k = c.foretold === 'driven' ? 4 : 3
    const low = Math.max(0, classOf(Math.floor(scale / 128)) - k)
    let size = 0
    if (low > 0 || bits.bit(`${key} one`) === 0) {
      let part = bits.tree(`${key} part ${low % 2}`, k)
      if (part === 2 ** k - 1) part += bits.count(`${c.shared} beyond`)
      size = Math.min(2 ** 30, part * 2 ** low + bits.raw(low))
    }
    const off = 256 * Math.min(size, 2 ** 18 - 1) - scale
    wholes.set(scaleKey, scale + 1 + Math.floor((8 * off + 3 * Math.abs(off)) / 256))
    return size
  }
}
