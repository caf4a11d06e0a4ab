import { type FrameTimes, type Looks, Meadow } from './meadow.ts'

/** Sheep settle, and every function is compiled, before frames are timed. */
const SETTLE_FRAMES = 900
const TIMED_FRAMES = 1800

/** What a frame takes in the middle half of all frames, in ms, and how many sheep it draws on average. */
export interface MeadowTime {
  readonly sessionMs: number
  readonly bareMs: number
  readonly inSight: number
}

declare global {
  /** Plays a meadow of `count` sheep in this page. */
  var timeMeadow: (count: number, looks: Looks) => Promise<MeadowTime>
}

globalThis.timeMeadow = async (count, looks) => {
  const meadow = new Meadow(count, looks)
  for (let n = 0; n < SETTLE_FRAMES; n++) {
    meadow.frame({ sessionMs: [], bareMs: [] })
    // Sessions join in promises.
    await null
  }
  if (meadow.shown !== count) throw new Error(`${meadow.shown} of ${count} sheep are on show`)
  const times: FrameTimes = { sessionMs: [], bareMs: [] }
  let inSight = 0
  for (let n = 0; n < TIMED_FRAMES; n++) {
    meadow.frame(times)
    inSight += meadow.inSight
  }
  return {
    sessionMs: middleMean(times.sessionMs),
    bareMs: middleMean(times.bareMs),
    inSight: inSight / TIMED_FRAMES,
  }
}

/** Leaves out frames in which the machine did something else. A page's clock is too coarse for a median. */
function middleMean(ms: readonly number[]): number {
  const sorted = [...ms].sort((a, b) => a - b)
  const middle = sorted.slice(ms.length >> 2, (ms.length * 3) >> 2)
  return middle.reduce((sum, one) => sum + one, 0) / middle.length
}
