import { HORIZONS_MS } from '../../base/horizons.ts'
import { finiteFrom0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { Lane } from './lane.ts'
import type { Playout } from './playout.ts'
import { RequiredOffsets } from './required-offsets.ts'

/** Settings of a `LeastCostDelay`. */
export interface LeastCostDelayOptions {
  /**
   * The most that the clock goes past the newest data while snapshots stay away; it goes up to 8 ms further as it comes to
   * rest. It never goes more than 120 ms past what can be extrapolated. Whatever shows entities must extrapolate movement for
   * as long. 0 shows only what has arrived. At least 0, default 250.
   */
  readonly extrapolateMs?: Ms | undefined
}

/** Until this many snapshots have come, each makes all lanes choose their delay again. */
const FIRST = 60
/** After that, each lane chooses again once in this many snapshots. */
const AIM_EVERY = 8
/** A local clock that goes back by more than this is a new clock. */
const NEW_CLOCK_MS = 250

/**
 * The default render clock: as close to the present as the network allows. It knows what any delay would have cost lately
 * (arrivals 12 s old count for a third) and takes the cheapest. The cost is the mean delay, plus 20 ms for each per cent of
 * frames that are faulty or show movement extrapolated to where it is probably wrong. There is one `Lane` for each of
 * `HORIZONS_MS`, and `leadsMs` holds how far each is ahead of the first, which is the render time. Lanes run at 0.76x to 1.24x.
 * The clock of a player who is over a second behind runs at 1.5x. While snapshots stay away, lanes slow down before they stand
 * still. (Ramjee et al., "Adaptive Playout Mechanisms"; WebRTC's NetEq for the price of a fault.)
 */
export class LeastCostDelay implements Playout {
  /** How far ahead of the render time entities are shown, in ms, by their horizon. See `Playout`. */
  readonly leadsMs: Float64Array = new Float64Array(HORIZONS_MS.length)
  readonly #mostWallMs: Ms
  /** How far the entities of each lane can be extrapolated. The first lane is the render time. */
  #horizonsMs = HORIZONS_MS
  #inputAgeMs: Ms = 0
  /** Whether this is the clock of one player. */
  #isPlayers = false
  #offsets!: RequiredOffsets
  #lanes: readonly Lane[] = []
  /** The lane of the render time. */
  #first!: Lane
  #intervalMs: Ms = 50
  #lastMs: Ms = Number.NaN

  /** Throws `misuse` if `extrapolateMs` is not a finite number or is below 0. */
  constructor(options: LeastCostDelayOptions = {}) {
    this.#mostWallMs = finiteFrom0(options.extrapolateMs ?? 250, 'extrapolateMs')
    this.begin(50)
  }

  begin(intervalMs: Ms): void {
    const jumps = this.#lanes[0]?.jumps ?? 0
    this.#intervalMs = intervalMs
    const offsets = new RequiredOffsets(intervalMs, this.#isPlayers)
    this.#offsets = offsets
    const lane = { intervalMs, inputAgeMs: this.#inputAgeMs, mostWallMs: this.#mostWallMs }
    this.#lanes = this.#horizonsMs.map((horizonMs) => new Lane(offsets, { ...lane, horizonMs }))
    this.#first = this.#lanes[0]!
    this.#first.jumps = jumps
    this.#lastMs = Number.NaN
    this.leadsMs.fill(0)
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms, leftOut = 0, isQuiet = false): void {
    const { news } = this.#offsets
    if (!this.#offsets.insert(stampMs, arrivedAtMs, leftOut, isQuiet)) return
    const lanes = this.#lanes
    if (news > FIRST) lanes[news % AIM_EVERY]?.aim()
    else for (let i = 0; i < lanes.length; i++) lanes[i]!.aim()
  }

  advance(nowMs: Ms): Ms {
    const frameMs = nowMs - this.#lastMs
    if (frameMs < -NEW_CLOCK_MS) this.#lastMs = nowMs
    if (!(frameMs <= 0)) this.#step(nowMs, frameMs)
    return this.#first.renderTimeMs
  }

  jump(nowMs: Ms): void {
    this.#step(nowMs, Number.NaN)
  }

  another(inputAgeMs: Ms = 0): LeastCostDelay {
    const made = new LeastCostDelay({ extrapolateMs: this.#mostWallMs })
    made.#horizonsMs = this.#horizonsMs.slice(0, 1)
    made.#inputAgeMs = inputAgeMs
    made.#isPlayers = true
    made.begin(this.#intervalMs)
    made.#offsets.learnFrom(this.#offsets)
    return made
  }

  get horizonMs(): Ms {
    return this.#first.horizonMs
  }

  set horizonMs(horizonMs: Ms) {
    const before = this.#first.horizonMs
    this.#first.horizonMs = horizonMs
    if (this.#first.horizonMs !== before) this.#first.aim()
  }

  get renderTimeMs(): Ms {
    return this.#first.renderTimeMs
  }

  get delayMs(): Ms {
    return this.#first.delayMs
  }

  get rate(): number {
    return this.#first.rate
  }

  get jumps(): number {
    return this.#first.jumps
  }

  /** Moves all lanes on; see `Lane.step`. */
  #step(nowMs: Ms, frameMs: Ms): void {
    const first = this.#first
    if (Number.isNaN(nowMs)) return
    this.#lastMs = nowMs
    for (let i = 0; i < this.#lanes.length; i++) {
      const lane = this.#lanes[i]!
      lane.step(nowMs, frameMs)
      // NaN, before there is anything to show, becomes a lead of 0.
      this.leadsMs[i] = lane.renderTimeMs - first.renderTimeMs || 0
    }
  }
}
