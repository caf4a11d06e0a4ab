import type { Path } from '../motions/motion.ts'
import type { Measurable } from './play.ts'
import { SHOWN, SHOWN_WIDTH } from './player.ts'

/**
 * Computes how unevenly the entities were shown: the root mean square of the third difference of the places in four scored
 * frames in a row, displayed over true at the same frames. The differences are divided by time, so that dropped frames do not
 * look like jerks. On even frames this is the plain third difference. Frames across a displayed teleport are left out of the
 * displayed side, and those across a true one out of the true side. NaN if the truth has no third difference.
 */
export function jerkRatio(recording: Measurable, entities: readonly number[]): number {
  const { run, paths, shown } = recording
  const width = paths.length * SHOWN_WIDTH
  const truth = new Float64Array(run.frameMs.length * 2)
  const picture = new Float64Array(run.frameMs.length * 2)
  const shownMs = new Float64Array(run.frameMs.length)
  const displayed = { sum: 0, count: 0 }
  const real = { sum: 0, count: 0 }
  for (const entity of entities) {
    const path = paths[entity]!
    for (let i = 0; i < run.frameMs.length; i++) {
      const at = i * width + entity * SHOWN_WIDTH
      path.state(run.frameMs[i]!, placeScratch, 0)
      truth[i * 2] = placeScratch[0]!
      truth[i * 2 + 1] = placeScratch[1]!
      picture[i * 2] = shown[at + SHOWN.x]!
      picture[i * 2 + 1] = shown[at + SHOWN.y]!
      shownMs[i] = shown[at + SHOWN.tracer]!
    }
    add(displayed, picture, run.frameMs, shownMs, path, run.firstScored)
    add(real, truth, run.frameMs, run.frameMs, path, run.firstScored)
  }
  const ratio = Math.sqrt(displayed.sum / displayed.count / (real.sum / real.count))
  return Number.isFinite(ratio) ? ratio : Number.NaN
}

const placeScratch = new Float64Array(4)

function add(
  into: { sum: number; count: number },
  places: Float64Array,
  frameMs: Float64Array,
  momentsMs: Float64Array,
  path: Path,
  firstScored: number,
): void {
  for (let i = Math.max(3, firstScored); i < frameMs.length; i++) {
    if (path.teleports(momentsMs[i - 3]!) !== path.teleports(momentsMs[i]!)) continue
    const x = thirdDifference(places, 0, frameMs, i)
    const y = thirdDifference(places, 1, frameMs, i)
    if (!Number.isFinite(x + y)) continue
    into.sum += x * x + y * y
    into.count++
  }
}

/** Returns Newton's divided difference over frames `i - 3` to `i`. */
function thirdDifference(places: Float64Array, axis: number, t: Float64Array, i: number): number {
  const t0 = t[i - 3]!
  const t1 = t[i - 2]!
  const t2 = t[i - 1]!
  const t3 = t[i]!
  const p1 = places[(i - 2) * 2 + axis]!
  const p2 = places[(i - 1) * 2 + axis]!
  const d01 = (p1 - places[(i - 3) * 2 + axis]!) / (t1 - t0)
  const d12 = (p2 - p1) / (t2 - t1)
  const d23 = (places[i * 2 + axis]! - p2) / (t3 - t2)
  const d012 = (d12 - d01) / (t2 - t0)
  const d123 = (d23 - d12) / (t3 - t1)
  return (d123 - d012) / (t3 - t0)
}
