import type { View } from 'glissade'
import type { SceneOf } from '../../page/scene.ts'
import type { shepherd } from '../game.ts'

/** The game whose things a scene has. */
export type SceneGame = typeof shepherd
/** What a picture of the meadow shows. */
export type Scene = SceneOf<SceneGame>

/** A shepherd, a sheep, ... as a picture gets it. */
export type ShepherdView = View<SceneGame, 'shepherd'>
export type DogView = View<SceneGame, 'dog'>
export type EyeView = View<SceneGame, 'eye'>
export type SheepView = View<SceneGame, 'sheep'>
export type WolfView = View<SceneGame, 'wolf'>
export type PenView = View<SceneGame, 'pen'>
export type RoundView = View<SceneGame, 'round'>
