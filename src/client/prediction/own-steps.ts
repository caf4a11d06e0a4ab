import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Raised } from '../../game/raised-events.ts'
import type { StepDriver } from '../../time/loop/step-driver.ts'
import { WholeSteps } from '../../time/loop/whole-steps.ts'
import type { InputSampler } from '../page/input.ts'
import type { SessionStats } from '../page/stats.ts'
import type { Prediction } from './predict.ts'

/** Takes the events that the step of an input has raised. */
export interface RaisedSink {
  raise(raised: readonly Raised[], input: number, by: number): void
}

/** What `OwnSteps` work with. */
export interface OwnStepsOptions {
  /** What they follow. */
  readonly driver: StepDriver
  /** Where their inputs come from. */
  readonly sampler: Pick<InputSampler<AnyGame>, 'sample'>
  /** Where what a step raises goes; undefined in a game without events. */
  readonly events: RaisedSink | undefined
  /** Told how fast they run. */
  readonly stats: Pick<SessionStats, 'pace'>
}

/** The local player's own steps: as many as are due, as fast as a driver says, each with an input of what the page holds. */
export class OwnSteps {
  /** What they follow. */
  readonly driver: StepDriver
  readonly #sampler: OwnStepsOptions['sampler']
  readonly #events: RaisedSink | undefined
  readonly #stats: OwnStepsOptions['stats']
  readonly #steps: WholeSteps

  constructor({ stepMs }: Pick<AnyGame, 'stepMs'>, options: OwnStepsOptions) {
    this.driver = options.driver
    this.#sampler = options.sampler
    this.#events = options.events
    this.#stats = options.stats
    this.#steps = new WholeSteps(stepMs)
  }

  /** How far into the next step the present is, 0 to 1: the moment of the newest step on display. */
  get alpha(): number {
    return this.#steps.alpha
  }

  /** Runs those that are due in a frame of `frameMs` that ends at `nowMs`, but for as many as the server did without. */
  run(prediction: Prediction, nowMs: Ms, frameMs: Ms): void {
    const pace = this.#pace(prediction, nowMs)
    this.#stats.pace = pace
    let due = this.#steps.cut(frameMs * pace) - prediction.skipped
    for (prediction.skipped = 0; due > 0; due--) this.#step(prediction, nowMs)
  }

  /** The driver is told where the steps stood before this frame: what a frame makes then does not come late by it. */
  #pace({ epochs, newest, skipped }: Prediction, nowMs: Ms): number {
    const stamp = epochs.newestStampOf(newest - skipped) / SUBTICKS_PER_STEP
    return this.driver.rate(nowMs, stamp + this.alpha)
  }

  #step(prediction: Prediction, nowMs: Ms): void {
    const { inputs, presses, player } = prediction
    const id = prediction.newest + 1
    this.#sampler.sample(inputs, id, presses)
    const raised = prediction.step()
    if (raised.length > 0) this.#events?.raise(raised, id, player)
    // An input that is held back is sent later, and its way begins then.
    if (!prediction.isResting) this.driver.generated(id, nowMs, inputs.isChanged(id))
  }
}
