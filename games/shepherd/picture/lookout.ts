import { Camera } from 'glissade/pixi'
import { ownOf } from '../../page/own.ts'
import type { Sight } from '../../page/sight.ts'
import { HEIGHT, START, WIDTH } from '../rules/meadow.ts'
import type { EyeView, Scene, ShepherdView } from './scene.ts'
import { BORDER } from './tiles.ts'

/** How far above the feet it looks, in units. */
const EYE_HEIGHT = 18

/**
 * Where the picture looks: a camera that follows a point, the page's own shepherd, or its own eye. It shows the border
 * of the meadow but nothing beyond it. It moves at the end of a frame of the scene, and everything is drawn after it.
 */
export class Lookout {
  readonly #camera: Camera
  readonly #sight: Sight
  readonly #shepherds: readonly ShepherdView[]
  readonly #eyes: readonly EyeView[]
  readonly #goal = { x: Number.NaN, y: Number.NaN }
  /** The target of the camera, in the camera's own world, which begins at the border. */
  readonly #aim = { x: 0.5, y: 0.5 }
  #isAimed = false
  #isWatching = false
  readonly #undo: readonly (() => void)[]

  constructor(scene: Scene, sight: Sight) {
    const { width, height } = sight
    this.#sight = sight
    this.#shepherds = scene.entities('shepherd')
    this.#eyes = scene.entities('eye')
    this.#camera = new Camera({
      width,
      height,
      worldWidth: WIDTH + BORDER * 2,
      worldHeight: HEIGHT + BORDER * 2,
      deadWidth: width * 0.1,
      deadHeight: height * 0.12,
      halfLifeSeconds: 0.16,
    })
    this.#camera.snap(START.x + BORDER, START.y + BORDER)
    // These are two small listeners, and `turn`, because V8 boxes fractions that a large function passes to a camera.
    this.#undo = [
      scene.onFrame(() => this.#find()),
      scene.onFrame((dtSeconds) => this.#move(dtSeconds)),
    ]
  }

  /** Follows a point of the meadow. NaN, NaN: follows the earlier target. */
  follow(x: number, y: number): void {
    this.#goal.x = x
    this.#goal.y = y
  }

  /** Moves the sight to where the camera is. Call once per frame, after the camera has moved. */
  turn(): void {
    this.#sight.left = this.#camera.x - BORDER
    this.#sight.top = this.#camera.y - BORDER
  }

  /** Destroys it. */
  close(): void {
    for (const undo of this.#undo) undo()
  }

  #find(): void {
    if (!Number.isNaN(this.#goal.x)) return this.#aimAt(this.#goal)
    const own = ownOf(this.#shepherds) ?? ownOf(this.#eyes)
    if (own) this.#aimAt(own)
  }

  #aimAt(place: { readonly x: number; readonly y: number }): void {
    this.#isAimed = true
    this.#aim.x = place.x + BORDER
    this.#aim.y = place.y + BORDER - EYE_HEIGHT
  }

  #move(dtSeconds: number): void {
    const aim = this.#aim
    // The camera does not travel to a target: it is there the first time that the target is.
    if (this.#isWatching) this.#camera.follow(aim.x, aim.y, dtSeconds)
    else if (this.#isAimed) {
      this.#camera.snap(aim.x, aim.y)
      this.#isWatching = true
    }
  }
}
