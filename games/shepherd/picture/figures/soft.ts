import type { Frame } from './brush.ts'

/** The area of the soft drawings, in units. */
export const SHADOW_FRAME: Frame = { left: -16, top: -8, right: 16, bottom: 6 }
export const GLOW_FRAME: Frame = { left: -32, top: -32, right: 32, bottom: 32 }

/** The shadow under a figure: dark in the middle, nothing at the rim. */
export function paintShadow(context: CanvasRenderingContext2D): void {
  // It is a little behind the feet, because the middle of the body is over it.
  context.translate(0, -1)
  context.scale(1, 7 / 16)
  const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 16)
  for (const [at, alpha] of [
    [0, 0.42],
    [0.5, 0.36],
    [0.78, 0.14],
    [1, 0],
  ] as const)
    gradient.addColorStop(at, `rgba(24, 26, 46, ${alpha})`)
  context.fillStyle = gradient
  context.fillRect(-16, -16, 32, 32)
}

/** A light: bright in the middle, nothing at the rim, without a visible edge. */
export function paintGlow(context: CanvasRenderingContext2D): void {
  const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 32)
  for (let i = 0; i <= 8; i++) {
    const left = 1 - i / 8
    gradient.addColorStop(i / 8, `rgba(255, 255, 255, ${left * left * (0.35 + 0.65 * left)})`)
  }
  context.fillStyle = gradient
  context.fillRect(-32, -32, 64, 64)
}
