/** Counters and measurements of a session: plain numbers, updated in place. Times are in ms. Read them at any time. */
export interface SessionStats {
  /** Round-trip time of an input and the snapshot that answers it, smoothed; NaN before the first. */
  rttMs: number
  /** How far behind the newest data the playout wants to show remote entities. */
  delayMs: number
  /**
   * How much newer the newest snapshot was than the moment on display, at the last frame. Below 0, the buffer has run dry, or
   * nothing has changed for a while. NaN before the first snapshot.
   */
  bufferMs: number
  /** How fast the input clock runs: 1, or 0.9 to 1.1 while it corrects itself; 0.9 to 1.25 with `authority: sharedTick()`. */
  pace: number
  packetsIn: number
  bytesIn: number
  packetsOut: number
  bytesOut: number
  /** Connections that replaced one that broke. */
  reconnects: number
  snapshots: number
  /** Snapshots that came after a newer one. */
  lateSnapshots: number
  /** Snapshots that could not be read, after which the server was asked for a complete one. */
  resyncs: number
  /** Entities that have changed, but for which the newest snapshot had no room. */
  deferredEntities: number
  /** How often an own entity differed from the server's state, and the sum, in units, by which the picture was off. */
  corrections: number
  correctionDistance: number
  replayedSteps: number
  /** New epochs of the own time, and those that came after their first input; none are late with `authority: sharedTick()`. */
  rebases: number
  lateRebases: number
  /** Entities shown past their newest data, summed over frames: those extrapolated, and those standing still. */
  extrapolatedFrames: number
  heldFrames: number
  /** Events that were over 250 ms old when they could be heard, because the page had stood still. */
  eventsDropped: number
  /** Messages of `send` that wait to be sent, or for the server's acknowledgement. */
  messagesWaiting: number
  /** Presses that were not counted because 31 of the same field were under way and 4 more waited: the line stood still. */
  pressesDropped: number
  /** Messages that were dropped because the page did not listen to them, and too many waited. */
  messagesUnheard: number
  /** Frames that came over 1 s after the previous one. */
  gaps: number
}

/** The statistics of a new session. */
export const emptySessionStats = (): SessionStats => ({
  rttMs: Number.NaN,
  delayMs: 0,
  bufferMs: Number.NaN,
  pace: 1,
  packetsIn: 0,
  bytesIn: 0,
  packetsOut: 0,
  bytesOut: 0,
  reconnects: 0,
  snapshots: 0,
  lateSnapshots: 0,
  resyncs: 0,
  deferredEntities: 0,
  corrections: 0,
  correctionDistance: 0,
  replayedSteps: 0,
  rebases: 0,
  lateRebases: 0,
  extrapolatedFrames: 0,
  heldFrames: 0,
  eventsDropped: 0,
  messagesWaiting: 0,
  pressesDropped: 0,
  messagesUnheard: 0,
  gaps: 0,
})
