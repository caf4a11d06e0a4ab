import {
  Color,
  InstancedMesh,
  MeshLambertMaterial,
  type Scene,
  SphereGeometry,
  type Sprite,
  SRGBColorSpace,
} from 'three'
import { RADIUS, UNITS } from '../rules/sizes.ts'
import { snowSkin } from './brushes.ts'
import { writeInstance } from './instances.ts'
import { dropName, nameSprite } from './names.ts'
import { rolled } from './rolled.ts'
import type { BallView } from './scene.ts'
import type { Shadows } from './shadows.ts'
import type { Tracks } from './tracks.ts'

/** Most snowballs in the picture: those of a full room, and their company. */
export const MOST_BALLS = 24

/** What the picture remembers of a snowball. */
interface Rolling {
  readonly turn: { x: number; y: number; z: number; w: number }
  readonly place: { x: number; y: number; z: number }
  readonly track: { x: number; z: number }
  readonly name: Sprite
}

/** All snowballs in one draw call, each with its name, its shadow and its track. */
export class BallCrowd {
  readonly mesh: InstancedMesh
  readonly #views: readonly BallView[]
  readonly #scene: Scene
  readonly #shadows: Shadows
  readonly #tracks: Tracks
  readonly #rolling = new Map<BallView, Rolling>()
  readonly #colour = new Color()

  /** Shadows 0 to `MOST_BALLS` - 1 are the snowballs'. */
  constructor(views: readonly BallView[], scene: Scene, shadows: Shadows, tracks: Tracks) {
    this.#views = views
    this.#scene = scene
    this.#shadows = shadows
    this.#tracks = tracks
    this.mesh = new InstancedMesh(
      new SphereGeometry(RADIUS, 24, 16),
      new MeshLambertMaterial({ map: snowSkin() }),
      MOST_BALLS,
    )
    this.mesh.frustumCulled = false
    this.mesh.count = 0
    this.mesh.setColorAt(0, this.#colour)
  }

  /** A snowball has appeared. */
  add(view: BallView): void {
    const name = nameSprite(view.name, view.mine)
    this.#scene.add(name)
    this.#rolling.set(view, {
      turn: { x: 0, y: 0, z: 0, w: 1 },
      place: metresOf(view),
      track: metresOf(view),
      name,
    })
    this.#repaint()
  }

  /** A snowball is gone. */
  remove(view: BallView): void {
    const known = this.#rolling.get(view)
    if (!known) return
    this.#scene.remove(known.name)
    dropName(known.name)
    this.#rolling.delete(view)
    for (let n = 0; n < MOST_BALLS; n++) this.#shadows.hide(n)
    this.#repaint()
  }

  /** Call once per frame. */
  show(): void {
    const views = this.#views
    const { mesh } = this
    mesh.count = Math.min(views.length, MOST_BALLS)
    for (let n = 0; n < mesh.count; n++) {
      const view = views[n]!
      const known = this.#rolling.get(view)
      if (!known) continue
      const { turn, place, name, track } = known
      const x = view.place.x / UNITS
      const z = view.place.z / UNITS
      rolled(turn, x - place.x, z - place.z, RADIUS)
      place.x = x
      place.y = view.place.y / UNITS
      place.z = z
      writeInstance(mesh.instanceMatrix.array, n, place, turn, 1)
      this.#shadows.cast(n, place, 2 * RADIUS)
      this.#tracks.press(track, x, z)
      name.position.set(x, place.y + RADIUS + 0.42, z)
    }
    mesh.instanceMatrix.needsUpdate = true
  }

  #repaint(): void {
    for (const [n, { hue }] of this.#views.slice(0, MOST_BALLS).entries())
      this.mesh.setColorAt(n, this.#colour.setHSL(hue / 360, 0.7, 0.76, SRGBColorSpace))
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true
  }
}

const metresOf = ({ place }: BallView): { x: number; y: number; z: number } => ({
  x: place.x / UNITS,
  y: place.y / UNITS,
  z: place.z / UNITS,
})
