import { mean, quantile } from '../../src/score/measures/quantile.ts'
import type { Recording, SessionRecording } from './recorder-page.ts'

/** What one session of a recording comes to. Times in ms. */
export interface LinkFigures {
  /** How old the newest snapshot is in a frame. */
  readonly ageP50: number
  readonly ageP90: number
  readonly ageP99: number
  readonly ageMax: number
  /** The longest time without a newer snapshot. */
  readonly longestGapMs: number
  /** How old the picture of another player is, on average over all frames and players, and at most. */
  readonly shownMs: number
  readonly shownMaxMs: number
  /** Frames in which another player's picture runs at less than 0.75 or more than 1.25 times its speed, in per cent. */
  readonly faultPercent: number
  /** The longest time in which the pictures of all others stood still. */
  readonly frozenMs: number
}

/** A displayed moment that moves on by a smaller share of a frame stands still. */
const FROZEN_RATE = 0.1
const FAULTY = { least: 0.75, most: 1.25 }

/**
 * Computes the figures of both sessions of a recording. The smallest distance between the page's clock and the newest moment
 * that any frame knew of is taken as that of a packet with the least delay of the network, `leastMs`.
 */
export function figuresOf(
  recording: Recording,
  leastMs: number,
): { readonly datagram: LinkFigures; readonly socket: LinkFigures } {
  const { frameMs, sessions } = recording
  const distances = [sessions.datagram, sessions.socket].map(({ newestMs }) =>
    Math.min(...frameMs.map((atMs, i) => atMs - newestMs[i]!).filter((ms) => !Number.isNaN(ms))),
  )
  const offsetMs = Math.min(...distances) - leastMs
  return {
    datagram: figuresOfSession(sessions.datagram, frameMs, offsetMs),
    socket: figuresOfSession(sessions.socket, frameMs, offsetMs),
  }
}

function figuresOfSession(
  { newestMs, shownMs }: SessionRecording,
  frameMs: readonly number[],
  offsetMs: number,
): LinkFigures {
  const ages = frameMs.map((atMs, i) => atMs - offsetMs - newestMs[i]!).filter(Number.isFinite)
  const delays: number[] = []
  let faults = 0
  let frames = 0
  let frozenMs = 0
  let movedMs = frameMs[0]!
  for (const [i, atMs] of frameMs.entries()) {
    let moved = false
    for (const shown of shownMs) {
      const delayMs = atMs - offsetMs - shown[i]!
      if (!Number.isFinite(delayMs)) continue
      delays.push(delayMs)
      if (i === 0 || !Number.isFinite(shown[i - 1]!)) continue
      const rate = (shown[i]! - shown[i - 1]!) / (atMs - frameMs[i - 1]!)
      frames++
      if (rate < FAULTY.least || rate > FAULTY.most) faults++
      if (rate >= FROZEN_RATE) moved = true
    }
    if (moved) movedMs = atMs
    frozenMs = Math.max(frozenMs, atMs - movedMs)
  }
  let longestGapMs = 0
  let newerMs = frameMs[0]!
  for (const [i, atMs] of frameMs.entries()) {
    if (i > 0 && newestMs[i]! > newestMs[i - 1]!) newerMs = atMs
    longestGapMs = Math.max(longestGapMs, atMs - newerMs)
  }
  return {
    ageP50: quantile(ages, 0.5),
    ageP90: quantile(ages, 0.9),
    ageP99: quantile(ages, 0.99),
    ageMax: quantile(ages, 1),
    longestGapMs,
    shownMs: mean(delays),
    shownMaxMs: quantile(delays, 1),
    faultPercent: (100 * faults) / frames,
    frozenMs,
  }
}
