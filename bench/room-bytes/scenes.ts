import type { Conditions } from '../../src/link/impairment.ts'

/** What the players of a room do, and over which networks. */
export interface Scene {
  readonly name: string
  /** Both ways of everybody. */
  readonly conditions: Conditions
  /** Whether everybody walks; else nobody does. */
  readonly walks: boolean
  /** How many hide their page after 5 s. */
  readonly hidden: number
  /** Whether these never had it in view, so they have sent no input at all. */
  readonly isHiddenFromStart?: boolean
  /** How often a hidden page runs a frame. Default: never. */
  readonly hiddenFrameHz?: number
}

/** A path of 40 ms each way. */
function path(jitterMs = 0, loss = 0): Conditions {
  const impairment = { latencyMs: 40, jitterMs, loss }
  return { up: impairment, down: impairment }
}

const STANDING = { conditions: path(), walks: false }

/** Every scene that `npm run bench -- room-bytes` prints. */
export const SCENES: readonly Scene[] = [
  { name: 'all walk', conditions: path(), walks: true, hidden: 0 },
  { name: 'all walk, +-10 ms', conditions: path(10), walks: true, hidden: 0 },
  { name: 'all walk, +-25 ms, 2 % loss', conditions: path(25, 0.02), walks: true, hidden: 0 },
  { name: 'all stand', ...STANDING, hidden: 0 },
  { name: '1 hidden', ...STANDING, hidden: 1 },
  { name: '5 hidden', ...STANDING, hidden: 5 },
  { name: '25 hidden', ...STANDING, hidden: 25 },
  { name: '25 hidden from the start', ...STANDING, hidden: 25, isHiddenFromStart: true },
  { name: '25 hidden, a frame a second', ...STANDING, hidden: 25, hiddenFrameHz: 1 },
]
