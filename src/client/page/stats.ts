/** What a session has counted and measured. Plain numbers, updated in place; read them whenever you like. */
export interface SessionStats {
  /** Round trip of an input and the snapshot that answers it, smoothed; NaN before the first. */
  rttMs: number
  /** How far behind the newest data remote entities are shown, as the playout wants it. */
  delayMs: number
  /**
   * How much newer the newest snapshot was than the moment on display, at the last frame: what is still there to show.
   * Below 0 it has run dry, or nothing has changed for a while. NaN before the first snapshot.
   */
  bufferMs: number
  /** How fast the input clock runs: 1, or 0.9 to 1.1 while it heals; 0.9 to 1.25 with `authority: sharedTick()`. */
  pace: number
  packetsIn: number
  bytesIn: number
  packetsOut: number
  bytesOut: number
  /** Connections that took the place of one that broke. */
  reconnects: number
  snapshots: number
  /** Snapshots that came after a newer one. */
  lateSnapshots: number
  /** Snapshots that could not be read, after which the server was asked for a complete one. */
  resyncs: number
  /** Entities of which the newest snapshot had no room to tell what is new. */
  deferredEntities: number
  /** Own entities found to differ from the server's state, and by how many units in all the picture was off. */
  corrections: number
  correctionDistance: number
  replayedSteps: number
  /** New epochs of the own time; and, unless there is one tick for everybody, those that came after their first input. */
  rebases: number
  lateRebases: number
  /** Entity-frames shown beyond the newest data: extrapolated, and standing still. */
  extrapolatedFrames: number
  heldFrames: number
  /** Events that were too old to show after a gap. */
  eventsDropped: number
  /** Frames that came over 250 ms after the one before. */
  gaps: number
}

/** All zero. */
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
  gaps: 0,
})
