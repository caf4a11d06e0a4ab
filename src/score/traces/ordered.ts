import { finiteFrom0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import type { Trace } from './trace.ts'

/** Options of `ordered`. */
export interface OrderedOptions {
  /** The round trip while nothing queues, in ms, from 0. Default: twice the least delay of the trace. */
  readonly rttMs?: Ms | undefined
}

/** The least retransmission timeout, as in Linux. */
const LEAST_RTO_MS = 200
/** How often a packet is sent again at most. The last repeat always arrives, so a dead network causes a delay of minutes. */
const MOST_REPEATS = 10
/** The times at which the least delay is probed, for the default round trip. */
const PROBE_EVERY_MS = 50
const PROBE_FOR_MS = 60_000

/**
 * Returns what TCP makes of a network: nothing is lost, nothing overtakes, and packets wait while an earlier one is repaired.
 * The name is that of `trace` with `/tcp` after it. A trace that is already ordered is returned as it is.
 *
 * The rules are simpler than those of a conditioned ordered link (`TcpSender`): RACK (RFC 8985) with a quarter of `rttMs` for
 * reordering, or a timeout of max(200 ms, srtt + 4 var) that doubles. A repeat meets the network as it is when the repeat is
 * sent. RACK covers repeats too: a packet that is sent after a repeat and gets through reveals the loss of the repeat. The
 * round trip is measured packet by packet, as in RFC 6298, so that a growing queue puts off the timeout. Acknowledgements take
 * half of `rttMs` and are never lost. Loss slows down no sending. Throws `misuse` if `rttMs` is not a finite number, at least
 * 0.
 */
export function ordered(trace: Trace, options: OrderedOptions = {}): Trace {
  if (trace.kind === 'ordered') return trace
  const rttMs = finiteFrom0(options.rttMs ?? 2 * leastDelayMs(trace), 'rttMs')
  const arrivals = (sentMs: ArrayLike<Ms>): Float64Array => {
    const arrivesMs = trace.arrivals(sentMs)
    repair(trace, sentMs, arrivesMs, rttMs)
    for (let i = 1; i < arrivesMs.length; i++) {
      if (arrivesMs[i]! < arrivesMs[i - 1]!) arrivesMs[i] = arrivesMs[i - 1]!
    }
    return arrivesMs
  }
  const { clockPpm, lengthMs } = trace
  return { name: `${trace.name}/tcp`, kind: 'ordered', clockPpm, lengthMs, arrivals }
}

/** Replaces each NaN by the arrival of the repeat that gets through. */
function repair(trace: Trace, sentMs: ArrayLike<Ms>, arrivesMs: Float64Array, rttMs: Ms): void {
  const backMs = rttMs / 2
  const roundTrip = new RoundTrip(rttMs)
  const first = arrivesMs.slice()
  let newestAckMs = 0
  for (let i = 0; i < first.length; i++) {
    if (!Number.isNaN(first[i]!)) {
      roundTrip.add(first[i]! - sentMs[i]! + backMs)
      newestAckMs = Math.max(newestAckMs, first[i]! + backMs)
      continue
    }
    let leftAtMs = sentMs[i]!
    let timerFromMs = Math.max(leftAtMs, newestAckMs)
    let rtoMs = roundTrip.rtoMs
    let later = i + 1
    for (let repeats = 1; Number.isNaN(arrivesMs[i]!); repeats++) {
      const timeoutMs = timerFromMs + rtoMs
      let dueMs = timeoutMs
      while (later < first.length && sentMs[later]! <= leftAtMs) later++
      // A packet sent after `dueMs` cannot reveal the loss before that.
      for (let j = later; j < first.length && sentMs[j]! < dueMs; j++) {
        const toldMs = first[j]! + backMs + rttMs / 4
        if (toldMs < dueMs) dueMs = toldMs
      }
      if (dueMs === timeoutMs) rtoMs *= 2
      leftAtMs = timerFromMs = dueMs
      arrivesMs[i] = trace.arrivals([leftAtMs])[0]!
      if (repeats === MOST_REPEATS && Number.isNaN(arrivesMs[i]!)) arrivesMs[i] = leftAtMs + backMs
    }
  }
}

/** Mean and variation of the round trip, and the timeout that follows from them (RFC 6298, with Linux's least timeout). */
class RoundTrip {
  rtoMs: Ms
  #meanMs: Ms
  #variationMs: Ms = 0

  constructor(firstMs: Ms) {
    this.#meanMs = firstMs
    this.rtoMs = Math.max(LEAST_RTO_MS, firstMs)
  }

  add(rttMs: Ms): void {
    this.#variationMs += (Math.abs(rttMs - this.#meanMs) - this.#variationMs) / 4
    this.#meanMs += (rttMs - this.#meanMs) / 8
    this.rtoMs = Math.max(LEAST_RTO_MS, this.#meanMs + 4 * this.#variationMs)
  }
}

function leastDelayMs(trace: Trace): Ms {
  const count = Math.ceil(Math.min(trace.lengthMs, PROBE_FOR_MS) / PROBE_EVERY_MS)
  const sentMs = Float64Array.from({ length: count }, (_, i) => i * PROBE_EVERY_MS)
  const arrivesMs = trace.arrivals(sentMs)
  let leastMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < count; i++) {
    const delayMs = arrivesMs[i]! - sentMs[i]!
    if (delayMs < leastMs) leastMs = delayMs
  }
  // If no probe arrived, 50 ms is as good a guess as any.
  return leastMs < Number.POSITIVE_INFINITY ? leastMs : 50
}
