import { above0, finiteFrom0, inRange, misuse } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'

/** The network that a conditioned link pretends to have, in both directions. */
export interface Conditions {
  /** What happens to packets that the wrapped end sends. */
  readonly up: Impairment
  /** What happens to packets that the wrapped end receives. */
  readonly down: Impairment
}

/** What happens to packets in one direction. A field that is left out has no effect. */
export interface Impairment {
  /** One-way delay in ms, finite and from 0; default 0. */
  readonly latencyMs?: Ms | undefined
  /** The most that a packet's delay differs from `latencyMs`, evenly distributed; the sum is at least 0. Default 0. */
  readonly jitterMs?: Ms | undefined
  /** Share of packets lost, each independently, 0 to 1; default 0. */
  readonly loss?: number | undefined
  /** Loss that comes in bursts; default none. */
  readonly burst?: Burst | undefined
  /** Share of packets that arrive twice, 0 to 1; default 0. No effect on ordered links. */
  readonly duplicate?: number | undefined
  /** Share of packets held back by 50 to 100 ms, so that others overtake them, 0 to 1; default 0. */
  readonly reorder?: number | undefined
  /** Capacity of the bottleneck, in bytes of payload per second; default 0 = no limit. */
  readonly bytesPerSecond?: number | undefined
  /** Regular standstills, as in a Wi-Fi scan or a hand-over; default none. */
  readonly freeze?: Freeze | undefined
  /**
   * A recorded network: the delay of each packet in turn, in ms, NaN for a lost packet, played in a loop. It replaces
   * `latencyMs`, `jitterMs`, `loss` and `burst`. On ordered links, repeats and bare acknowledgements take delays from anywhere
   * in the trace. Default none.
   */
  readonly trace?: readonly Ms[] | undefined
}

/**
 * The two-state loss model of Gilbert (1960) and Elliott (1963). The lengths of good and bad stretches are exponentially
 * distributed in time, not in packets, so that the loss does not depend on how often a game sends.
 */
export interface Burst {
  /** Mean length of a good stretch, in which `loss` holds; from 1. */
  readonly goodMs: Ms
  /** Mean length of a bad stretch; from 1. */
  readonly badMs: Ms
  /** Share of packets lost in a bad stretch, 0 to 1. */
  readonly badLoss: number
}

/** During the last `forMs` of every `everyMs` nothing arrives. Afterwards everything that waited arrives at once. */
export interface Freeze {
  /** Time from the end of one standstill to the end of the next; above `forMs`. */
  readonly everyMs: Ms
  /** Length of a standstill; above 0. */
  readonly forMs: Ms
}

/** An `Impairment` that has been checked, with its defaults filled in. */
export interface CheckedImpairment extends Impairment {
  readonly latencyMs: Ms
  readonly jitterMs: Ms
  readonly loss: number
  readonly duplicate: number
  readonly reorder: number
  readonly bytesPerSecond: number
}

/** Fills in the defaults. Throws `misuse` with the field, its value and the need; `name` precedes the field. */
export function checkImpairment(impairment: Impairment, name: string): CheckedImpairment {
  const { burst, freeze, trace } = impairment
  if (burst) {
    inRange(burst.goodMs, `${name}.burst.goodMs`, 1, Number.POSITIVE_INFINITY)
    inRange(burst.badMs, `${name}.burst.badMs`, 1, Number.POSITIVE_INFINITY)
    inRange(burst.badLoss, `${name}.burst.badLoss`, 0, 1)
  }
  if (freeze) {
    above0(freeze.forMs, `${name}.freeze.forMs`)
    if (!(freeze.everyMs > freeze.forMs && freeze.everyMs < Number.POSITIVE_INFINITY))
      misuse(`${name}.freeze.everyMs`, freeze.everyMs, `more than forMs (${freeze.forMs})`)
  }
  if (trace && !trace.some((delayMs) => delayMs >= 0))
    misuse(`${name}.trace`, trace, 'a list with at least one delay')
  for (const delayMs of trace ?? [])
    if (!Number.isNaN(delayMs)) finiteFrom0(delayMs, `${name}.trace`)
  return {
    latencyMs: finiteFrom0(impairment.latencyMs ?? 0, `${name}.latencyMs`),
    jitterMs: finiteFrom0(impairment.jitterMs ?? 0, `${name}.jitterMs`),
    loss: inRange(impairment.loss ?? 0, `${name}.loss`, 0, 1),
    burst,
    duplicate: inRange(impairment.duplicate ?? 0, `${name}.duplicate`, 0, 1),
    reorder: inRange(impairment.reorder ?? 0, `${name}.reorder`, 0, 1),
    bytesPerSecond: finiteFrom0(impairment.bytesPerSecond ?? 0, `${name}.bytesPerSecond`),
    freeze,
    trace,
  }
}

/** Checks both directions as `checkImpairment` does. */
export function checkConditions(conditions: Conditions): {
  readonly up: CheckedImpairment
  readonly down: CheckedImpairment
} {
  return {
    up: checkImpairment(conditions.up, 'conditions.up'),
    down: checkImpairment(conditions.down, 'conditions.down'),
  }
}

/** Returns the mean one-way delay of the packets that arrive, without queues. */
export function meanDelayMs(impairment: CheckedImpairment): Ms {
  return impairment.trace === undefined ? impairment.latencyMs : mean(impairment.trace)
}

function mean(delays: readonly Ms[]): Ms {
  const arrived = delays.filter((delayMs) => !Number.isNaN(delayMs))
  return arrived.reduce((sum, delayMs) => sum + delayMs, 0) / arrived.length
}
