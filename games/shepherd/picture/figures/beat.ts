/** The time of all figures of a picture: one object that each of them reads. */
export class Beat {
  /** The time since the picture began. */
  seconds = 0.5
  /** Length of this frame. */
  dtSeconds = 0.5

  constructor() {
    this.seconds = 0
    this.dtSeconds = 0
  }

  /** Call once per frame, before any figure. */
  next(dtSeconds: number): void {
    this.dtSeconds = dtSeconds
    this.seconds += dtSeconds
  }
}

/** A number from 0 to 255 that looks random and is always the same for the same two whole numbers. */
export function chanceOf(a: number, b: number): number {
  let mixed = Math.imul(a + 0x9e37, 0x85ebca6b) ^ Math.imul(b + 0x79b9, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) & 255
}
