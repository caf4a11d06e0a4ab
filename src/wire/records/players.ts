import type { SubTick } from '../../base/units.ts'
import { type BitReader, type BitWriter, unzigzag, zigzag } from '../bits.ts'
import { HISTORY_TICKS } from '../limits.ts'
import { MOST_USUAL, type PlayerTimeline } from './player-timeline.ts'
import { writeRice } from './room-bits.ts'

/** A connected player. */
interface Connected {
  readonly timeline: PlayerTimeline
}

/** The callbacks of reading a body's players, in the order of the body. */
export interface PlayersSink {
  /** The connected players, in the order of their numbers, as far as the body has been read. */
  readonly connected: readonly Connected[]
  left(player: number): void
  /** A player came `ticksAgo` network ticks ago, or has a new part. `usual` follows. */
  part(player: number, ticksAgo: number, part: number): void
  /**
   * Sets how many steps a player is usually behind. Returns false if the packet is malformed: no such player is connected.
   */
  usual(player: number, steps: number): boolean
  /** Returns how many steps the `n`th connected player is expected to be behind. */
  expected(n: number): number
  /** Sets how many steps the `n`th connected player is behind. */
  behind(n: number, steps: number): void
}

/** The highest Rice parameters: for distances, and for how much further behind than usual a player is. */
const MOST_GAP_RICE = 7
const MOST_VALUE_RICE = 3
/** The bits of the largest distances and values. */
const VALUE_BITS = 16

/** Scratch: the distances and values being written. */
const gaps = new Uint16Array(0x10000)
const values = new Uint16Array(0x10000)

/** Whether a body against `baseline` has to contain any player's timeline. */
export function haveNewTimelines(connected: readonly Connected[], baseline: number): boolean {
  for (let i = 0; i < connected.length; i++)
    if (connected[i]!.timeline.toldTick > baseline) return true
  return false
}

/** Writes the timelines that are newer than `baseline`, as of network tick `tick`. */
export function writeTimelines(
  writer: BitWriter,
  connected: readonly Connected[],
  tick: number,
  baseline: number,
): void {
  const has = haveNewTimelines(connected, baseline)
  writer.flag(has)
  if (!has) return
  let count = 0
  for (let i = 0; i < connected.length; i++) if (connected[i]!.timeline.toldTick > baseline) count++
  writer.small(count)
  let previous = 0
  for (let i = 0; i < connected.length; i++) {
    const { timeline } = connected[i]!
    if (timeline.toldTick <= baseline) continue
    writer.small(timeline.player - previous - 1)
    previous = timeline.player
    const hasPart = timeline.partTick > baseline
    writer.flag(hasPart)
    if (hasPart) {
      const ago = tick - timeline.since
      writer.write(ago < HISTORY_TICKS ? ago : HISTORY_TICKS - 1, 7)
      writer.write(timeline.part, 8)
    }
    writer.small(zigzag(timeline.usual))
  }
}

/**
 * Writes which players are not as far behind as expected, at `subTicks` of the room, in a body against `baseline`, which was
 * coded against `before`; -1: none.
 */
export function writeBehind(
  writer: BitWriter,
  connected: readonly Connected[],
  subTicks: SubTick,
  baseline: number,
  before: number,
): void {
  let count = 0
  let next = 0
  for (let i = 0; i < connected.length; i++) {
    const { timeline } = connected[i]!
    const expected = timeline.expectedBehind(subTicks, baseline, before)
    if (timeline.behind === expected) continue
    gaps[count] = i - next
    values[count++] =
      zigzag(timeline.behind - timeline.usual) - (expected === timeline.usual ? 1 : 0)
    next = i + 1
  }
  writer.flag(count > 0)
  if (count === 0) return
  gaps[count] = connected.length - next
  const g = bestRice(gaps, count + 1, MOST_GAP_RICE)
  const k = bestRice(values, count, MOST_VALUE_RICE)
  writer.write(g, 3)
  writer.write(k, 2)
  for (let i = 0; i < count; i++) {
    writeRice(writer, gaps[i]!, g, VALUE_BITS)
    writeRice(writer, values[i]!, k, VALUE_BITS)
  }
  if (next < connected.length) writeRice(writer, gaps[count]!, g, VALUE_BITS)
}

/** Returns the Rice parameter with which the first `count` values take the fewest bits. */
function bestRice(of: Uint16Array, count: number, most: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let k = 0; k <= most; k++) {
    let bits = count * (k + 1)
    for (let i = 0; i < count; i++) bits += of[i]! >>> k < 12 ? of[i]! >>> k : 11 - k + VALUE_BITS
    if (bits >= least) continue
    least = bits
    best = k
  }
  return best
}

/**
 * Reads timelines and times behind; `areTold`: whether they were written. Returns false when they are malformed; the sink has
 * then received the part that was read.
 */
export function readPlayers(reader: BitReader, sink: PlayersSink, areTold: boolean): boolean {
  if (areTold && reader.flag() && !readTimelines(reader, sink)) return false
  const { connected } = sink
  const areNews = areTold && reader.flag()
  const g = areNews ? reader.read(3) : 0
  const k = areNews ? reader.read(2) : 0
  let next = areNews ? reader.rice(g, VALUE_BITS) : connected.length
  for (let n = 0; n < connected.length && !reader.failed; n++) {
    const expected = sink.expected(n)
    if (n !== next) {
      sink.behind(n, expected)
      continue
    }
    const { usual } = connected[n]!.timeline
    const value = reader.rice(k, VALUE_BITS)
    sink.behind(n, usual + unzigzag(value + (expected === usual ? 1 : 0)))
    next = n + 1
    if (next < connected.length) next += reader.rice(g, VALUE_BITS)
  }
  return next === connected.length && !reader.failed
}

function readTimelines(reader: BitReader, sink: PlayersSink): boolean {
  let player = 0
  for (let n = reader.small(0xffff); n > 0 && !reader.failed; n--) {
    player += reader.small(0xffff) + 1
    if (reader.flag()) {
      const ago = reader.read(7)
      const part = reader.read(8)
      if (reader.failed || player > 0xffff) return false
      sink.part(player, ago, part)
    }
    const usual = reader.signedSmall(MOST_USUAL)
    if (reader.failed || !sink.usual(player, usual)) return false
  }
  return !reader.failed
}
