import type { View } from 'glissade'
import type { SceneOf } from '../../page/scene.ts'
import type { cubes } from '../game.ts'

/** What the picture shows: a session. */
export type Scene = SceneOf<typeof cubes>
export type CubeView = View<typeof cubes, 'cube'>
export type BallView = View<typeof cubes, 'ball'>
