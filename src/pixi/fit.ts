/** Where a picture of fixed shape goes in a window of any shape. CSS pixels but for `scale`. */
export interface Fit {
  left: number
  top: number
  width: number
  height: number
  /** CSS pixels per unit of the picture. */
  scale: number
}

/**
 * Fits a picture of `width` x `height` units into a window (CSS pixels): as large as it can be, aspect kept,
 * centred, bars around it. Edges are put on whole device pixels, so that the picture is not blurred by half a
 * pixel; `devicePixelRatio` says how many there are to a CSS pixel. Writes `out` and allocates nothing.
 */
export function fitInto(
  out: Fit,
  windowWidth: number,
  windowHeight: number,
  width: number,
  height: number,
  devicePixelRatio = 1,
): void {
  const scale = Math.min(windowWidth / width, windowHeight / height)
  const whole = (css: number): number => Math.round(css * devicePixelRatio) / devicePixelRatio
  out.width = whole(width * scale)
  out.height = whole(height * scale)
  out.left = whole((windowWidth - out.width) / 2)
  out.top = whole((windowHeight - out.height) / 2)
  out.scale = scale
}
