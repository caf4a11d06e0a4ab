import { SnapshotInterpolation } from '@geckos.io/snapshot-interpolation'
import type { Ms } from '../../src/base/units.ts'
import {
  type MotionContender,
  type MotionPlayer,
  type MotionScene,
  type MotionSnapshot,
  SHOWN,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
} from '../../src/score/measures/player.ts'
import { atTime } from './simulated-clock.ts'

/**
 * The package @geckos.io/snapshot-interpolation 1.1.1 itself, used as its README says: `snapshot.add` on arrival,
 * `calcInterpolation('x y tracer')` in every frame, its own buffer (three server frames), its correction of the time
 * offset left on. Its clock is `Date.now`, which is simulated while its calls run, in whole ms as on a real machine;
 * the server's stamps are whole ms too, because its server half takes them from `Date.now`. A frame for which it gives
 * nothing leaves on the screen what was there, as its example does.
 */
export const geckos: MotionContender = {
  name: 'geckos',
  about:
    'is the package @geckos.io/snapshot-interpolation 1.1.1, which buffers 3 intervals, interpolates linearly, and freezes when data runs out',
  create: (scene) => new GeckosPlayer(scene),
}

/** Today, roughly: near 0 the package takes a time for a share between 0 and 1, and an offset of -1 for none. */
const EPOCH_MS = 1_700_000_000_000
const FIELDS = 'x y tracer'

/** What comes back of an entity; the package's own type allows anything. */
type Entity = Readonly<Record<'x' | 'y' | 'tracer', number>>

class GeckosPlayer implements MotionPlayer {
  readonly #buffer: SnapshotInterpolation
  readonly #ids: readonly string[]
  readonly #interpolate = () => this.#buffer.calcInterpolation(FIELDS)

  constructor(scene: MotionScene) {
    this.#buffer = new SnapshotInterpolation(scene.sendHz)
    this.#ids = Array.from({ length: scene.entities }, (_, i) => `e${i}`)
  }

  arrived({ index, stampMs, arrivedAtMs, states }: MotionSnapshot): void {
    const state = this.#ids.map((id, i) => {
      const at = i * STATE_WIDTH
      const tracer = states[at + STATE.tracer]!
      return { id, x: states[at + STATE.x]!, y: states[at + STATE.y]!, tracer }
    })
    const snapshot = { id: String(index), time: Math.floor(EPOCH_MS + stampMs), state }
    atTime(EPOCH_MS + arrivedAtMs, () => this.#buffer.snapshot.add(snapshot))
  }

  frame(nowMs: Ms, shown: Float64Array): void {
    const state = atTime(EPOCH_MS + nowMs, this.#interpolate)?.state
    if (!state) return
    for (let i = 0; i < state.length; i++) {
      const entity = state[i] as unknown as Entity
      const at = i * SHOWN_WIDTH
      shown[at + SHOWN.x] = entity.x
      shown[at + SHOWN.y] = entity.y
      shown[at + SHOWN.tracer] = entity.tracer
    }
  }
}
