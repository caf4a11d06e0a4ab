import { emptyHistogram, type Histogram, merge } from '../histogram.ts'

/** What happened to the clients of one process, or of several, since the tally before. Plain data. */
export interface Tally {
  /** How many clients are where, at the end of the tally. */
  readonly now: Whereabouts
  /** How long clients took to join, from the opening of the connection. */
  readonly joinMs: Histogram
  /** Clients that could not join, by the reason. */
  readonly failed: Map<string, number>
  /** Clients whose session ended by itself, by the reason. */
  readonly dropped: Map<string, number>
  /** Connections that broke, and those that took their place. */
  broken: number
  reconnected: number
  /** Times between two snapshots of a client, see `Probe`. */
  readonly gapMs: Histogram
  /** Times from an input to the snapshot that answers it, see `Probe`. */
  readonly answerMs: Histogram
  /** Of all packets, without the heads of their frames. */
  bytesIn: number
  bytesOut: number
  /** How late the timers of the process fired. */
  readonly loopDelayMs: Histogram
  /** How many processors the processes kept busy, and how much of one the busiest of them did. */
  cpu: number
  busiestCpu: number
}

/** How many clients are in which state. */
export interface Whereabouts {
  /** Not due yet. */
  waiting: number
  joining: number
  /** In their room. */
  connected: number
  /** Of those, the ones whose packets travel as datagrams. */
  onDatagrams: number
  reconnecting: number
  /** Failed or dropped. */
  ended: number
}

/** A tally of nothing. */
export const emptyTally = (): Tally => ({
  now: { waiting: 0, joining: 0, connected: 0, onDatagrams: 0, reconnecting: 0, ended: 0 },
  joinMs: emptyHistogram(),
  failed: new Map(),
  dropped: new Map(),
  broken: 0,
  reconnected: 0,
  gapMs: emptyHistogram(),
  answerMs: emptyHistogram(),
  bytesIn: 0,
  bytesOut: 0,
  loopDelayMs: emptyHistogram(),
  cpu: 0,
  busiestCpu: 0,
})

/** Adds one to the count of a reason. */
export function addReason(reasons: Map<string, number>, reason: string, times = 1): void {
  reasons.set(reason, (reasons.get(reason) ?? 0) + times)
}

/** Adds what `from` has counted to `to`: another process in the same second, or the second after. */
export function addCounts(to: Tally, from: Tally): void {
  for (const name of ['joinMs', 'gapMs', 'answerMs', 'loopDelayMs'] as const)
    merge(to[name], from[name])
  for (const name of ['failed', 'dropped'] as const)
    for (const [reason, times] of from[name]) addReason(to[name], reason, times)
  for (const name of ['broken', 'reconnected', 'bytesIn', 'bytesOut'] as const)
    to[name] += from[name]
}

/** The tally of several processes in the same second. */
export function tallyOfAll(tallies: readonly Tally[]): Tally {
  const all = emptyTally()
  for (const tally of tallies) {
    addCounts(all, tally)
    for (const name of Object.keys(all.now) as (keyof Whereabouts)[])
      all.now[name] += tally.now[name]
    all.cpu += tally.cpu
    all.busiestCpu = Math.max(all.busiestCpu, tally.busiestCpu)
  }
  return all
}
