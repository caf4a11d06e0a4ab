/** The number of goals that are remembered as given up. */
export const MEMORY = 12

/** What a bot keeps in mind from one thought to the next: plain data. Times are its own, in milliseconds. */
export interface BotMemory {
  /** The state of its random numbers. */
  random: number
  /** The goals that it gave up last, a ring, and when. */
  readonly givenUp: Float64Array
  readonly givenUpMs: Float64Array
  /** The place of the next one. */
  forgotten: number
  /** The id of a coin, another number for a place without one, or -1 for no goal yet. */
  goal: number
  goalX: number
  goalY: number
  /** Whether it was outside of its range when it chose the goal. */
  isOutside: boolean
  /** The least cost of the way to the goal so far, and since when. */
  nearest: number
  progressMs: number
  /** The number of the plan, when it began, and how long it lasts. */
  plan: number
  planFromMs: number
  planMs: number
  /** When it next wants to rest, and for how long. 0: it does not want to. */
  restFromMs: number
  restMs: number
  /** When it turns round, looks for somebody to throw at, and goes for coins again. */
  turnFromMs: number
  lookMs: number
  roamUntilMs: number
  /** When it last thought; NaN: never. */
  lastMs: number
}

/** The memory of a bot that has not thought yet. */
export function newMemory(restFromMs: number): BotMemory {
  return {
    random: 0,
    givenUp: new Float64Array(MEMORY).fill(-1),
    givenUpMs: new Float64Array(MEMORY),
    forgotten: 0,
    goal: -1,
    goalX: 0,
    goalY: 0,
    isOutside: false,
    nearest: 0,
    progressMs: 0,
    plan: 0,
    planFromMs: 0,
    planMs: 0,
    restFromMs,
    restMs: 0,
    turnFromMs: Number.POSITIVE_INFINITY,
    lookMs: 0,
    roamUntilMs: Number.NEGATIVE_INFINITY,
    lastMs: Number.NaN,
  }
}
