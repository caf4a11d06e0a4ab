import { Random } from '../../base/random.ts'
import type { Ms } from '../../base/units.ts'
import { insides } from '../../client/inside.ts'
import { Session } from '../../client/session.ts'
import type { GameOf } from '../../server/define-room.ts'
import type { Simulation } from '../../testing/simulation.ts'
import { SkewedClock } from '../../testing/virtual-clock.ts'
import type { Playout } from '../../time/playout/playout.ts'
import type { RoomGame } from './room-game.ts'
import type { TraceNetwork } from './trace-network.ts'

/** What a frame of a `RoomPlayer` showed. */
export interface RoomFrame {
  /** The moment of the own player on display; NaN before it has joined. */
  readonly ownMs: Ms
  /** Undefined while the other player is not shown. */
  readonly other: OtherShown | undefined
}

/** What a frame showed of the other player. */
export interface OtherShown {
  readonly x: number
  readonly y: number
  /** The moment on display. */
  readonly shownMs: Ms
  /** The render time, and the time of the newest snapshot and of the other player's newest state. */
  readonly renderMs: Ms
  readonly newestMs: Ms
  readonly newestStateMs: Ms
  /** How far the moment of the other player's clock is behind the render time; below 0: ahead of it. */
  readonly behindRenderMs: Ms
}

const TURNS_PER_SECOND = 1
const JUMPS_PER_SECOND = 1 / 1.2
const JUMP_MS = 300
/** Below the first, a random wish is to run left; above the second, right; in between, neither. */
const LEFT_BELOW = 0.42
const RIGHT_ABOVE = 0.58
/** Each client's clock is far from the room's, and faster. */
const OFFSET_MS = 12_345.678
const PPM = 20

/** How a player of a `scoreRoom` plays. */
export interface RoomPlayerOptions {
  readonly frameHz: number
  /** Seed of its keys. */
  readonly seed: number
  /** Default: that of sessions. */
  readonly playout: Playout | undefined
}

/** One player of a `scoreRoom`. It presses keys at random, and notes what its session shows of the other player. */
export class RoomPlayer {
  readonly session: Session<GameOf<RoomGame>>
  readonly #sim: Simulation<RoomGame>
  readonly #random: Random
  readonly #frameHz: number
  readonly #clock: SkewedClock
  #jumpUntilMs: Ms = 0

  constructor(
    sim: Simulation<RoomGame>,
    network: TraceNetwork,
    { frameHz, seed, playout }: RoomPlayerOptions,
  ) {
    this.#sim = sim
    this.#clock = new SkewedClock(sim.clock, 1 + PPM / 1e6, OFFSET_MS * seed)
    this.#frameHz = frameHz
    this.#random = new Random(seed)
    this.session = new Session(sim.room.game, sim.rawLink(), this.#clock, {
      network,
      playout,
    })
  }

  /** Presses keys, runs a frame, and returns what it shows. */
  frame(): RoomFrame {
    this.#press(this.#sim.clock.nowMs())
    const { session } = this
    session.frame(this.#clock.nowMs())
    const timeline = insides.get(session)?.()?.timeline
    if (!timeline) return { ownMs: Number.NaN, other: undefined }
    const remote = timeline.remotes.find(({ isPredicted, isShown }) => !isPredicted && isShown)
    const view = session.entities('tracer').find(({ mine }) => !mine)
    const other = remote &&
      view && {
        x: view.x,
        y: view.y,
        shownMs: view.seconds * 1000,
        renderMs: timeline.renderTimeMs,
        newestMs: timeline.newestMs,
        newestStateMs: remote.track.newestMs,
        behindRenderMs: timeline.renderTimeMs - remote.track.sampledMs,
      }
    return { ownMs: session.ownTimeMs, other }
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
