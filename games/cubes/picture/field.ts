import { Random } from 'glissade'
import {
  BoxGeometry,
  BufferAttribute,
  Color,
  InstancedMesh,
  LatheGeometry,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PlaneGeometry,
  Vector2,
  Vector3,
} from 'three'
import { FIELD } from '../rules/sizes.ts'
import { snowGround } from './brushes.ts'
import { PINE, PINE_SNOW, SNOW } from './palette.ts'

/** The ground reaches so far from the middle, in metres: into the haze. */
const GROUND = 90
/** The bank of snow around the field, in metres. */
const BANK_HEIGHT = 0.9
const BANK_WIDTH = 1.6
/** The side on which the camera stands is only marked, so that no bank hides the player. */
const MARK_HEIGHT = 0.14
const MARK_WIDTH = 0.3
const PINES = 150
/** Half the profile of a pine, from the top down: across and up, in metres. */
const PROFILE: readonly (readonly [number, number])[] = [
  [0, 4.2],
  [0.62, 3.1],
  [0.34, 3.05],
  [0.95, 1.9],
  [0.5, 1.85],
  [1.25, 0.6],
  [0.2, 0.55],
  [0.18, 0],
]

/** Everything that stands still: the ground, the bank around the field, and pines behind it. */
export function standingThings(): Object3D[] {
  const snow = new MeshLambertMaterial({ color: SNOW, map: snowGround(GROUND / 4) })
  const ground = new Mesh(new PlaneGeometry(2 * GROUND, 2 * GROUND).rotateX(-Math.PI / 2), snow)
  return [ground, ...banks(), pines()]
}

function banks(): Mesh[] {
  const snow = new MeshLambertMaterial({ color: SNOW })
  const side = FIELD + BANK_WIDTH / 2
  const length = 2 * FIELD + 2 * BANK_WIDTH
  const block = (width: number, height: number, depth: number, x: number, z: number): Mesh => {
    const mesh = new Mesh(new BoxGeometry(width, height, depth), snow)
    mesh.position.set(x, height / 2, z)
    return mesh
  }
  return [
    block(length, BANK_HEIGHT, BANK_WIDTH, 0, -side),
    block(BANK_WIDTH, BANK_HEIGHT, length, -side, 0),
    block(BANK_WIDTH, BANK_HEIGHT, length, side, 0),
    block(2 * FIELD, MARK_HEIGHT, MARK_WIDTH, 0, FIELD + MARK_WIDTH / 2),
  ]
}

function pines(): InstancedMesh {
  const geometry = new LatheGeometry(
    PROFILE.map(([across, up]) => new Vector2(across, up)).reverse(),
    7,
  )
  const colours = new Float32Array(geometry.attributes['position']!.count * 3)
  const [green, white] = [new Color(PINE), new Color(PINE_SNOW)]
  const rings = PROFILE.length
  for (let n = 0; n < colours.length / 3; n++) {
    // The rings count from the ground up. The outer ones of each tier, and the top, are white with snow.
    const ring = rings - 1 - (n % rings)
    const isSnowy = ring === 0 || ring === 2 || ring === 4
    ;(isSnowy ? white : green).toArray(colours, 3 * n)
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 3))
  const mesh = new InstancedMesh(geometry, new MeshLambertMaterial({ vertexColors: true }), PINES)
  const random = new Random(5)
  const matrix = new Matrix4()
  for (let n = 0; n < PINES; n++) {
    const angle = random.between(0, 2 * Math.PI)
    const out = FIELD * Math.SQRT2 * random.between(0.86, 1.7)
    const [x, z] = [Math.cos(angle) * out, Math.sin(angle) * out]
    const isClear = Math.max(Math.abs(x), Math.abs(z)) > FIELD + 3.5
    const size = random.between(0.7, 1.5)
    matrix.makeRotationY(random.between(0, 6)).scale(new Vector3(size, size, size))
    matrix.setPosition(x, isClear ? 0 : -20, z)
    mesh.setMatrixAt(n, matrix)
  }
  mesh.frustumCulled = false
  return mesh
}
