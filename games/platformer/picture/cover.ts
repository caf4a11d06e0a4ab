import type { Container } from 'pixi.js'

/**
 * Scales what is `across` x `down` units large so that it fills a box of `width` x `height` pixels. The upper left
 * corner of the box is the parent's. What hangs over is the same on both sides.
 */
export function cover(
  shown: Container,
  across: number,
  down: number,
  width: number,
  height: number,
): void {
  const scale = Math.max(width / across, height / down)
  shown.scale.set(scale)
  shown.position.set((width - across * scale) / 2, (height - down * scale) / 2)
}
