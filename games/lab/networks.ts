import { Random } from 'glissade'
import { ordered, type Trace, traceOf } from 'glissade/score'

/** A network to choose: what it does by itself, and where it puts the sliders, which add to that. */
interface Network {
  readonly label: string
  /** The scorer's name of what the network does by itself; null: nothing. */
  readonly base: string | null
  readonly latencyMs: number
  readonly jitterMs: number
  readonly lossPercent: number
}

/** The networks by their names in the address. */
export const NETWORKS = {
  near: network('A server near you', null, 25, 10, 0),
  far: network('Across an ocean', null, 80, 20, 1),
  log: network('200 ms there and back, 15 % lost', null, 90, 20, 15),
  bursts: network('Bursts of loss', 'gilbert'),
  wifi: network('Wi-Fi with stalls', 'wifi-spike'),
  phone: network('A phone that changes cells', 'lte-tail'),
  download: network('A download fills the queue', 'bufferbloat'),
  route: network('The route changes', 'route-step'),
  perfect: network('No network at all', null),
} as const satisfies { readonly [name: string]: Network }

/** A network's name in the address; `file`: the trace that was dropped onto the page. */
export type NetworkName = keyof typeof NETWORKS | 'file'

/** What the sliders add to a network. */
export interface Impairments {
  /** What every packet takes longer, in ms. */
  readonly latencyMs: number
  /** The most that a packet takes longer still, evenly distributed from 0, in ms. */
  readonly jitterMs: number
  /** Share of packets lost, each independently, in per cent. */
  readonly lossPercent: number
  /** `ordered`: what TCP makes of it. */
  readonly link: 'datagram' | 'ordered'
}

/** Chance changes with every 1/256 ms of the time of sending. */
const CHANCES_PER_MS = 256

/**
 * The network between server and display as a trace of the scorer: `base`, and what the sliders add. A packet's fate depends on
 * when it is sent alone, so that all lanes, and the scorer, get the same packets.
 */
export function traceWith(base: Trace | null, impairments: Impairments): Trace {
  const { latencyMs, jitterMs, lossPercent, link } = impairments
  const random = new Random()
  const arrivals = (sentMs: ArrayLike<number>): Float64Array => {
    const arrivesMs = base ? base.arrivals(sentMs) : Float64Array.from(sentMs)
    for (let i = 0; i < arrivesMs.length; i++) {
      random.reseed(Math.round(sentMs[i]! * CHANCES_PER_MS))
      const addedMs = latencyMs + jitterMs * random.next()
      if (random.next() * 100 < lossPercent) arrivesMs[i] = Number.NaN
      else arrivesMs[i]! += addedMs
    }
    return arrivesMs
  }
  const name = base?.name ?? 'sliders'
  const { clockPpm, lengthMs = Number.POSITIVE_INFINITY } = base ?? {}
  const trace: Trace = { name, kind: 'datagram', clockPpm, lengthMs, arrivals }
  return link === 'ordered' ? ordered(trace) : trace
}

/** What a network does by itself; null: nothing. `file`: the trace that was dropped, if the network is that one. */
export function baseOf(name: NetworkName, file: Trace | null): Trace | null {
  if (name === 'file') return file
  const { base } = NETWORKS[name]
  return base === null ? null : traceOf(base)
}

function network(
  label: string,
  base: string | null,
  latencyMs = 0,
  jitterMs = 0,
  lossPercent = 0,
): Network {
  return { label, base, latencyMs, jitterMs, lossPercent }
}
