/** Steps a second, as the game has it: who imports the game from its own rules would import it in a circle. */
export const STEP_HZ = 30
/** How long one takes. */
export const STEP_SECONDS: number = 1 / STEP_HZ
