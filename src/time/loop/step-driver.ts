import type { Ms } from '../../base/units.ts'

/**
 * What a client's own steps follow: how fast its input clock runs. `Pace`, the default, listens to when inputs
 * arrive at the server; the others follow an estimate of the server's clock (Multiplayer Platformer Log #5: the
 * client's update loop follows the synchronised clock, not the frames). Times are ms of one local monotonic clock
 * unless said otherwise; nothing here creates objects.
 */
export interface StepDriver {
  /** Starts anew for a connection with steps of `stepMs` and a snapshot every `intervalMs`, both above 0. */
  begin(stepMs: Ms, intervalMs: Ms): void

  /**
   * Notes that input `inputId` (an integer that does not wrap) is generated and sent at `nowMs`. `isChanged`: it is not like
   * the one before, so a tick that went without it and repeated that one would be wrong. Default false.
   */
  generated(inputId: number, nowMs: Ms, isChanged?: boolean): void

  /**
   * Notes that input `inputId` came at `arrivalSteps` of the server's clock, in steps with their fraction (to a sixteenth).
   * With `authority: sharedTick()` a snapshot tells this of every input that came since the one before, oldest first; `snapshot`
   * is called after that.
   */
  arrived?(inputId: number, arrivalSteps: number): void

  /**
   * Notes a snapshot newer than all before: it stands for `stampMs` of the server's clock and came at
   * `arrivedAtMs`. The newest input the server had then received is `inputId`, which came at `arrivalSteps` of
   * the server's clock, in steps with their fraction; `inputId` is -1 when nothing is said of that. `leftOut`: see
   * `Playout.arrived`.
   */
  snapshot(
    stampMs: Ms,
    arrivedAtMs: Ms,
    inputId: number,
    arrivalSteps: number,
    leftOut?: number,
  ): void

  /**
   * How fast the input clock should run in the frame that ends at `nowMs`: the `scale` of its `FixedTimestep`,
   * above 0. `stampSteps`: where the steps stand in the server's time, with the fraction of the next one, before this
   * frame moves them on: a frame sends all its inputs at its end, and so none of them is late by the frame. Called
   * once per frame. 1 before anything is known.
   */
  rate(nowMs: Ms, stampSteps: number): number
}
