import { Simulation } from 'glissade/testing'
import { Matrix4, Quaternion, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { crateMesh, draw } from './three-page.ts'
import { room } from './three-server.ts'

test('D15: the mesh of the guide has one instance where the view of the crate is, moved and turned', () => {
  const simulation = new Simulation(room)
  const { session } = simulation.join()!
  const mesh = crateMesh(8)
  draw(session, mesh)
  simulation.run(4000)
  expect(mesh.count).toBe(1)
  const matrix = new Matrix4()
  const place = new Vector3()
  const turn = new Quaternion()
  mesh.getMatrixAt(0, matrix)
  matrix.decompose(place, turn, new Vector3())
  const crate = session.entities('crate')[0]!
  expect(place.multiplyScalar(100).distanceTo(crate.place as Vector3)).toBeLessThan(1e-3)
  expect(place.x).toBeGreaterThan(-800)
  expect(place.y).toBeCloseTo(200, 3)
  expect(place.z).toBeCloseTo(300, 3)
  // What turns by 1 rad a second while it moves by 1 m a second has turned by as many radians as metres.
  const angle = 2 * Math.atan2(turn.y, turn.w)
  expect(Math.abs(angle - (place.x / 100 + 10))).toBeLessThan(0.05)
})
