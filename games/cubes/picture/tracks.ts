import { InstancedMesh, MeshBasicMaterial, PlaneGeometry } from 'three'
import { RADIUS } from '../rules/sizes.ts'
import { softDisc } from './brushes.ts'
import { writeFlat } from './instances.ts'

/** How many pieces of track there are at once; the oldest makes room for the newest. */
const PIECES = 700
/** A piece for so many metres. */
const APART = 0.42
/** A snowball that is this many pieces further on has not rolled there. */
const MOST_AT_ONCE = 14
/** Above the ground and below the shadows, in metres. */
const LIFT = 0.006

/** Where snowballs have pressed the snow down, in one draw call. */
export class Tracks {
  readonly mesh: InstancedMesh
  #next = 0
  readonly #piece = { width: RADIUS * 1.5, length: APART * 2.4, heading: 0 }
  readonly #place = { x: 0, y: LIFT, z: 0 }

  constructor() {
    const plane = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2)
    const material = new MeshBasicMaterial({
      map: softDisc(),
      color: 0x8ea6de,
      transparent: true,
      opacity: 0.3,
      depthWrite: false,
    })
    this.mesh = new InstancedMesh(plane, material, PIECES)
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 1
    this.mesh.instanceMatrix.array.fill(0)
  }

  /**
   * A snowball is at (x, z), in metres, and `last` is where its newest piece ends. Lays as many pieces as fit in between, and
   * moves `last`.
   */
  press(last: { x: number; z: number }, x: number, z: number): void {
    const dx = x - last.x
    const dz = z - last.z
    const apart = Math.hypot(dx, dz)
    const pieces = Math.floor(apart / APART)
    if (pieces === 0) return
    const share = APART / apart
    this.#piece.heading = Math.atan2(-dz, dx)
    for (let n = 0; n < pieces && pieces < MOST_AT_ONCE; n++) {
      this.#place.x = last.x + dx * share * (n + 0.5)
      this.#place.z = last.z + dz * share * (n + 0.5)
      writeFlat(this.mesh.instanceMatrix.array, this.#next, this.#place, this.#piece)
      this.mesh.instanceMatrix.needsUpdate = true
      this.#next = (this.#next + 1) % PIECES
    }
    last.x += dx * share * pieces
    last.z += dz * share * pieces
  }
}
