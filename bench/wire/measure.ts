import { median } from '../cpu/rounds.ts'
import { checkRows } from './check.ts'
import type { MakeCodec, WireCodec } from './codec.ts'
import { SEND_HZ, WIDTH, type Workload } from './workload.ts'

/** The ages of baselines, in updates, that a workload is coded at. */
export const AGES: readonly number[] = [1, 2, 6]
const PASSES = 5
/** A round: so many ticks of each in turn. */
const ROUND = 20

/** What the updates of a workload take. */
export interface Taken {
  readonly name: string
  /** The mean update in bytes, at each age of `AGES`; null where it has no such baselines. */
  readonly bytes: readonly (number | null)[]
  /** Of one update, in ns: a figure of this machine. */
  readonly encodeNs: number
  readonly decodeNs: number
  /** Of those of the codec that all are compared with. */
  readonly encodeRatio: number
  readonly decodeRatio: number
}

/** Kilobits per second, of 1000 bits, of updates of so many bytes. */
export function kbpsOf(bytes: number): number {
  return (bytes * SEND_HZ * 8) / 1000
}

/**
 * What each codec takes, exact in bytes; in time by rounds of all in turn, each compared with the one at `reference`
 * in the same round; medians. Every value of every tick that is decoded is checked first. Throws where one is wrong.
 */
export function measure(
  workload: Workload,
  makes: readonly MakeCodec[],
  reference: number,
): Taken[] {
  const bytes = makes.map((make) => AGES.map((age) => meanBytes(workload, make, age)))
  const encodes: number[][] = []
  const decodes: number[][] = []
  let names: string[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    const codecs = makes.map((make) => make())
    names = codecs.map(({ name }) => name)
    for (let first = 1; first + ROUND <= workload.ticks + 1; first += ROUND) {
      const round = codecs.map((codec) => play(codec, first))
      encodes.push(round.map(({ encodeNs }) => encodeNs))
      decodes.push(round.map(({ decodeNs }) => decodeNs))
    }
  }
  const over = (rounds: readonly number[][], read: (round: number[]) => number): number =>
    median(rounds.map(read))
  return names.map((name, i) => ({
    name,
    bytes: bytes[i]!,
    encodeNs: over(encodes, (round) => round[i]!),
    decodeNs: over(decodes, (round) => round[i]!),
    encodeRatio: over(encodes, (round) => round[i]! / round[reference]!),
    decodeRatio: over(decodes, (round) => round[i]! / round[reference]!),
  }))
}

/** The mean update at an age, of the ticks that have a state so old; null: it has none, or no such ones. */
function meanBytes(workload: Workload, make: MakeCodec, age: number): number | null {
  const codec = make()
  if (codec.baseline === 'previous' && age > 1) return null
  const size = workload.entities * WIDTH
  const out = new Float64Array(size)
  let bytes = 0
  for (let tick = 1; tick <= workload.ticks; tick++) {
    codec.stage?.(tick)
    const length = codec.encode(tick, Math.min(tick, age))
    codec.decode()
    codec.show(out)
    checkRows(codec.name, out, workload.values, tick * size)
    if (tick >= age) bytes += length
  }
  return bytes / (workload.ticks - age + 1)
}

/** One round of one codec. */
function play(codec: WireCodec, first: number): { encodeNs: number; decodeNs: number } {
  let encodeNs = 0
  let decodeNs = 0
  for (let tick = first; tick < first + ROUND; tick++) {
    codec.stage?.(tick)
    const started = process.hrtime.bigint()
    codec.encode(tick, 1)
    const between = process.hrtime.bigint()
    codec.decode()
    const ended = process.hrtime.bigint()
    encodeNs += Number(between - started)
    decodeNs += Number(ended - between)
  }
  return { encodeNs: encodeNs / ROUND, decodeNs: decodeNs / ROUND }
}
