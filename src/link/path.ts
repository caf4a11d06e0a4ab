import { exponential, mixSeed, Random } from '../base/random.ts'
import type { Ms } from '../base/units.ts'
import { Episodes } from './episodes.ts'
import { type CheckedImpairment, meanDelayMs } from './impairment.ts'

/** The most that a queue before a bottleneck holds; a datagram that finds it full is lost. */
const QUEUE_MS = 500
const HELD_BACK_LEAST_MS = 50
const HELD_BACK_MOST_MS = 100

/** When a packet arrives, and when its second copy does; NaN: never. */
export interface Trip {
  readonly arrivesAtMs: Ms
  readonly copyArrivesAtMs: Ms
}

/**
 * One direction of a pretended network: computes what its impairment does to each packet. Every packet takes the same number
 * of random draws, so that a change of one setting leaves the outcomes of all others alone.
 */
export class Path {
  /** May be replaced at any time. The outcome of packets already sent stays. */
  impairment: CheckedImpairment
  readonly #isBounded: boolean
  readonly #random: Random
  readonly #extraRandom: Random
  /** Bad stretches, generated with the impairment in force when they are first asked for. */
  readonly #bursts: Episodes
  readonly #startMs: Ms
  /** When the bottleneck will have passed on all packets so far. */
  #busyUntilMs: Ms = Number.NEGATIVE_INFINITY
  #traceAt = 0

  /** `isBounded`: whether a full queue loses packets (datagrams) or makes the sender wait (TCP). */
  constructor(impairment: CheckedImpairment, isBounded: boolean, seed: number, nowMs: Ms) {
    this.impairment = impairment
    this.#isBounded = isBounded
    this.#random = new Random(seed)
    this.#extraRandom = new Random(mixSeed(seed, 2))
    this.#bursts = new Episodes(
      mixSeed(seed, 1),
      (random) => exponential(random, this.impairment.burst?.goodMs ?? Infinity),
      (random) => exponential(random, this.impairment.burst?.badMs ?? 0),
    )
    this.#startMs = nowMs
  }

  /** Sends a packet of `size` bytes. `sentAtMs` must never run backwards. */
  travel(sentAtMs: Ms, size: number): Trip {
    const { impairment } = this
    const random = this.#random
    const lossDraw = random.next()
    const jitterDraw = random.between(-1, 1)
    const isHeldBack = random.next() < impairment.reorder
    const heldBackMs = random.between(HELD_BACK_LEAST_MS, HELD_BACK_MOST_MS)
    const isDoubled = random.next() < impairment.duplicate
    const copyJitterDraw = random.between(-1, 1)

    const leavesAtMs = this.#queue(sentAtMs, size)
    let delayMs = this.#delayMs(jitterDraw)
    if (impairment.trace !== undefined) {
      delayMs = impairment.trace[this.#traceAt++ % impairment.trace.length] ?? Number.NaN
    } else if (lossDraw < this.#lossAt(leavesAtMs)) {
      delayMs = Number.NaN
    }
    if (Number.isNaN(leavesAtMs + delayMs)) return LOST
    if (isHeldBack) delayMs += heldBackMs
    const arrivesAtMs = this.#thawed(leavesAtMs + delayMs)
    if (!isDoubled) return { arrivesAtMs, copyArrivesAtMs: Number.NaN }
    const copyDelayMs = impairment.trace === undefined ? this.#delayMs(copyJitterDraw) : delayMs
    return { arrivesAtMs, copyArrivesAtMs: this.#thawed(leavesAtMs + copyDelayMs) }
  }

  /**
   * Sends a packet that TCP adds: a repeat or a bare acknowledgement. Returns when it arrives; NaN: lost. It has random numbers
   * of its own, and takes any place of a trace, so that it does not change the outcome of the packets of `travel`.
   */
  travelExtra(sentAtMs: Ms, size: number): Ms {
    const { trace } = this.impairment
    const draw = this.#extraRandom.next()
    const jitterDraw = this.#extraRandom.between(-1, 1)
    const leavesAtMs = this.#queue(sentAtMs, size)
    if (trace !== undefined) {
      return this.#thawed(leavesAtMs + (trace[Math.floor(draw * trace.length)] ?? Number.NaN))
    }
    if (draw < this.#lossAt(leavesAtMs)) return Number.NaN
    return this.#thawed(leavesAtMs + this.#delayMs(jitterDraw))
  }

  /** When the bottleneck will have passed on what was sent at `sentAtMs`, the newest. */
  leavesAtMs(sentAtMs: Ms): Ms {
    return Math.max(sentAtMs, this.#busyUntilMs)
  }

  /** Returns when a packet that must not be lost arrives. */
  surelyArrivesAtMs(leavesAtMs: Ms): Ms {
    return this.#thawed(leavesAtMs + meanDelayMs(this.impairment))
  }

  /** Bytes that wait before the bottleneck. */
  backlogBytes(nowMs: Ms): number {
    const { bytesPerSecond } = this.impairment
    return bytesPerSecond === 0
      ? 0
      : (Math.max(0, this.#busyUntilMs - nowMs) * bytesPerSecond) / 1000
  }

  /** Returns when the packet has left the bottleneck; NaN: the queue was full. */
  #queue(sentAtMs: Ms, size: number): Ms {
    const { bytesPerSecond } = this.impairment
    if (bytesPerSecond === 0) return sentAtMs
    const startsAtMs = Math.max(sentAtMs, this.#busyUntilMs)
    if (this.#isBounded && startsAtMs - sentAtMs > QUEUE_MS) return Number.NaN
    this.#busyUntilMs = startsAtMs + (size * 1000) / bytesPerSecond
    return this.#busyUntilMs
  }

  #delayMs(jitterDraw: number): Ms {
    return Math.max(0, this.impairment.latencyMs + this.impairment.jitterMs * jitterDraw)
  }

  #lossAt(timeMs: Ms): number {
    const { burst, loss } = this.impairment
    return burst && this.#bursts.has(timeMs - this.#startMs) ? burst.badLoss : loss
  }

  /** Returns the end of the standstill that contains `timeMs`, or `timeMs` itself when none does. */
  #thawed(timeMs: Ms): Ms {
    const { freeze } = this.impairment
    if (freeze === undefined) return timeMs
    const sinceMs = (timeMs - this.#startMs) % freeze.everyMs
    return sinceMs < freeze.everyMs - freeze.forMs ? timeMs : timeMs + freeze.everyMs - sinceMs
  }
}

const LOST: Trip = { arrivesAtMs: Number.NaN, copyArrivesAtMs: Number.NaN }
