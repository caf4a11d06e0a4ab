import type { AnyGame, View } from 'glissade'
import type { EventData, EventOf, KindOf } from 'glissade/client'

/**
 * What a picture of a game shows. A `Session` is a scene: things as a client displays them. The server's own world can
 * be one too.
 */
export interface SceneOf<G extends AnyGame> {
  /** The views of a kind: one array and one object for each entity, kept up to date. */
  entities<K extends KindOf<G>>(kind: K): readonly View<G, K>[]
  on<K extends EventOf<G>>(
    event: K,
    listener: (data: EventData<G, K>, by: number | null) => void,
    options?: { undone?: (data: EventData<G, K>, by: number) => void },
  ): () => void
  /** Calls `listener` at the end of each frame. */
  onFrame(listener: (dtSeconds: number) => void): () => void
}
