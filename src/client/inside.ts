import type { Prediction } from './prediction/predict.ts'
import type { Timeline } from './timeline/timeline.ts'

/** What is behind the picture of a session that has joined. */
export interface Inside {
  readonly prediction: Prediction
  readonly timeline: Timeline
}

/** How an `Inspector` gets into a session, and nobody else: no door hands this out. */
export const insides: WeakMap<object, () => Inside | null> = /* @__PURE__ */ new WeakMap()
