import type { PlayerOf } from 'glissade/server'
import { plainText } from '../../plain-text.ts'
import type { cubes } from '../game.ts'
import { keepCompany } from './company.ts'
import { CubeWorld } from './cube-world.ts'
import { PLAIN } from './kinds.ts'
import { startPlaces } from './layout.ts'
import { attach } from './saving.ts'
import { showCubes } from './showing.ts'
import { CUBES, UNITS } from './sizes.ts'
import { addSnowball, partSnowballs, removeSnowball } from './snowballs.ts'
import type { Yard, YardWorld } from './yard.ts'

/** Server: the cubes stand as they stand at first. */
export function openYard(world: YardWorld): void {
  const starts = startPlaces()
  const physics = new CubeWorld(starts)
  const cubes = Array.from({ length: CUBES }, (_, n) => {
    const [x, y, z] = starts.subarray(3 * n, 3 * n + 3)
    const place = { x: x! * UNITS, y: y! * UNITS, z: z! * UNITS }
    return world.spawn('cube', null, { place, hue: PLAIN })
  })
  const painters = new Int32Array(CUBES).fill(-1)
  const told = Float64Array.from(physics.states)
  const yard: Yard = { physics, cubes, told, painters, balls: new Map(), companions: [] }
  attach(yard)
  world.state.yard = yard
}

/** Server: gives the memory of the physics back, which nothing else would. */
export function closeYard(world: YardWorld): void {
  world.state.yard?.physics.free()
  world.state.yard = null
}

/** Server: a player gets a snowball. */
export function joinYard(world: YardWorld, player: PlayerOf<typeof cubes>): void {
  const { yard } = world.state
  if (!yard) return
  const { id, profile } = player
  const name = plainText(profile.name, 16) || `Snowball ${id}`
  const hue = profile.hue < 360 ? profile.hue : null
  addSnowball(world, yard, player, { number: id, name, hue })
}

/** Server: the snowball of a player who leaves goes. */
export function leaveYard(world: YardWorld, player: PlayerOf<typeof cubes>): void {
  const { yard } = world.state
  for (const ball of world.entities('ball'))
    if (yard && ball.owner === player.id) removeSnowball(yard, ball)
}

/** Server: one step of all that no player owns. The snowballs of the players have already moved. */
export function updateYard(world: YardWorld): void {
  const { yard } = world.state
  if (!yard || world.players.length === 0) return
  keepCompany(world, yard)
  const { physics, balls } = yard
  partSnowballs(world.entities('ball'))
  for (const [id, { place }] of balls)
    physics.rollBall(id, place.x / UNITS, place.y / UNITS, place.z / UNITS)
  physics.step()
  showCubes(yard)
}
