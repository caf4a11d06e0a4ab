/** Everything that sheep run from in a step: flat lists, filled anew in each step. */
export class Scares {
  count = 0
  /** The place, the reach, in units, and the strength of a threat (1: a shepherd who walks up). */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly radius: Float64Array
  readonly strength: Float64Array
  /** The herder who gets a sheep that runs from it: a player's number, or minus a bot's; 0 for nobody (a wolf). */
  readonly by: Int32Array

  /** For `most` at a time. */
  constructor(most: number) {
    this.x = new Float64Array(most)
    this.y = new Float64Array(most)
    this.radius = new Float64Array(most)
    this.strength = new Float64Array(most)
    this.by = new Int32Array(most)
  }
}
