import type { View } from 'glissade'
import type { Session } from 'glissade/client'
import {
  BoxGeometry,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from 'three'
import type { game } from './three.ts'

type CrateView = View<typeof game, 'crate'>

/** Metres in a unit of the game. Three.js counts in metres. */
const METRES = 0.01
const place = new Vector3()
const turn = new Quaternion()
const size = new Vector3(1, 1, 1)
const matrix = new Matrix4()

/** All crates in one draw call. The objects above serve every crate in every frame. */
export function crateMesh(most: number): InstancedMesh {
  const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshLambertMaterial(), most)
  // Three.js would compute the bounds of the crates only once.
  mesh.frustumCulled = false
  mesh.count = 0
  return mesh
}

/** Writes where the crates are into the mesh. */
export function showCrates(mesh: InstancedMesh, crates: readonly CrateView[]): void {
  mesh.count = Math.min(crates.length, mesh.instanceMatrix.count)
  for (let n = 0; n < mesh.count; n++) {
    const crate = crates[n]!
    place.copy(crate.place).multiplyScalar(METRES)
    turn.copy(crate.turn)
    mesh.setMatrixAt(n, matrix.compose(place, turn, size))
  }
  mesh.instanceMatrix.needsUpdate = true
}

/** Shows the crates of a session at the end of each of its frames. */
export function draw(session: Session<typeof game>, mesh: InstancedMesh): () => void {
  const crates = session.entities('crate')
  return session.onFrame(() => showCrates(mesh, crates))
}
