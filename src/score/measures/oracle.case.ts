import type { Ms } from '../../base/units.ts'
import type { Motion, Path } from '../motions/motion.ts'
import type { Trace } from '../traces/trace.ts'
import { type MotionContender, SHOWN_WIDTH } from './player.ts'
import { schedule } from './schedule.ts'
import type { ScoreOptions } from './score-types.ts'

/** A network that always takes 50 ms. */
export const even50: Trace = {
  name: 'even50',
  kind: 'datagram',
  lengthMs: Number.POSITIVE_INFINITY,
  arrivals: (sentMs) => Float64Array.from(sentMs, (timeMs) => timeMs + 50),
}

/** Returns a motion along `at`, the same for all its entities. */
export function motionOf(at: (seconds: number) => readonly [x: number, y: number]): Motion {
  const path: Path = {
    state(timeMs, out, from) {
      const [x, y] = at(timeMs / 1000)
      out.set([x, y, 0, 0], from)
    },
    teleports: () => 0,
  }
  return { name: 'made', about: 'for tests', create: (_, count) => Array(count).fill(path) }
}

/** 100 units/s to the right. */
export const line: Motion = motionOf((seconds) => [100 * seconds, 0])

/** How an oracle changes a frame. */
export interface OracleOptions {
  /** Returns the moment that frame `frame`, at `frameMs`, shows. */
  moment(frame: number, frameMs: Ms): Ms
  /** Returns by how many units the picture is moved to the right. Default 0. */
  shift?: (frame: number, frameMs: Ms) => number
}

/** Returns a player that knows the truth. Its pictures are wrong only by what the test asks for. */
export function oracle(options: ScoreOptions, how: OracleOptions): MotionContender {
  const { motions = [line], perMotion = 1, seed = 1 } = options
  const { frameMs, lengthMs } = schedule(even50, options)
  const paths = motions.flatMap((motion) => motion.create(seed, perMotion, lengthMs))
  const state = new Float64Array(4)
  const create = () => {
    let frame = 0
    return {
      arrived() {},
      frame(_: Ms, shown: Float64Array) {
        const momentMs = how.moment(frame, frameMs[frame]!)
        const shift = how.shift?.(frame, frameMs[frame]!) ?? 0
        for (const [entity, path] of paths.entries()) {
          path.state(momentMs, state, 0)
          shown.set([state[0]! + shift, state[1]!, momentMs], entity * SHOWN_WIDTH)
        }
        frame++
      },
    }
  }
  return { name: 'oracle', about: 'knows the truth', create }
}
