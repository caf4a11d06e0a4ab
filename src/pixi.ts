/** The door for games drawn with PixiJS 8: keyboard, sprites, letterbox and camera. */
export type { CameraOptions } from './pixi/camera.ts'
export { Camera } from './pixi/camera.ts'
export type { Fit } from './pixi/fit.ts'
export { fitInto } from './pixi/fit.ts'
export type { KeyMap } from './pixi/keys.ts'
export { keys } from './pixi/keys.ts'
export { letterbox } from './pixi/letterbox.ts'
export { sprites } from './pixi/sprites.ts'
