/** The part of the level that is in the picture. What is out of it is not drawn and costs next to nothing. */
export class Sight {
  readonly width: number
  readonly height: number
  left = 0
  top = 0

  /** Size of the picture in the level's pixels. */
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  /** Whether something that reaches `reach` pixels round a point can be seen. */
  sees(x: number, y: number, reach: number): boolean {
    const right = x - this.left
    const down = y - this.top
    return (
      right > -reach && right < this.width + reach && down > -reach && down < this.height + reach
    )
  }
}
