import type { Prediction } from './prediction/predict.ts'
import type { Timeline } from './timeline/timeline.ts'

/** The prediction and the timeline of a session that has joined. */
export interface Inside {
  readonly prediction: Prediction
  readonly timeline: Timeline
}

/** Gives an `Inspector` access to the inside of a session. No entry point exports it. */
export const insides: WeakMap<object, () => Inside | null> = /* @__PURE__ */ new WeakMap()
