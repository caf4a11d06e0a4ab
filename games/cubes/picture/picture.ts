import {
  DirectionalLight,
  Fog,
  HemisphereLight,
  PerspectiveCamera,
  Scene as Scene3d,
  SRGBColorSpace,
  WebGLRenderer,
} from 'three'
import { ownOf } from '../../page/own.ts'
import { CUBES, UNITS } from '../rules/sizes.ts'
import { Backdrop } from './backdrop.ts'
import { BallCrowd, MOST_BALLS } from './ball-crowd.ts'
import { CubeCrowd } from './cube-crowd.ts'
import { standingThings } from './field.ts'
import { Follow } from './follow.ts'
import { FRONTLIGHT, GROUNDLIGHT, HAZE, SKYLIGHT, SUNLIGHT } from './palette.ts'
import type { BallView, Scene } from './scene.ts'
import { Shadows } from './shadows.ts'
import { Snowfall } from './snowfall.ts'
import { Tracks } from './tracks.ts'

/** More pixels than this per CSS pixel cost much and show little. */
const MOST_DENSITY = 2
const FOV = 46

/** What a page draws: the field, the cubes and the snowballs, in about twelve draw calls and one for each name. */
export class Picture {
  readonly canvas: HTMLCanvasElement
  readonly camera = new PerspectiveCamera(FOV, 1, 0.1, 320)
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene3d()
  readonly #cubes: CubeCrowd
  readonly #balls: BallCrowd
  readonly #views: readonly BallView[]
  readonly #backdrop = new Backdrop()
  readonly #snowfall: Snowfall | null
  readonly #follow = new Follow(this.camera)
  readonly #own = { x: 0, y: 0, z: 0 }

  /** `isCalm`: whether the player wants no motion but that of the game. Throws where there is no WebGL. */
  constructor(scene: Scene, isCalm: boolean) {
    this.#renderer = new WebGLRenderer({ antialias: true })
    this.#renderer.outputColorSpace = SRGBColorSpace
    this.canvas = this.#renderer.domElement
    const shadows = new Shadows(MOST_BALLS + CUBES)
    const tracks = new Tracks()
    this.#views = scene.entities('ball')
    this.#balls = new BallCrowd(this.#views, this.#scene, shadows, tracks)
    this.#cubes = new CubeCrowd(scene.entities('cube'), shadows, MOST_BALLS)
    this.#snowfall = isCalm ? null : new Snowfall()
    this.#light()
    this.#scene.fog = new Fog(HAZE, 26, 85)
    this.#scene.add(this.#backdrop.mesh, ...standingThings(), tracks.mesh, shadows.mesh)
    this.#scene.add(this.#cubes.mesh, this.#balls.mesh)
    if (this.#snowfall) this.#scene.add(this.#snowfall.points)
  }

  /** A snowball has appeared, or is gone. */
  add(view: BallView): void {
    this.#balls.add(view)
  }

  remove(view: BallView): void {
    this.#balls.remove(view)
  }

  /** Fits the picture into a box of so many CSS pixels. */
  resize(width: number, height: number): void {
    this.camera.aspect = width / height
    this.camera.updateProjectionMatrix()
    this.#renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, MOST_DENSITY))
    this.#renderer.setSize(width, height)
  }

  /** Draws one frame, after the session's. */
  draw(dtSeconds: number): void {
    const own = ownOf(this.#views)
    if (own) {
      this.#own.x = own.place.x / UNITS
      this.#own.z = own.place.z / UNITS
      this.#follow.look(this.#own, dtSeconds)
    }
    this.#cubes.show(own)
    this.#balls.show()
    this.#backdrop.follow(this.camera)
    this.#snowfall?.show(this.camera.position, dtSeconds)
    this.#renderer.render(this.#scene, this.camera)
  }

  #light(): void {
    const sun = new DirectionalLight(SUNLIGHT, 2.3)
    sun.position.set(0.55, 0.8, -0.35)
    const front = new DirectionalLight(FRONTLIGHT, 1.25)
    front.position.set(-0.3, 0.5, 1)
    this.#scene.add(sun, front, new HemisphereLight(SKYLIGHT, GROUNDLIGHT, 1.75))
  }
}
