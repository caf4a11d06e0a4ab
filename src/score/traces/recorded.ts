import { finiteFrom0, misuse } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import type { Trace } from './trace.ts'

/** Options of `recorded`. */
export interface RecordedOptions {
  /**
   * The least delay to play, in ms from 0. All other delays move with it. Default: as recorded, or 0 if the two clocks were so
   * far apart that a delay would be negative.
   */
  readonly baseMs?: Ms | undefined
}

/**
 * Makes a datagram trace of a recording: packet i was sent at `sentMs[i]` and arrived at `arrivesMs[i]`, NaN for a lost one;
 * in any order, from any zero, in ms. Throws `misuse` unless there are at least two packets that were sent at different times,
 * and one that arrived.
 *
 * A packet sent between two recorded ones is lost if the nearer one was. Otherwise its delay lies between those of the nearest
 * packets before and after it that arrived. The recording is played in a loop, in which the first packet follows the last one
 * at the mean interval. If no packet overtook another in the recording, none does when it is played, not even at the loop's
 * seam.
 */
export function recorded(
  sentMs: ArrayLike<Ms>,
  arrivesMs: ArrayLike<Ms>,
  name: string,
  options: RecordedOptions = {},
): Trace {
  const packets = sortedPackets(sentMs, arrivesMs, name)
  const delivered = packets.filter(({ delayMs }) => !Number.isNaN(delayMs))
  const firstMs = packets[0]!.sentMs
  const lastMs = packets.at(-1)!.sentMs
  if (delivered.length === 0)
    misuse(`trace ${name}`, 'lost as a whole', 'one in which a packet arrives')
  if (lastMs === firstMs)
    misuse(`trace ${name}`, 'sent at a single moment', 'sent at two times or more')
  const leastMs = delivered.reduce((least, { delayMs }) => Math.min(least, delayMs), Infinity)
  const baseMs = finiteFrom0(options.baseMs ?? Math.max(0, leastMs), 'baseMs')

  const lengthMs = ((lastMs - firstMs) * packets.length) / (packets.length - 1)
  const isInOrder = delivered.every(
    (packet, i) => i === 0 || arrival(delivered[i - 1]!) <= arrival(packet),
  )
  const arrivals = (times: ArrayLike<Ms>): Float64Array => {
    const result = new Float64Array(times.length)
    let newestMs = Number.NEGATIVE_INFINITY
    for (let i = 0; i < result.length; i++) {
      const timeMs = firstMs + (times[i]! % lengthMs)
      const delayMs = delayAt(timeMs, packets, delivered, lengthMs) + baseMs - leastMs
      result[i] = times[i]! + delayMs
      if (isInOrder && result[i]! < newestMs) result[i] = newestMs
      if (result[i]! > newestMs) newestMs = result[i]!
    }
    return result
  }
  return { name, kind: 'datagram', lengthMs, arrivals }
}

interface Packet {
  readonly sentMs: Ms
  /** NaN if the packet was lost. */
  readonly delayMs: Ms
}

const arrival = (packet: Packet): Ms => packet.sentMs + packet.delayMs

function sortedPackets(
  sentMs: ArrayLike<Ms>,
  arrivesMs: ArrayLike<Ms>,
  name: string,
): readonly Packet[] {
  const count = sentMs.length
  if (arrivesMs.length !== count) misuse('arrivesMs.length', arrivesMs.length, `${count}`)
  if (count < 2) misuse(`trace ${name}`, `${count} packets long`, 'at least two packets long')
  const packets: Packet[] = []
  for (let i = 0; i < count; i++) {
    packets.push({ sentMs: sentMs[i]!, delayMs: arrivesMs[i]! - sentMs[i]! })
  }
  return packets.sort((a, b) => a.sentMs - b.sentMs)
}

/** Returns the delay at a time between the first packet and the end of the loop; NaN: lost. */
function delayAt(
  timeMs: Ms,
  packets: readonly Packet[],
  delivered: readonly Packet[],
  lengthMs: Ms,
): Ms {
  const [before, after] = around(packets, timeMs, lengthMs)
  const nearest = after.sentMs - timeMs < timeMs - before.sentMs ? after : before
  if (Number.isNaN(nearest.delayMs)) return Number.NaN
  const [from, to] = around(delivered, timeMs, lengthMs)
  const widthMs = to.sentMs - from.sentMs
  const share = widthMs > 0 ? (timeMs - from.sentMs) / widthMs : 0
  return from.delayMs + (to.delayMs - from.delayMs) * share
}

/** Returns the last packet up to `timeMs` and the first one after it, from the neighbouring laps if necessary. */
function around(packets: readonly Packet[], timeMs: Ms, lapMs: Ms): readonly [Packet, Packet] {
  let low = 0
  for (let high = packets.length; low < high; ) {
    const middle = (low + high) >> 1
    if (packets[middle]!.sentMs > timeMs) high = middle
    else low = middle + 1
  }
  return [
    packets[low - 1] ?? later(packets.at(-1)!, -lapMs),
    packets[low] ?? later(packets[0]!, lapMs),
  ]
}

function later({ sentMs, delayMs }: Packet, byMs: Ms): Packet {
  return { sentMs: sentMs + byMs, delayMs }
}
