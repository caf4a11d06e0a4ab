import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Raised } from '../../game/raised-events.ts'
import type { StepDriver } from '../../time/loop/step-driver.ts'
import { WholeSteps } from '../../time/loop/whole-steps.ts'
import type { InputSampler } from '../page/input.ts'
import type { SessionStats } from '../page/stats.ts'
import type { Prediction } from './predict.ts'

/** Receives the events that the step of an input has raised. */
export interface RaisedSink {
  /** `ageMs`: how long ago the step was due. */
  raise(raised: readonly Raised[], input: number, by: number, ageMs: Ms): void
}

export interface OwnStepsOptions {
  /** Decides how fast the steps run. */
  readonly driver: StepDriver
  readonly sampler: Pick<InputSampler<AnyGame>, 'begin' | 'sample'>
  /** Receives the events of the steps; undefined in a game without events. */
  readonly events: RaisedSink | undefined
  /** Receives the pace of the steps. */
  readonly stats: Pick<SessionStats, 'pace'>
}

/** Runs the local player's own steps that are due, at the pace of a driver. Each step samples the page's input. */
export class OwnSteps {
  readonly driver: StepDriver
  readonly #sampler: OwnStepsOptions['sampler']
  readonly #events: RaisedSink | undefined
  readonly #stats: OwnStepsOptions['stats']
  readonly #steps: WholeSteps
  readonly #stepMs: Ms

  constructor({ stepMs }: Pick<AnyGame, 'stepMs'>, options: OwnStepsOptions) {
    this.driver = options.driver
    this.#sampler = options.sampler
    this.#events = options.events
    this.#stats = options.stats
    this.#steps = new WholeSteps(stepMs)
    this.#stepMs = stepMs
  }

  /** How far into the next step the present is, 0 to 1. This is also the moment of the newest step on display. */
  get alpha(): number {
    return this.#steps.alpha
  }

  /** Runs the steps due in a frame of `frameMs` that ends at `nowMs`, less those that the server took without an input. */
  run(prediction: Prediction, nowMs: Ms, frameMs: Ms): void {
    const pace = this.#pace(prediction, nowMs)
    this.#stats.pace = pace
    let due = this.#steps.cut(frameMs * pace) - prediction.skipped
    this.#sampler.begin(nowMs, frameMs, due)
    for (prediction.skipped = 0; due > 0; due--)
      this.#step(prediction, nowMs, (due - 1) * this.#stepMs)
  }

  /** Tells the driver where the steps stood before this frame, so that no input counts as late by the frame. */
  #pace({ epochs, newest, skipped }: Prediction, nowMs: Ms): number {
    const stamp = epochs.newestStampOf(newest - skipped) / SUBTICKS_PER_STEP
    return this.driver.rate(nowMs, stamp + this.alpha)
  }

  #step(prediction: Prediction, nowMs: Ms, ageMs: Ms): void {
    const { inputs, presses, player } = prediction
    const id = prediction.newest + 1
    this.#sampler.sample(inputs, id, presses)
    const raised = prediction.step()
    if (raised.length > 0) this.#events?.raise(raised, id, player, ageMs)
    // An input that is held back is sent later, and the driver is told then.
    if (!prediction.isResting) this.driver.generated(id, nowMs, inputs.isChanged(id))
  }
}
