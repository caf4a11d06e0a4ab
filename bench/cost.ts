import { angleDifference, Track } from 'glissade/parts'
import { Entities } from '../src/server/world/entities.ts'
import { CURVES, filledTrack } from './cost/entities.ts'
import { onClient, onServer, thingsWith } from './cost/entity-memory.ts'
import { exponent } from './cost/fit.ts'
import { heldBytes } from './cost/held.ts'
import { trackBytes } from './cost/track-bytes.ts'

/** Entities of one server whose memory is measured. */
const TOGETHER = 100
const COUNTS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
const MOST = 5000
const FRAMES = 60
const FROM_MS = 100
const FRAME_MS = 1000 / 60
/** All counts are gone over so many times, because what disturbs lasts for a while. */
const SWEEPS = 30
/** Each visit samples about so many entities, so that few and many are timed alike. */
const SAMPLED = 60_000
/** Three frames are one send interval: each reading of the clock sees the same share of cheap and dear frames. */
const FRAMES_AT_ONCE = 3

/** Nanoseconds per entity and frame, as measured again and again. */
interface Readings {
  readonly count: number
  readonly trackNs: number[]
  readonly bareNs: number[]
}

/** Prints what showing n entities costs, and what one of them holds. */
export function printCost(): void {
  const rows = sweep().map(({ count, trackNs, bareNs }) => {
    return { count, trackNs: median(trackNs), bareNs: median(bareNs) }
  })
  const first = rows[0]!
  console.log('| entities | time of a frame (10 entities = 1) | time per entity (bare loop = 1) |')
  console.log('|--:|--:|--:|')
  for (const { count, trackNs, bareNs } of rows) {
    const frame = (trackNs * count) / (first.trackNs * first.count)
    console.log(
      `| ${count} | ${frame.toFixed(frame < 10 ? 1 : 0)} | ${(trackNs / bareNs).toFixed(1)} |`,
    )
  }
  const fitted = exponent(rows.map(({ count, trackNs }) => [count, trackNs * count]))
  console.log(`\nTime grows with the number of entities to the power of ${fitted.toFixed(2)}.\n`)
  console.log('| samples held | bytes of the arrays | bytes including the objects |')
  console.log('|--:|--:|--:|')
  for (const capacity of [8, 16, 32, 64]) {
    const held = heldBytes(2000, () => new Track({ capacity, curves: CURVES }))
    console.log(`| ${capacity} | ${trackBytes(CURVES, capacity)} | ${roundTo100(held)} |`)
  }
  printEntities()
}

/** Prints what one entity holds on either side: its numbers, and the objects around them. */
function printEntities(): void {
  console.log(
    '\n| fields | server, at rest | server, after 1 s of moving | after 10 s | client, at rest | client, after 1 s of moving | after 10 s |',
  )
  console.log('|--:|--:|--:|--:|--:|--:|--:|')
  for (const fields of [3, 8, 16]) {
    const game = thingsWith(fields)
    const none = heldBytes(20, () => new Entities(game))
    const served = (seconds: number, moves: boolean): number => {
      const held = heldBytes(20, () => {
        const entities = new Entities(game)
        onServer(entities, seconds, moves, TOGETHER)
        return entities
      })
      return (held - none) / TOGETHER
    }
    const shown = (seconds: number, moves: boolean): number =>
      heldBytes(2000, () => onClient(game, seconds, moves))
    const cells = [served, shown].flatMap((end) =>
      [end(1, false), end(1, true), end(10, true)].map(roundTo100),
    )
    console.log(`| ${fields} | ${cells.join(' | ')} |`)
  }
}

function roundTo100(bytes: number): number {
  return Math.round(bytes / 100) * 100
}

function sweep(): Readings[] {
  const tracks = Array.from({ length: MOST }, (_, i) => filledTrack(i))
  const all = COUNTS.map((count): Readings => ({ count, trackNs: [], bareNs: [] }))
  for (let n = 0; n < SWEEPS; n++) for (const readings of all) measure(readings, tracks)
  return all
}

/** Times the first tracks, and a loop over typed arrays that does the same sums. */
function measure({ count, trackNs, bareNs }: Readings, tracks: readonly Track[]): void {
  const from = new Float64Array(3 * count)
  const to = from.map((_, i) => i % 7)
  const out = new Float64Array(3 * count)
  const shown = new Float64Array(3)
  const passes = Math.max(1, Math.round(SAMPLED / (FRAMES * count)))
  // A machine that does other things too interrupts long readings; short ones of few entities say nothing.
  const atOnce = count < 200 ? FRAMES : FRAMES_AT_ONCE
  for (let pass = 0; pass < passes; pass++) {
    for (let i = 0; i < count; i++) filledTrack(i, tracks[i])
    for (let first = 0; first < FRAMES; first += atOnce) {
      const started = process.hrtime.bigint()
      for (let frame = first; frame < first + atOnce; frame++) {
        const timeMs = FROM_MS + frame * FRAME_MS
        for (let i = 0; i < count; i++) tracks[i]!.sample(timeMs, shown)
      }
      const between = process.hrtime.bigint()
      for (let frame = first; frame < first + atOnce; frame++) blend(from, to, frame / FRAMES, out)
      const ended = process.hrtime.bigint()
      trackNs.push(Number(between - started) / (atOnce * count))
      bareNs.push(Number(ended - between) / (atOnce * count))
    }
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}

/** The least that could be done: no search, no extrapolation, no late samples, one pair of states. */
function blend(from: Float64Array, to: Float64Array, alpha: number, out: Float64Array): void {
  for (let i = 0; i < out.length; i += 3) {
    out[i] = from[i]! + (to[i]! - from[i]!) * alpha
    out[i + 1] = from[i + 1]! + (to[i + 1]! - from[i + 1]!) * alpha
    out[i + 2] = from[i + 2]! + angleDifference(from[i + 2]!, to[i + 2]!) * alpha
  }
}
