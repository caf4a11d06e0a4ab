/** Steps a second of the game. The game's own rules cannot import the game, because the imports would form a circle. */
export const STEP_HZ = 30
/** The length of a step. */
export const STEP_SECONDS: number = 1 / STEP_HZ
