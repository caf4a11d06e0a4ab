import { GlissadeError } from '../../base/error.ts'
import type { Ms } from '../../base/units.ts'
import { BitWriter, zigzag } from '../../wire/bits.ts'
import { writeRice } from '../../wire/records/room-bits.ts'
import type { Archive } from './archive.ts'
import { MOST_TEXT } from './data-types.ts'
import { DataWriter, type References } from './data-writer.ts'

/** Whole numbers up to this are written in groups of bits. */
export const MOST_SMALL = 0x10000000
/** Numbers that are whole when multiplied by one of these are written so: fields on a grid usually are. */
export const SCALES: readonly number[] = [16, 64, 256, 4096, 10, 100, 1000, 65_536]
const SCALE_BITS = 3
/** The parameter of Rice's code for offsets: those of fields that move evenly are mostly below 16. */
export const OFFSET_K = 3
/** Bits of the length of a text: short or long. */
const SHORT_BITS = 6
const LONG_BITS = 24

const BITS = /* @__PURE__ */ new DataView(new ArrayBuffer(8))

/** The most bytes of a saved room. Redis takes twice as many as one value. */
export const MOST_BYTES: number = 2 ** 28

/** Writes what is saved. Throws `misuse` for what a `SaveReader` could not read. */
export class SaveWriter implements Archive {
  readonly isRestoring = false
  readonly bits: BitWriter = new BitWriter(16_384)
  readonly #data: DataWriter
  readonly #texts = new Map<string, number>()

  /** `references`: tells which objects are entities or players of the room. */
  constructor(references: References) {
    this.#data = new DataWriter(this, references)
  }

  flag(value: boolean): boolean {
    this.bits.flag(value)
    return value
  }

  number(value: number): number {
    const { bits } = this
    const isWhole = isSmall(value)
    bits.flag(isWhole)
    if (isWhole) {
      bits.small(folded(value))
      return value
    }
    const scale = SCALES.findIndex((by) => isScaled(value, by))
    bits.flag(scale >= 0)
    if (scale >= 0) {
      bits.write(scale, SCALE_BITS)
      bits.small(folded(Math.round(value * SCALES[scale]!)))
    } else {
      BITS.setFloat64(0, value)
      bits.write(BITS.getUint32(0), 32)
      bits.write(BITS.getUint32(4), 32)
    }
    return value
  }

  offset(value: number): number {
    this.bits.flag(value !== 0)
    if (value !== 0) writeRice(this.bits, zigzag(value) - 1, OFFSET_K, 32)
    return value
  }

  ms(value: Ms): Ms {
    return this.number(value)
  }

  text(value: string): string {
    const known = this.#texts.get(value)
    this.bits.flag(known !== undefined)
    if (known !== undefined) this.bits.small(known)
    else {
      if (value.length > MOST_TEXT) throw tooLarge('a text')
      this.checkSize(2 * value.length)
      this.#texts.set(value, this.#texts.size)
      const isShort = value.length < 2 ** SHORT_BITS
      this.bits.flag(isShort)
      this.bits.text(value, isShort ? SHORT_BITS : LONG_BITS)
    }
    return value
  }

  bytes(value: Uint8Array): Uint8Array {
    this.number(value.length)
    this.checkSize(value.length)
    for (let i = 0; i < value.length; i++) this.bits.write(value[i]!, 8)
    return value
  }

  data(value: unknown, path: string): unknown {
    this.#data.write(value, path)
    return value
  }

  /** Throws `misuse` if the room has more bytes than a saved one may have, of which so many come now. */
  checkSize(more = 0): void {
    if (this.bits.byteLength + more > MOST_BYTES) throw tooLarge('the room')
  }
}

function tooLarge(what: string): GlissadeError {
  const most = `${MOST_TEXT} characters, and a room ${MOST_BYTES} bytes`
  return new GlissadeError('misuse', `save: ${what} is too large: a text has at most ${most}`)
}

/** Whether a number is whole, small, and not -0. */
function isSmall(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= MOST_SMALL && !Object.is(value, -0)
}

function isScaled(value: number, by: number): boolean {
  const whole = Math.round(value * by)
  return isSmall(whole) && whole / by === value
}

function folded(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}
