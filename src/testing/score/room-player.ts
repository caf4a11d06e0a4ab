import { Random } from '../../base/random.ts'
import type { Ms } from '../../base/units.ts'
import { insides } from '../../client/inside.ts'
import { Session } from '../../client/session.ts'
import type { Playout } from '../../clock/playout.ts'
import type { Simulation } from '../simulation.ts'
import { SkewedClock } from '../virtual-clock.ts'
import type { RoomGame } from './room-game.ts'
import type { TraceNetwork } from './trace-network.ts'

/** Numbers that a `RoomPlayer` notes in a frame, after what it shows of the other: x, y and the moment, in ms. */
export const NOTED = {
  x: 0,
  y: 1,
  shownMs: 2,
  /** The render time, and the time of the newest snapshot and of the other player's newest state. */
  renderMs: 3,
  newestMs: 4,
  newestStateMs: 5,
  /** The other player's lag on display. */
  lagMs: 6,
  /** The moment of the own player on display. */
  ownMs: 7,
} as const
/** Numbers noted in a frame. */
export const NOTED_WIDTH = 8

const TURNS_PER_SECOND = 1
const JUMPS_PER_SECOND = 1 / 1.2
const JUMP_MS = 300
/** What the wish of a turn is: left, right, or nothing in between. */
const LEFT_BELOW = 0.42
const RIGHT_ABOVE = 0.58
/** Each client's clock: far from the room's, and faster. */
const OFFSET_MS = 12_345.678
const PPM = 20

/** One player of a `scoreRoom`: presses keys by chance, and notes what its session shows of the other one. */
export class RoomPlayer {
  readonly session: Session<RoomGame>
  readonly #sim: Simulation<RoomGame>
  readonly #random: Random
  readonly #frameHz: number
  readonly #clock: SkewedClock
  #jumpUntilMs: Ms = 0

  constructor(
    sim: Simulation<RoomGame>,
    network: TraceNetwork,
    frameHz: number,
    seed: number,
    playout: Playout | undefined,
  ) {
    this.#sim = sim
    this.#clock = new SkewedClock(sim.clock, 1 + PPM / 1e6, OFFSET_MS * seed)
    this.#frameHz = frameHz
    this.#random = new Random(seed)
    this.session = new Session(sim.room.game, sim.rawLink(), this.#clock, { network, playout })
  }

  /** A frame: presses keys, shows, and writes what it shows to `out` from `at` on; NaN for what is not there. */
  frame(out: Float64Array, at: number): void {
    this.#press(this.#sim.clock.nowMs())
    const { session } = this
    session.frame(this.#clock.nowMs())
    out.fill(Number.NaN, at, at + NOTED_WIDTH)
    const inside = insides.get(session)?.()
    if (!inside) return
    const { timeline } = inside
    out[at + NOTED.ownMs] = session.ownTimeMs
    const remote = timeline.remotes.find(({ isPredicted, isShown }) => !isPredicted && isShown)
    const view = session.entities('tracer').find(({ mine }) => !mine)
    if (!remote || !view) return
    out[at + NOTED.x] = view.x
    out[at + NOTED.y] = view.y
    out[at + NOTED.shownMs] = view.seconds * 1000
    out[at + NOTED.renderMs] = timeline.renderTimeMs
    out[at + NOTED.newestMs] = timeline.newestMs
    out[at + NOTED.newestStateMs] = remote.track.newestMs
    out[at + NOTED.lagMs] = remote.lag.ms
  }

  #press(nowMs: Ms): void {
    const { input } = this.session
    const random = this.#random
    if (random.next() < TURNS_PER_SECOND / this.#frameHz) {
      const wish = random.next()
      input.left = wish < LEFT_BELOW
      input.right = wish > RIGHT_ABOVE
    }
    if (random.next() < JUMPS_PER_SECOND / this.#frameHz) this.#jumpUntilMs = nowMs + JUMP_MS
    input.jump = nowMs < this.#jumpUntilMs
  }
}
