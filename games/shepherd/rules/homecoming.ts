import type { Herd, Pasture } from './herd.ts'
import { PENS } from './meadow.ts'

/**
 * A sheep has come home this deep in a pen, in units: as deep as one that leans on the fence. In the gate, it is
 * neither in nor out.
 */
const DEEP = 12

/** The data of the event. `emit` copies it. */
const homed = { x: 0, y: 0, by: 0 }

/**
 * Counts the sheep that came home in this step, each for the player or bot it ran from last, and subtracts those that got out
 * again. Free of allocation but for events.
 */
export function countHomes(herd: Herd, world: Pasture): void {
  const { flock, pen } = herd
  for (let i = 0; i < flock.count; i++) {
    const now = flock.pen[i]!
    const before = pen[i]!
    if (now === before || flock.alive[i] === 0) continue
    if (before > 0) takeBack(herd, world, i)
    else if (isDeep(now, flock.x[i]!, flock.y[i]!)) bringHome(herd, world, i)
  }
}

/** Forgets where all sheep are; the pens are empty. */
export function emptyPens(herd: Herd, world: Pasture): void {
  herd.pen.fill(0)
  herd.homedBy.fill(0)
  for (const one of world.entities('pen')) one.count = 0
}

function bringHome(herd: Herd, world: Pasture, i: number): void {
  const { flock, round, roster } = herd
  const by = flock.by[i]!
  herd.pen[i] = flock.pen[i]!
  herd.homedBy[i] = by
  round.home++
  addTo(world, herd.pen[i]!, 1)
  const member = roster.get(by)
  if (member?.shepherd) {
    member.shepherd.score++
    member.countedAt = world.tick
  }
  homed.x = flock.x[i]!
  homed.y = flock.y[i]!
  homed.by = member && by > 0 ? by : 0
  world.emit('homed', homed)
}

function takeBack(herd: Herd, world: Pasture, i: number): void {
  addTo(world, herd.pen[i]!, -1)
  herd.pen[i] = 0
  herd.round.home--
  const shepherd = herd.roster.get(herd.homedBy[i]!)?.shepherd
  // A player who came later and has the number of one who left has none of these sheep.
  if (shepherd && shepherd.score > 0) shepherd.score--
}

function addTo(world: Pasture, pen: number, count: number): void {
  const one = world.entities('pen')[pen - 1]
  if (one) one.count += count
}

function isDeep(pen: number, x: number, y: number): boolean {
  const box = PENS[pen - 1]
  if (!box) return false
  const isAcross = x > box.x + DEEP && x < box.x + box.width - DEEP
  return isAcross && y > box.y + DEEP && y < box.y + box.height - DEEP
}
