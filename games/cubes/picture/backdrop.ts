import { Mesh, MeshBasicMaterial, type PerspectiveCamera, PlaneGeometry } from 'three'
import { eveningSky } from './brushes.ts'

/** How far away the sky stands, in metres, and how much of its height is below the horizon. */
const AWAY = 170
const BELOW = 0.12
/** The sky is this much wider than it is high. */
const SHAPE = 2
/** How high it is, as a share of `AWAY`. */
const HEIGHT = 0.62
/** How far the ridges move aside for each metre that the camera goes: they are far away. */
const DRIFT = 0.55

/** The evening sky with its ridges, as one picture that stands behind everything. */
export class Backdrop {
  readonly mesh: Mesh

  constructor() {
    const material = new MeshBasicMaterial({ map: eveningSky(), fog: false, depthWrite: false })
    this.mesh = new Mesh(new PlaneGeometry(1, 1), material)
    this.mesh.renderOrder = -1
    this.mesh.frustumCulled = false
  }

  /** Sets it up behind what the camera sees. Call once per frame. */
  follow({ position, aspect, fov }: PerspectiveCamera): void {
    const least = 2 * AWAY * Math.tan((fov * Math.PI) / 360) * aspect * 1.35
    const height = Math.max(HEIGHT * AWAY, least / SHAPE)
    this.mesh.scale.set(SHAPE * height, height, 1)
    this.mesh.position.set(
      position.x * DRIFT,
      position.y + height * (0.5 - BELOW),
      position.z - AWAY,
    )
  }
}
