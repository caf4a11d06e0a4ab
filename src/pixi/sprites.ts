import type { Container } from 'pixi.js'
import type { Session } from '../client/session.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { KindOf, View } from '../game/parts.ts'

interface Shown<C> {
  readonly sprite: C
  /** The last frame in which its entity was in view. */
  frame: number
}

/** The part of a `Session` that `sprites` uses. A scene of the game's own, such as a server's world, can implement it too. */
export interface Shows<G extends AnyGame> {
  entities<K extends KindOf<G>>(kind: K): readonly View<G, K>[]
  onFrame(listener: (dtSeconds: number) => void): () => void
}

/** The fields of a view that place its sprite. */
interface Placed {
  readonly x?: unknown
  readonly y?: unknown
  readonly position?: { readonly x: number; readonly y: number } | undefined
  readonly angle?: unknown
  readonly rotation?: unknown
}

/**
 * Keeps one sprite in `container` for every entity of `kind`, and returns its undo. `make` is called when an entity enters
 * the view. The sprite follows the entity's `x` and `y` (or its vec2 `position`), turns with a field named `angle` or
 * `rotation`, and is destroyed when the entity leaves. `update` is called after that, once per frame and sprite, for
 * everything else that should show. `leave` is called when an entity has left, before its sprite is
 * destroyed, with the view as it was shown last. Runs at the end of `session.frame`; allocates only when an entity enters.
 */
export function sprites<G extends AnyGame, K extends KindOf<G>, C extends Container>(
  container: Container,
  session: Session<G> | Shows<G>,
  kind: K,
  make: (view: View<G, K>) => C,
  update?: ((sprite: C, view: View<G, K>, dtSeconds: number) => void) | undefined,
  leave?: ((sprite: C, view: View<G, K>) => void) | undefined,
): () => void {
  const views = session.entities(kind)
  const shown = new Map<View<G, K>, Shown<C>>()
  let frame = 0
  let isRunning = true

  const enter = (view: View<G, K>): Shown<C> => {
    const entry = { sprite: make(view), frame }
    shown.set(view, entry)
    container.addChild(entry.sprite)
    return entry
  }
  const sweep = (entry: Shown<C>, view: View<G, K>): void => {
    if (entry.frame === frame) return
    shown.delete(view)
    if (isRunning) leave?.(entry.sprite, view)
    entry.sprite.destroy(DESTROY)
  }
  const undo = session.onFrame((dtSeconds) => {
    frame++
    for (let i = 0; i < views.length; i++) {
      const view = views[i] as View<G, K>
      const entry = shown.get(view) ?? enter(view)
      entry.frame = frame
      place(entry.sprite, view as Placed)
      update?.(entry.sprite, view, dtSeconds)
    }
    shown.forEach(sweep)
  })
  return () => {
    undo()
    isRunning = false
    frame++
    shown.forEach(sweep)
  }
}

// Destroys the sprite's children too, but not the textures and contexts that a game may share between sprites.
const DESTROY = { children: true } as const

function place(sprite: Container, view: Placed): void {
  const { x, y } = view.position ?? view
  if (typeof x === 'number' && typeof y === 'number') sprite.position.set(x, y)
  const turn = typeof view.angle === 'number' ? view.angle : view.rotation
  if (typeof turn === 'number') sprite.rotation = turn
}
