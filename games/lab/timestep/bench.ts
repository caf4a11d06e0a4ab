import { FixedTimestep } from 'glissade/parts'
import { LANES, Lane, OVERLOAD, RAMP_MS, UNLIMITED_MS } from './lane.ts'
import { Refreshes } from './refreshes.ts'
import type { TimestepSettings } from './settings.ts'

/**
 * The four loops of "Fix Your Timestep!" behind one display: each moves the same spring and the same ball. It reads no clock
 * and draws nothing.
 */
export class TimestepBench {
  readonly lanes: readonly Lane[]
  #settings: TimestepSettings
  readonly #refreshes: Refreshes
  /** Its one step per frame is the time that the frame should simulate. */
  readonly #ideal = new FixedTimestep({
    stepMs: 1,
    mode: 'variable',
    maxFrameMs: UNLIMITED_MS,
  })
  #nowMs = 0
  #lastMs = 0

  constructor(settings: TimestepSettings) {
    this.#settings = settings
    this.lanes = LANES.map((name) => new Lane(name, settings))
    this.#refreshes = new Refreshes(settings.refreshHz, settings.isUneven)
    this.#ideal.scale = settings.timeScale
    this.#load()
  }

  get settings(): TimestepSettings {
    return this.#settings
  }

  /** Takes another time scale or load while it runs. Other settings stay: they need another bench. */
  adjust({ timeScale, isOverloaded }: TimestepSettings): void {
    if (timeScale !== this.#settings.timeScale) {
      this.#ideal.rampTo(timeScale, RAMP_MS)
      for (const lane of this.lanes) lane.rampTo(timeScale)
    }
    this.#settings = { ...this.#settings, timeScale, isOverloaded }
    this.#load()
  }

  /** Shows all frames of the next `elapsedMs`. */
  advance(elapsedMs: number): void {
    this.#nowMs += elapsedMs
    for (; this.#refreshes.nextMs <= this.#nowMs; this.#refreshes.advance())
      this.frame(this.#refreshes.nextMs)
  }

  /** Shows one frame at `nowMs`, which never decreases. Call either this or `advance`. */
  frame(nowMs: number): void {
    const steps = this.#ideal.advance(nowMs)
    const dueMs = steps > 0 ? this.#ideal.stepLengthMs(0) : 0
    this.#lastMs = nowMs
    for (const lane of this.lanes) lane.frame(nowMs, dueMs)
  }

  #load(): void {
    const { isOverloaded, stepHz } = this.#settings
    const costMs = isOverloaded ? (OVERLOAD * 1000) / stepHz : 0
    for (const lane of this.lanes) lane.setCost(costMs, this.#lastMs)
  }
}
