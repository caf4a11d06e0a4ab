import { type FrameTimes, type Looks, Meadow } from './meadow.ts'

/** Sheep settle, and every function is compiled, before frames are timed. */
const SETTLE_FRAMES = 3600
const TIMED_FRAMES = 3600
/** The share of frames that is left out, the slowest: the machine did something else. */
const LEFT_OUT = 1 / 20

/** What a frame takes on average, in ms, and how many sheep it draws. */
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
    sessionMs: mean(times.sessionMs),
    bareMs: mean(times.bareMs),
    inSight: inSight / TIMED_FRAMES,
  }
}

/** The mean without the slowest frames. It is exact to less than a step of the page's clock, unlike a median. */
function mean(ms: readonly number[]): number {
  const sorted = [...ms].sort((a, b) => a - b)
  const kept = sorted.slice(0, Math.floor(ms.length * (1 - LEFT_OUT)))
  return kept.reduce((sum, one) => sum + one, 0) / kept.length
}
