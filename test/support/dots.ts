/** The forty-line game of the README, which the tests play too. */
export { game as dots } from '../readme/game.ts'
