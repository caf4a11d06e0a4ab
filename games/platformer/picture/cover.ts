import type { Container } from 'pixi.js'

/**
 * Scales what is `across` x `down` units large so that it fills a box of `width` x `height` pixels whose upper left
 * corner is its parent's; what hangs over is over on both sides alike.
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
