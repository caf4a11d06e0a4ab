import type { Container } from 'pixi.js'
import type { Session } from '../client/session.ts'
import type { AnyGame } from '../game/define-game.ts'

/**
 * Draws the children of `container` in the order of their y, so that an object further down the screen covers an object
 * behind it, and returns its undo. Sets `sortableChildren`, and sets the `zIndex` of each child at the end of each
 * `session.frame`. Put the origin of a sprite at its feet. Call this after `sprites`, whose listener must run first. The undo
 * leaves the children as they are. Allocates nothing; Pixi sorts only when an order has changed.
 */
export function depthByY(container: Container, session: Session<AnyGame>): () => void {
  container.sortableChildren = true
  return session.onFrame(() => {
    const { children } = container
    for (let i = 0; i < children.length; i++) {
      const child = children[i]
      if (child) child.zIndex = child.position.y
    }
  })
}
