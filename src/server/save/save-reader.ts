import type { Ms } from '../../base/units.ts'
import { BitReader, unzigzag } from '../../wire/bits.ts'
import { type Archive, archiveWhole, unreadable } from './archive.ts'
import { DataReader, type Referents } from './data-reader.ts'
import { MOST_SMALL, OFFSET_K, SCALES } from './save-writer.ts'

const SCALE_BITS = 3
const SHORT_BITS = 6
const LONG_BITS = 24

const BITS = /* @__PURE__ */ new DataView(new ArrayBuffer(8))

/** Reads what a `SaveWriter` wrote. Throws `misuse` where the bytes end too early. */
export class SaveReader implements Archive {
  readonly isRestoring = true
  /** How much later the restored room's clock is than that of the saved room. */
  shiftMs: Ms = 0
  readonly bits: BitReader
  readonly #data: DataReader
  readonly #texts: string[] = []

  /** `referents`: finds entities and players of the restored room. */
  constructor(bytes: Uint8Array, referents: Referents) {
    this.bits = new BitReader().start(bytes)
    this.#data = new DataReader(this, referents)
  }

  flag(): boolean {
    const value = this.bits.flag()
    this.#check()
    return value
  }

  number(): number {
    const { bits } = this
    if (bits.flag()) return this.#small()
    if (bits.flag()) {
      const scale = SCALES[bits.read(SCALE_BITS)]!
      return this.#small() / scale
    }
    BITS.setUint32(0, bits.read(32))
    BITS.setUint32(4, bits.read(32))
    this.#check()
    return BITS.getFloat64(0)
  }

  #small(): number {
    const folded = this.bits.small(2 * MOST_SMALL)
    this.#check()
    return folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2
  }

  offset(): number {
    const value = this.bits.flag() ? unzigzag(this.bits.rice(OFFSET_K, 32) + 1) : 0
    this.#check()
    return value
  }

  ms(): Ms {
    return this.number() + this.shiftMs
  }

  text(): string {
    const { bits } = this
    if (bits.flag()) {
      const known = this.#texts[bits.small(2 ** 28)]
      if (known === undefined) throw unreadable()
      return known
    }
    const length = bits.read(bits.flag() ? SHORT_BITS : LONG_BITS)
    let value = ''
    for (let left = length; left > 0 && !bits.failed; left -= 8192)
      value += bits.units(Math.min(left, 8192))
    this.#check()
    this.#texts.push(value)
    return value
  }

  bytes(): Uint8Array {
    const length = archiveWhole(this, 0, 0, this.bits.byteLength)
    const bytes = new Uint8Array(length)
    for (let i = 0; i < bytes.length; i++) bytes[i] = this.bits.read(8)
    this.#check()
    return bytes
  }

  data(_value: unknown, _path: string): unknown {
    return this.#data.read()
  }

  /** Throws `misuse` unless everything but the hash at the end has been read. */
  end(): void {
    this.bits.align()
    this.bits.read(32)
    if (!this.bits.finished()) throw unreadable()
  }

  #check(): void {
    if (this.bits.failed) throw unreadable()
  }
}
