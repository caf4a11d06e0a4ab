import { InstancedMesh, MeshBasicMaterial, PlaneGeometry } from 'three'
import { softDisc } from './brushes.ts'
import { type Place, writeFlat } from './instances.ts'

/** How far a shadow moves away from the sun for each metre that its caster is above the ground. */
const SLANT_X = -0.42
const SLANT_Z = 0.3
/** Shadows lie so far above the ground that they do not flicker, in metres. */
const LIFT = 0.012
/** What is so high has hardly a shadow, in metres. */
const HIGH = 5

/** Soft spots under everything, in one draw call: next to a shadow map they cost nothing. */
export class Shadows {
  readonly mesh: InstancedMesh
  readonly #spot = { x: 0, y: LIFT, z: 0 }
  readonly #size = { width: 0, length: 0, heading: 0 }

  constructor(most: number) {
    const plane = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2)
    const material = new MeshBasicMaterial({
      map: softDisc(),
      color: 0x2c3f80,
      transparent: true,
      opacity: 0.5,
      depthWrite: false,
    })
    this.mesh = new InstancedMesh(plane, material, most)
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 2
    this.mesh.instanceMatrix.array.fill(0)
  }

  /** Sets shadow `n` under something that is `across` metres wide, with its middle at `place`, in metres. */
  cast(n: number, place: Place, across: number): void {
    const height = Math.max(place.y - across / 2, 0)
    this.#spot.x = place.x + SLANT_X * (height + across * 0.35)
    this.#spot.z = place.z + SLANT_Z * (height + across * 0.35)
    this.#size.width = this.#size.length = across * 2 * Math.max(1 - height / HIGH, 0)
    writeFlat(this.mesh.instanceMatrix.array, n, this.#spot, this.#size)
    this.mesh.instanceMatrix.needsUpdate = true
  }

  /** Takes shadow `n` away. */
  hide(n: number): void {
    this.mesh.instanceMatrix.array.fill(0, 16 * n, 16 * n + 16)
    this.mesh.instanceMatrix.needsUpdate = true
  }
}
