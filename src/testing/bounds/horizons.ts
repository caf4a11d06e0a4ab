import { positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import type { Path } from '../motions/motion.ts'
import type { Schedule } from '../score/schedule.ts'

/** How far apart the error is looked at; between, it is taken to be even. */
const LOOK_MS = 4
/** How often the last stretch is halved: to 1/16 of `LOOK_MS`. */
const HALVINGS = 4

/**
 * How far beyond the newest stamp each frame of `run` may be shown, in ms, when one knows the truth: the longest time
 * for which going on at the velocity of that stamp stays within `errorUnits` of every path, at most `mostMs`. 0 before
 * the first snapshot. For `bounds({ horizonMs })`: with one path, what is there to be had for that entity; with all,
 * for players who run ahead with all or none. Throws `misuse` unless both are above 0. For set-up, not for frames.
 */
export function horizons(
  paths: readonly Path[],
  run: Schedule,
  errorUnits: number,
  mostMs: Ms,
): Float64Array {
  positive(errorUnits, 'errorUnits')
  positive(mostMs, 'mostMs')
  const horizonMs = new Float64Array(run.frameMs.length)
  for (let frame = 0; frame < horizonMs.length; frame++) {
    const stampMs = run.newestStampMs[frame]!
    if (frame > 0 && stampMs === run.newestStampMs[frame - 1])
      horizonMs[frame] = horizonMs[frame - 1]!
    // Paths need not go on beyond the run, and no frame asks for more.
    else if (!Number.isNaN(stampMs)) {
      horizonMs[frame] = shortest(
        paths,
        stampMs,
        errorUnits,
        Math.min(mostMs, run.lengthMs - stampMs),
      )
    }
  }
  return horizonMs
}

function shortest(paths: readonly Path[], stampMs: Ms, errorUnits: number, mostMs: Ms): Ms {
  let horizonMs = mostMs
  for (const path of paths) horizonMs = horizon(path, stampMs, errorUnits, horizonMs)
  return horizonMs
}

const from = new Float64Array(4)
const truth = new Float64Array(4)

function horizon(path: Path, stampMs: Ms, errorUnits: number, mostMs: Ms): Ms {
  path.state(stampMs, from, 0)
  const isWithin = (aheadMs: Ms): boolean => {
    path.state(stampMs + aheadMs, truth, 0)
    const seconds = aheadMs / 1000
    const x = from[0]! + from[2]! * seconds - truth[0]!
    const y = from[1]! + from[3]! * seconds - truth[1]!
    return x * x + y * y <= errorUnits * errorUnits
  }
  let goodMs = 0
  for (;;) {
    if (goodMs >= mostMs) return mostMs
    const nextMs = Math.min(mostMs, goodMs + LOOK_MS)
    if (isWithin(nextMs)) goodMs = nextMs
    else return lastGood(isWithin, goodMs, nextMs)
  }
}

/** Between a time that is good and one that is not: the last good one found by halving. */
function lastGood(isWithin: (aheadMs: Ms) => boolean, goodMs: Ms, badMs: Ms): Ms {
  let good = goodMs
  let bad = badMs
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (good + bad) / 2
    if (isWithin(middle)) good = middle
    else bad = middle
  }
  return good
}
