/** The part of a game's world that is in the picture. What is outside of it is not drawn and costs next to nothing. */
export class Sight {
  readonly width: number
  readonly height: number
  /** The picture's upper left corner, in units of the world; it moves with the camera. */
  left = 0.5
  top = 0.5

  /** Size of the picture in units. */
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  /** Whether something that reaches `reach` units round a point can be seen. Allocates nothing. */
  sees(x: number, y: number, reach: number): boolean {
    const right = x - this.left
    const down = y - this.top
    return (
      right > -reach && right < this.width + reach && down > -reach && down < this.height + reach
    )
  }

  /**
   * The same for a place that is passed as an object: V8 boxes fractional arguments where it does not inline the call.
   */
  holds(place: { readonly x: number; readonly y: number }, reach: number): boolean {
    const right = place.x - this.left
    const down = place.y - this.top
    return (
      right > -reach && right < this.width + reach && down > -reach && down < this.height + reach
    )
  }
}
