import { BitmapText, type Container, Graphics, GraphicsContext } from 'pixi.js'
import { INK } from './palette.ts'

/** A state that is held: small and white, so that a tint gives it its player's colour. */
export const STATE: GraphicsContext = new GraphicsContext()
  .circle(0, 0, 1.8)
  .fill({ color: INK, alpha: 0.55 })
  .circle(0, 0, 1.2)
  .fill(0xffffff)

/** The point on display. */
export const POINT: GraphicsContext = new GraphicsContext()
  .circle(0, 0, 2.6)
  .fill(INK)
  .circle(0, 0, 1.8)
  .fill(0xffffff)

/** Around a state. */
export const RING: GraphicsContext = new GraphicsContext()
  .circle(0, 0, 3.6)
  .stroke({ color: INK, width: 2.2, alpha: 0.7 })
  .circle(0, 0, 3.6)
  .stroke({ color: 0xffffff, width: 1.2 })

/** A line one unit long, to be stretched. */
const LINE = new GraphicsContext().rect(0, -0.5, 1, 1).fill(0xffffff)

/** A player as an outline: body and hat, feet at 0, 0. */
export const OUTLINE: GraphicsContext = new GraphicsContext()
  .roundRect(-7.6, -19.6, 15.2, 19.6, 7.4)
  .fill({ color: 0xffffff, alpha: 0.2 })
  .stroke({ color: 0xffffff, width: 1.1 })
  .moveTo(-7.2, -16.6)
  .bezierCurveTo(-7.2, -25, 7.2, -25, 7.2, -16.6)
  .closePath()
  .fill({ color: 0xffffff, alpha: 0.15 })
  .stroke({ color: 0xffffff, width: 1.1 })
  .circle(-0.4, -24.6, 1.9)
  .stroke({ color: 0xffffff, width: 1.1 })

/** A shape, by its name. Shapes share their drawing: only place, tint and opacity are their own. */
export function shape(context: GraphicsContext, label: string, tint = 0xffffff): Graphics {
  const made = new Graphics(context)
  made.label = label
  made.tint = tint
  made.visible = false
  return made
}

/** A line without a length yet. */
export function line(label: string, tint: number, width: number, alpha: number): Graphics {
  const made = shape(LINE, label, tint)
  made.scale.y = width
  made.alpha = alpha
  return made
}

/** No player covers more than this many pixels at once: a longer line means that it started again elsewhere. */
const LONGEST = 240

/** Draws a line from one place to another. Hides it when there is next to nothing to draw. */
export function stretch(bar: Graphics, x: number, y: number, toX: number, toY: number): void {
  const dx = toX - x
  const dy = toY - y
  const length = Math.sqrt(dx * dx + dy * dy)
  bar.visible = length > 0.3 && length < LONGEST
  if (!bar.visible) return
  bar.position.set(x, y)
  bar.rotation = Math.atan2(dy, dx)
  bar.scale.x = length
}

/** Shows `mark` at a place. */
export function place(mark: Container, x: number, y: number): void {
  mark.visible = true
  mark.position.set(x, y)
}

/** How often a text may change, in ms. Nobody could read a text that changes more often. */
const TEXT_MS = 200

/** A small text below its place that is written anew five times a second at most. */
export class Caption {
  readonly root: BitmapText
  #writtenMs = Number.NaN

  constructor(label: string) {
    this.root = new BitmapText({
      text: '',
      style: {
        fontFamily: 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
        fontSize: 28,
        fontWeight: '600',
        fill: 0xffffff,
        stroke: { color: INK, width: 7, join: 'round' },
      },
    })
    this.root.label = label
    this.root.scale.set(0.25)
    this.root.anchor.set(0.5, 0)
    this.root.visible = false
  }

  /** Whether a new text is due at `timeMs`. If so, call `write`. */
  isDue(timeMs: number): boolean {
    return !(Math.abs(timeMs - this.#writtenMs) < TEXT_MS)
  }

  write(text: string, timeMs: number): void {
    this.root.text = text
    this.#writtenMs = timeMs
  }
}
