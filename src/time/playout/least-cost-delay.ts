import { HORIZONS_MS } from '../../base/horizons.ts'
import { finiteFrom0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { Lane } from './lane.ts'
import type { Playout } from './playout.ts'
import { RequiredOffsets } from './required-offsets.ts'

/** Settings of a `LeastCostDelay`. */
export interface LeastCostDelayOptions {
  /**
   * How far past the newest data it goes at most while snapshots stay away, and up to 8 ms further as it comes to rest.
   * It never goes more than 120 ms past what can be extrapolated. What is shown must extrapolate movement for as long.
   * 0: it shows only what has arrived. From 0, default 250.
   */
  readonly extrapolateMs?: Ms | undefined
}

/** Up to this many snapshots, every one of them makes all lanes choose their delay anew. */
const FIRST = 60
/** After that, each lane chooses anew once in this many snapshots. */
const AIM_EVERY = 8
/** A local clock that goes back by more is a new one. */
const NEW_CLOCK_MS = 250

/**
 * The default render clock: as close to the present as the network allows. From what came lately (what is 12 s old counts for
 * a third) it knows what any delay would have cost, and takes the cheapest: mean delay + 20 ms for each per cent of frames
 * that are faulty, or show movement extrapolated to where it is probably wrong. There is one such clock (`Lane`) for
 * each of `HORIZONS_MS`; `leadsMs` says how far each is ahead of the first, which is the render time. The lanes run at
 * 0.76x to 1.24x; the clock of a player who is over a second behind runs at 1.5x. While snapshots stay away they slow
 * down before they stand still. (Ramjee et al., "Adaptive Playout Mechanisms"; WebRTC's NetEq for the price of a
 * fault.)
 */
export class LeastCostDelay implements Playout {
  /** How far entities of each extrapolation code are shown ahead of the render time, in ms; see `Playout`. */
  readonly leadsMs: Float64Array = new Float64Array(HORIZONS_MS.length)
  readonly #mostWallMs: Ms
  /** How far each lane's entities can be extrapolated. The first is the render time. */
  #horizonsMs = HORIZONS_MS
  #inputAgeMs: Ms = 0
  /** Whether it is one player's. */
  #isPlayers = false
  #offsets!: RequiredOffsets
  #lanes: readonly Lane[] = []
  /** The lane of the render time. */
  #first!: Lane
  #intervalMs: Ms = 50
  #lastMs: Ms = Number.NaN

  /** Throws `misuse` for an `extrapolateMs` below 0. */
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
      // NaN, before there is anything to show, leads by nothing.
      this.leadsMs[i] = lane.renderTimeMs - first.renderTimeMs || 0
    }
  }
}
