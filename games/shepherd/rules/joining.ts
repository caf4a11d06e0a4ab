import type { PlayerOf } from 'glissade/server'
import { plainText } from '../../plain-text.ts'
import type { shepherd } from '../game.ts'
import type { Herd, Pasture } from './herd.ts'
import { START } from './meadow.ts'
import { beginRound } from './rounds.ts'

/**
 * How far north of `START` shepherds begin, so that the first flock is out of their dogs' reach, and how far apart: so
 * close together that the first flock is the nearest for all of them.
 */
const NORTH = 80
const ASIDE = 24
/** Where a dog stands beside its shepherd. */
const DOG_X = 26
const DOG_Y = 8

const middle = { x: 0, y: 0 }

/**
 * Server: a shepherd and a dog for a player, and an eye for a spectator. The first one in an empty room begins a round,
 * and so does the first shepherd among spectators.
 */
export function joinRound(world: Pasture, player: PlayerOf<typeof shepherd>): void {
  const { herd } = world.state
  if (!herd) return
  const { watches } = player.profile
  const isFirst = watches ? world.players.length === 1 : !hasPeople(world)
  if (isFirst) beginRound(herd, world)
  if (watches) addEye(herd, world, player)
  else addShepherd(herd, world, player)
}

/** Whether a player has a shepherd here. Those of bots do not count. */
const hasPeople = (world: Pasture): boolean =>
  world.entities('shepherd').some(({ owner }) => owner !== null)

/** Server: a player leaves. The sheep that it brought home stay there. */
export function leaveRound(world: Pasture, player: PlayerOf<typeof shepherd>): void {
  world.state.herd?.roster.remove(player.id)
}

/** Server: where a player looks from. Free of allocation. */
export function lookFrom(
  world: Pasture,
  player: PlayerOf<typeof shepherd>,
): { readonly x: number; readonly y: number } | null {
  return world.state.herd?.roster.get(player.id)?.body ?? null
}

function addShepherd(herd: Herd, world: Pasture, player: PlayerOf<typeof shepherd>): void {
  const { id, profile } = player
  // Hues turn by the golden angle, so that no two players who come one after the other look alike.
  const hue = profile.hue < 360 ? profile.hue : (id * 137 + 60) % 360
  const name = plainText(profile.name, 16) || `Shepherd ${id}`
  const x = START.x + (((id * 3) % 8) - 4) * ASIDE
  const y = START.y - NORTH + (id % 2) * 40
  const shepherd = world.spawn('shepherd', player, { x, y, name, hue })
  const dog = world.spawn('dog', player, { x: x + DOG_X, y: y + DOG_Y, hue })
  herd.roster.add(id, { body: shepherd, shepherd, dog, countedAt: 0 })
}

function addEye(herd: Herd, world: Pasture, player: PlayerOf<typeof shepherd>): void {
  findMiddle(herd)
  const eye = world.spawn('eye', player, middle)
  herd.roster.add(player.id, { body: eye, shepherd: null, dog: null, countedAt: 0 })
}

/** Sets `middle` to the sheep nearest to the middle of those outside, or, without any, to where shepherds begin. */
function findMiddle(herd: Herd): void {
  const { flock } = herd
  let count = 0
  let x = 0
  let y = 0
  for (let i = 0; i < flock.count; i++) {
    if (!isOutside(herd, i)) continue
    count++
    x += flock.x[i]!
    y += flock.y[i]!
  }
  middle.x = START.x
  middle.y = START.y
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < flock.count; i++) {
    if (!isOutside(herd, i)) continue
    const away = (flock.x[i]! - x / count) ** 2 + (flock.y[i]! - y / count) ** 2
    if (away >= least) continue
    least = away
    middle.x = flock.x[i]!
    middle.y = flock.y[i]!
  }
}

const isOutside = ({ flock, pen }: Herd, i: number): boolean => flock.alive[i] === 1 && !pen[i]
