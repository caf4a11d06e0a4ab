import { placeFirstFlock } from './first-flock.ts'
import type { Herd, Pasture, ServerSheep } from './herd.ts'
import { moodOf } from './moods.ts'
import { Place } from './way-map.ts'

/** Places on the wire are whole steps of this. */
const STEPS_PER_UNIT = 4
/** The least time from bleat to bleat in a room, so that what everybody hears is no din. */
const BLEAT_STEPS = 20
/** Kinds of look, as `sheep.look` has them. */
const LOOKS = 16

/** The events' data, and where some are heard. `emit` copies both. */
const spot = new Place()
const aroundIt = { near: spot }
const start = { x: 0, y: 0, look: 0 }

/**
 * Tells the sheep entities of a room where the flock has them and how they feel. It writes only what has changed, so
 * that a sheep that rests costs nothing. Free of allocation but for a bleat now and then.
 */
export function showFlock(herd: Herd, world: Pasture, tick: number): void {
  const { flock, sheep, pen } = herd
  for (let i = 0; i < flock.count; i++) {
    const one = sheep[i]
    if (!one) continue
    const x = Math.round(flock.x[i]! * STEPS_PER_UNIT) / STEPS_PER_UNIT
    const y = Math.round(flock.y[i]! * STEPS_PER_UNIT) / STEPS_PER_UNIT
    if (one.x !== x) one.x = x
    if (one.y !== y) one.y = y
    const mood = moodOf(flock.fear[i]!, one.mood, pen[i]! > 0)
    if (one.mood === mood) continue
    one.mood = mood
    if (mood === 'panic' && tick - herd.bleatedAt >= BLEAT_STEPS) bleatOf(herd, world, one, tick)
  }
}

/**
 * Scatters a whole flock: sheep that were caught are there again, and nobody sees any of them glide to their new
 * places. A few wait before the gate next to where shepherds begin.
 */
export function scatterFlock(herd: Herd, world: Pasture): void {
  const { flock, sheep } = herd
  flock.alive.fill(1)
  flock.by.fill(0)
  flock.scatter(() => world.random())
  placeFirstFlock(flock)
  for (let i = 0; i < flock.count; i++) {
    let one = sheep[i]
    if (one) world.teleport(one)
    else {
      start.x = flock.x[i]!
      start.y = flock.y[i]!
      start.look = Math.floor(world.random() * LOOKS)
      one = world.spawn('sheep', null, start)
      sheep[i] = one
    }
    one.mood = 'calm'
  }
}

/** A wolf has caught sheep `i`. */
export function takeSheep(herd: Herd, world: Pasture, i: number): void {
  const one = herd.sheep[i]
  if (!one) return
  herd.flock.alive[i] = 0
  herd.sheep[i] = null
  herd.round.lost++
  spot.x = one.x
  spot.y = one.y
  world.emit('caught', spot)
  world.despawn(one)
}

function bleatOf(herd: Herd, world: Pasture, one: ServerSheep, tick: number): void {
  herd.bleatedAt = tick
  spot.x = one.x
  spot.y = one.y
  world.emit('bleat', spot, aroundIt)
}
