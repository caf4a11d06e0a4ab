import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { FRESH } from './chances.ts'
import { RangeCoder } from './range-coder.ts'

const WORDS = 12
const fresh = () => new Int32Array(WORDS).fill(FRESH)
const even = () => new Float32Array(5).fill(0.3)

/** Codes a run of decisions of every sort, the same on both sides; what each gave. */
function codeSome(coder: RangeCoder, random: Random, count: number): number[] {
  const given: number[] = []
  for (let n = 0; n < count; n++) {
    const model = random.uint32() % WORDS
    // The more the higher the model, up to never anything else.
    const bit = random.next() < model / (WORDS - 1) ? 1 : 0
    const bits = random.uint32() % 32
    const value = random.uint32() >>> (32 - bits || 31)
    if (n % 3 === 0) given.push(coder.bit(model, bit))
    else if (n % 3 === 1) given.push(coder.mixed(model, ...others(model), 0, bit))
    else given.push(coder.raw(bits === 0 ? 0 : value, bits))
  }
  return given
}

function others(model: number): [number, number, number, number] {
  const next = (n: number) => (model + n) % WORDS
  return [next(1), next(2), next(3), next(5)]
}

describe('the range coder', () => {
  test.each([0, 1, 2, 7, 100, 5000])('reads what it wrote, %i decisions', (count) => {
    for (let seed = 1; seed <= (count > 1000 ? 2 : 40); seed++) {
      const [writer, reader] = [new RangeCoder(4), new RangeCoder(4)]
      writer.startWriting(fresh(), even())
      const written = codeSome(writer, new Random(seed), count)
      const length = writer.finish()
      reader.startReading(fresh(), even(), writer.bytes, 0, length)
      // What is handed in while reading counts for nothing.
      const sequence = new Random(seed)
      expect(codeSome(reader, sequence, count), `seed ${seed}`).toEqual(written)
      expect(reader.isSpent).toBe(true)
    }
  })

  test('reads from within other bytes, and takes zeros for what is past the end', () => {
    const writer = new RangeCoder()
    writer.startWriting(fresh(), even())
    const written = codeSome(writer, new Random(3), 50)
    const length = writer.finish()
    const around = new Uint8Array(length + 9).fill(0xff)
    around.set(writer.bytes.subarray(0, length), 4)
    const reader = new RangeCoder()
    reader.startReading(fresh(), even(), around, 4, 4 + length)
    expect(codeSome(reader, new Random(3), 50)).toEqual(written)
  })

  test('a bit that is foreseen takes next to nothing, and a surprise costs its due', () => {
    const words = fresh()
    const coder = new RangeCoder()
    coder.startWriting(words, even())
    for (let n = 0; n < 10_000; n++) coder.bit(0, 1)
    const sure = coder.finish()
    expect(sure).toBeLessThan(20)
    coder.startWriting(words, even())
    for (let n = 0; n < 8; n++) coder.bit(0, 0)
    expect(coder.finish()).toBeGreaterThan(2)
  })

  test('a mixture comes to trust the model that knows', () => {
    const random = new Random(9)
    const coder = new RangeCoder()
    coder.startWriting(new Int32Array(WORDS).fill(FRESH), even())
    for (let n = 0; n < 8000; n++) {
      const bit = random.uint32() & 1
      // Model 0 or 1 is asked for what it always sees; the others see noise.
      coder.mixed(bit, 2, 3, 4, 5, 0, bit)
    }
    expect(coder.finish() * 8).toBeLessThan(800)
  })

  test('bytes left over show', () => {
    const reader = new RangeCoder()
    reader.startReading(fresh(), even(), Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 0, 8)
    reader.bit(0, 0)
    expect(reader.isSpent).toBe(false)
  })

  test('raw bits of anything lie in their range', () => {
    const random = new Random(11)
    const bytes = Uint8Array.from({ length: 400 }, () =>
      random.uint32() & 3 ? 255 : random.uint32(),
    )
    const reader = new RangeCoder()
    reader.startReading(fresh(), even(), bytes, 0, bytes.length)
    for (let n = 0; n < 600; n++) {
      const bits = n % 32
      const value = reader.raw(0, bits)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThan(2 ** bits)
      expect([0, 1]).toContain(reader.bit(n % WORDS, 0))
    }
  })
})
