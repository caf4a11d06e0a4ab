import type { Container } from 'pixi.js'

/** The layers that hold the sprites of figures. */
export interface Layers {
  /** Shadows: under everything that stands. */
  readonly shadows: Container
  /** The figures themselves, each at the place of its feet, among everything else that is drawn in order of its y. */
  readonly figures: Container
  /** What shines in the dark: over the night. */
  readonly lights: Container
  /** Names: over everything. */
  readonly names: Container
}
