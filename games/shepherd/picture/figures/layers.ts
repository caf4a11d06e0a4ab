import type { Container } from 'pixi.js'
import type { Cover } from '../cover.ts'

/** The layers that hold the sprites of figures. */
export interface Layers {
  /** Shadows: under everything that stands. */
  readonly shadows: Container
  /** The figures themselves, each at the place of its feet, among everything else that is drawn in order of its y. */
  readonly figures: Container
  /** What shines in the dark: over the night. */
  readonly lights: Container
  /** Silhouettes of the page's own figures where plants hide them: over everything that stands, and under the night. */
  readonly outlines: Container
  /** The plants that may hide them; null: none. */
  readonly cover: Cover | null
  /** Names: over everything. */
  readonly names: Container
}
