/** The place of a picture of fixed shape in a window of any shape. All but `scale` are in CSS pixels. */
export interface Fit {
  left: number
  top: number
  width: number
  height: number
  /** CSS pixels per unit of the picture. */
  scale: number
}

/** The size of a picture or a window. */
export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Fits a picture (in its own units) into a window (in CSS pixels): as large as possible, centred, with its aspect kept and
 * bars around it. Edges lie on whole device pixels, so that the picture is not blurred by half a pixel. `devicePixelRatio` is
 * the number of device pixels in a CSS pixel. Writes `out`.
 */
export function fitInto(out: Fit, window: Size, picture: Size, devicePixelRatio = 1): void {
  const { width, height } = picture
  const scale = Math.min(window.width / width, window.height / height)
  const whole = (css: number): number => Math.round(css * devicePixelRatio) / devicePixelRatio
  out.width = whole(width * scale)
  out.height = whole(height * scale)
  out.left = whole((window.width - out.width) / 2)
  out.top = whole((window.height - out.height) / 2)
  out.scale = scale
}
