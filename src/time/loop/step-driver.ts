import type { Ms } from '../../base/units.ts'

/**
 * Sets how fast a client's input clock runs, and so its own steps. `Pace`, the default, goes by when inputs arrive at the
 * server. `InputLead` is for `authority: sharedTick()`. The others follow an estimate of the server's clock (Multiplayer
 * Platformer Log #5: the client's update loop follows the synchronised clock, not the frames). Times are ms of one local
 * monotonic clock unless said otherwise. Nothing here creates objects.
 */
export interface StepDriver {
  /** Starts again for a connection with steps of `stepMs` and a snapshot every `intervalMs`, both above 0. */
  begin(stepMs: Ms, intervalMs: Ms): void

  /**
   * Notes that input `inputId` (an integer that does not wrap) is generated and sent at `nowMs`. `isChanged`: it differs from
   * the input before, so a tick that repeated that one instead would be wrong. Default false.
   */
  generated(inputId: number, nowMs: Ms, isChanged?: boolean): void

  /**
   * Notes that input `inputId` arrived at `arrivalSteps` of the server's clock, in fractional steps (to a sixteenth). With
   * `authority: sharedTick()` a snapshot reports every input that arrived since the snapshot before, oldest first. `snapshot`
   * is called after these reports.
   */
  arrived?(inputId: number, arrivalSteps: number): void

  /**
   * Notes a snapshot newer than all before. Its stamp is `stampMs` of the server's clock, and it arrived at `arrivedAtMs`. The
   * newest input that the server had then received is `inputId`, which arrived at `arrivalSteps` of the server's clock, in
   * fractional steps. `inputId` is -1 if the snapshot does not say. `leftOut`: see `Playout.arrived`.
   */
  snapshot(
    stampMs: Ms,
    arrivedAtMs: Ms,
    inputId: number,
    arrivalSteps: number,
    leftOut?: number,
  ): void

  /**
   * How fast the input clock should run in the frame that ends at `nowMs`: the `scale` of its `FixedTimestep`, above 0.
   * `stampSteps` is the position of the steps in the server's time, with the fraction of the next one, before this frame
   * advances them. A frame sends all its inputs at its end, so none of them is late by the frame. Called once per frame. 1
   * before anything is known.
   */
  rate(nowMs: Ms, stampSteps: number): number
}
