/** Where a player looks from, as of the newest network tick in which anybody asked. */
export class Look {
  /** That network tick; -1 before the first. */
  tick = -1
  /** Whether it looks from everywhere; else `at` is where from. */
  isEverywhere = true
  readonly at: Float64Array = new Float64Array(2)
}

/** The point of view of everybody in a game without `interest`. */
export const EVERYWHERE: Look = /* @__PURE__ */ new Look()
