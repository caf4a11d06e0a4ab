import { BoxGeometry, Color, InstancedMesh, MeshLambertMaterial, SRGBColorSpace } from 'three'
import { PLAIN } from '../rules/kinds.ts'
import { CUBE, CUBES, UNITS } from '../rules/sizes.ts'
import { iceFace } from './brushes.ts'
import { writeInstance } from './instances.ts'
import { makeWay } from './making-way.ts'
import { ICE } from './palette.ts'
import type { BallView, CubeView } from './scene.ts'
import type { Shadows } from './shadows.ts'

/** All cubes in one draw call. In each frame it touches only those that have changed. */
export class CubeCrowd {
  readonly mesh: InstancedMesh
  readonly #views: readonly CubeView[]
  readonly #shadows: Shadows
  /** The first shadow that is a cube's. */
  readonly #firstShadow: number
  readonly #shown: Float64Array
  readonly #place = { x: 0, y: 0, z: 0 }
  readonly #metres = { x: 0, y: 0, z: 0 }
  readonly #colours = coloursByHue()

  constructor(views: readonly CubeView[], shadows: Shadows, firstShadow: number) {
    this.#views = views
    this.#shadows = shadows
    this.#firstShadow = firstShadow
    this.mesh = new InstancedMesh(
      new BoxGeometry(CUBE, CUBE, CUBE),
      new MeshLambertMaterial({ map: iceFace() }),
      CUBES,
    )
    this.mesh.frustumCulled = false
    this.mesh.count = 0
    for (let n = 0; n < CUBES; n++) this.mesh.setColorAt(n, this.#colours[PLAIN]!)
    this.#shown = new Float64Array(CUBES * WIDTH).fill(Number.NaN)
  }

  /** Call once per frame. `own`: the player's own snowball, which cubes make way for. */
  show(own: BallView | undefined): void {
    const views = this.#views
    const { mesh } = this
    const place = this.#place
    mesh.count = Math.min(views.length, CUBES)
    for (let n = 0; n < mesh.count; n++) {
      const { place: at, turn, hue } = views[n]!
      if (own) makeWay(at, own.place, place)
      else copy(at, place)
      if (this.#hasTurned(n, place, turn)) {
        writeInstance(mesh.instanceMatrix.array, n, place, turn, 1 / UNITS)
        mesh.instanceMatrix.needsUpdate = true
        const metres = this.#metres
        metres.x = place.x / UNITS
        metres.y = place.y / UNITS
        metres.z = place.z / UNITS
        this.#shadows.cast(this.#firstShadow + n, metres, CUBE)
      }
      this.#paint(n, hue)
    }
  }

  #hasTurned(
    n: number,
    place: { x: number; y: number; z: number },
    turn: CubeView['turn'],
  ): boolean {
    const shown = this.#shown
    const at = n * WIDTH
    const isSame =
      shown[at] === place.x &&
      shown[at + 1] === place.y &&
      shown[at + 2] === place.z &&
      shown[at + 3] === turn.x &&
      shown[at + 4] === turn.y &&
      shown[at + 5] === turn.z
    if (isSame) return false
    shown[at] = place.x
    shown[at + 1] = place.y
    shown[at + 2] = place.z
    shown[at + 3] = turn.x
    shown[at + 4] = turn.y
    shown[at + 5] = turn.z
    return true
  }

  #paint(n: number, hue: number): void {
    const at = n * WIDTH + HUE
    if (this.#shown[at] === hue) return
    this.#shown[at] = hue
    this.mesh.setColorAt(n, this.#colours[hue]!)
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true
  }
}

/** Numbers that are remembered of each cube: where and how it was drawn, and in which colour. */
const WIDTH = 7
const HUE = 6

function copy(from: { x: number; y: number; z: number }, to: { x: number; y: number; z: number }) {
  to.x = from.x
  to.y = from.y
  to.z = from.z
}

/** The colour of a cube by its hue; the last one is that of a cube that nobody has touched. */
function coloursByHue(): readonly Color[] {
  const colours = Array.from({ length: PLAIN }, (_, hue) =>
    new Color().setHSL(hue / 360, 0.68, 0.66, SRGBColorSpace),
  )
  return [...colours, new Color(ICE)]
}
