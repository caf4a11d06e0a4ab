import type { Container } from 'pixi.js'
import type { Session } from '../client/session.ts'
import type { AnyGame } from '../game/define-game.ts'

/**
 * Draws the children of `container` in order of their y, so that what stands further down the screen covers what
 * stands behind it, and returns its undo. Sets `sortableChildren`, and at the end of each `session.frame` each
 * child's `zIndex`: give sprites their origin where their feet are. Call it after `sprites`, whose frame must come
 * first. The undo leaves the children as they are. Allocates nothing; Pixi sorts only when an order changed.
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
