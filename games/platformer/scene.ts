import type { EventData, EventOf, KindOf, View } from 'glissade'
import type { platformer } from './game.ts'

type Game = typeof platformer
/** The game whose things a scene has. */
export type SceneGame = Game

/**
 * What a picture shows. A `Session` is one: things as they are on display at a client. The server's own world can be
 * one too.
 */
export interface Scene {
  /** The views of a kind: one array and one object for each entity, kept up to date. */
  entities<K extends KindOf<Game>>(kind: K): readonly View<Game, K>[]
  on<K extends EventOf<Game>>(
    event: K,
    listener: (data: EventData<Game, K>, by: number | null) => void,
  ): () => void
  /** Calls `listener` at the end of each frame. */
  onFrame(listener: (dtSeconds: number) => void): () => void
}

/** A player, a coin, ... as a picture gets it. */
export type PipView = View<Game, 'pip'>
export type CoinView = View<Game, 'coin'>
export type PlatformView = View<Game, 'platform'>
export type RoundView = View<Game, 'round'>
