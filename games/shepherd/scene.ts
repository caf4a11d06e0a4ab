import type { EventData, EventOf, KindOf, View } from 'glissade'
import type { shepherd } from './game.ts'

type Game = typeof shepherd
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

/** A shepherd, a sheep, ... as a picture gets it. */
export type ShepherdView = View<Game, 'shepherd'>
export type DogView = View<Game, 'dog'>
export type EyeView = View<Game, 'eye'>
export type SheepView = View<Game, 'sheep'>
export type WolfView = View<Game, 'wolf'>
export type PenView = View<Game, 'pen'>
export type RoundView = View<Game, 'round'>
