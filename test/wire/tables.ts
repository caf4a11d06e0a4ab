import { type Bits, need } from './bits.ts'

/** A TABLES packet after its type. */
export interface TablesPart {
  readonly sequence: number
  readonly version: number
  readonly part: number
  readonly parts: number
  readonly bytes: readonly number[]
}

/** Reads a TABLES packet after its type. */
export function readTables(bits: Bits): TablesPart {
  const head = { sequence: bits.u(16), version: bits.u(8), part: bits.u(8), parts: bits.u(8) }
  need(head.version > 0, 'tables of version 0')
  need(head.part < head.parts, 'a part beyond the last')
  const bytes = bits.rest()
  need(bytes.length <= 1100, 'a part of more than 1100 bytes')
  return { ...head, bytes }
}

/** The tables that a client has got, as bytes. */
export class Tables {
  /** By the place that a snapshot's head says, 1 to 3. */
  readonly #whole = new Map<number, { version: number; bytes: readonly number[] }>()
  #newest = 0
  #parts: (readonly number[] | undefined)[] = []

  /** Takes a packet in. */
  take({ version, part, parts, bytes }: TablesPart): void {
    if (this.#newest > 0 && (this.#newest - version + 255) % 255 <= 127 && version !== this.#newest)
      return
    if (version !== this.#newest) this.#parts = []
    this.#newest = version
    this.#parts[part] = bytes
    const all = Array.from({ length: parts }, (_, n) => this.#parts[n])
    if (all.some((one) => one === undefined)) return
    this.#whole.set(1 + (version % 3), { version, bytes: all.flatMap((one) => one!) })
    // Two are kept: the third is older than both.
    this.#whole.delete(1 + ((version === 255 ? 1 : version + 1) % 3))
  }

  /** The bytes of the tables that a snapshot's head names; [] for those that both ends have from the start. */
  at(place: number): readonly number[] {
    if (place === 0) return []
    const found = this.#whole.get(place)
    need(found !== undefined, 'tables that have not come')
    return found.bytes
  }
}
