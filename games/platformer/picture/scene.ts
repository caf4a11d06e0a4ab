import type { View } from 'glissade'
import type { SceneOf } from '../../page/scene.ts'
import type { platformer } from '../game.ts'

/** The game whose things a scene has. */
export type SceneGame = typeof platformer
/** What a picture of the platformer shows. */
export type Scene = SceneOf<SceneGame>

/** A player, a coin, ... as a picture gets it. */
export type PipView = View<SceneGame, 'pip'>
export type BallView = View<SceneGame, 'ball'>
export type CoinView = View<SceneGame, 'coin'>
export type PlatformView = View<SceneGame, 'platform'>
export type RoundView = View<SceneGame, 'round'>
