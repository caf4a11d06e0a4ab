import type { StepContext } from 'glissade/server'
import { flockSize } from './flock-size.ts'
import { Herd, type Pasture } from './herd.ts'
import { countHomes } from './homecoming.ts'
import { PENS } from './meadow.ts'
import { runPack } from './pack.ts'
import { beginRound, passTime } from './rounds.ts'
import { fillScares } from './scaring.ts'
import { showFlock } from './showing.ts'

/** Server: sheep, as many as the room's name says, pens and the round itself. */
export function openRound(world: Pasture): void {
  openWith(world, flockSize(world.roomId))
}

/** Server: the same with a flock of `count` sheep. */
export function openWith(world: Pasture, count: number): void {
  for (let index = 0; index < PENS.length; index++) world.spawn('pen', null, { index })
  const herd = new Herd(count, world.spawn('round', null))
  world.state.herd = herd
  beginRound(herd, world)
}

/** Server: one step of everything that no player owns. In an empty room, time stands still. Free of allocation. */
export function updateRound(world: Pasture, ctx: StepContext): void {
  const { herd } = world.state
  if (!herd || world.players.length === 0) return
  passTime(herd, world, ctx.tick)
  fillScares(herd, world, ctx.tick)
  herd.flock.step(herd.scares)
  runPack(herd, world, ctx.tick)
  if (herd.round.phase === 'herd') countHomes(herd, world)
  showFlock(herd, world, ctx.tick)
}
