import type { Barks } from './barks.ts'
import type { SavedFlock } from './flock.ts'
import { Herd, type PastureState, type ServerRound, type ServerSheep } from './herd.ts'
import { type Member, Roster } from './roster.ts'
import { Wolf } from './wolf.ts'

/** A herd as plain data. The classes of the herd are told by what they know. */
export interface SavedHerd extends Pick<Herd, 'pen' | 'homedBy' | 'beganAt' | 'bleatedAt'> {
  readonly flock: SavedFlock
  readonly sheep: readonly (ServerSheep | null)[]
  readonly barks: Omit<Barks, 'add' | 'isHeard'>
  readonly wolves: readonly Wolf[]
  readonly members: Map<number, Member>
  readonly round: ServerRound
}

/** Server: the state of a room as plain data, so that the room can move in mid-play. */
export function saveHerd({ herd }: PastureState): SavedHerd | null {
  if (!herd) return null
  const { flock, sheep, pen, homedBy, barks, wolves, roster, round, beganAt, bleatedAt } = herd
  return {
    flock: flock.save(),
    barks: { ...barks },
    wolves: wolves.map((wolf) => ({ ...wolf })),
    members: roster.members,
    ...{ sheep, pen, homedBy, round, beganAt, bleatedAt },
  }
}

/** Server: the state of which `saveHerd` made this. Sheep and wolves go on as if nothing had happened, to the bit. */
export function restoreHerd(saved: SavedHerd | null): PastureState {
  if (!saved) return { herd: null }
  const herd = new Herd(saved.flock.count, saved.round, new Roster(saved.members))
  herd.flock.restore(saved.flock)
  for (const [i, one] of saved.sheep.entries()) herd.sheep[i] = one
  herd.pen.set(saved.pen)
  herd.homedBy.set(saved.homedBy)
  Object.assign(herd.barks, saved.barks)
  for (const wolf of saved.wolves) herd.wolves.push(Object.assign(new Wolf(wolf.body, 0), wolf))
  herd.beganAt = saved.beganAt
  herd.bleatedAt = saved.bleatedAt
  return { herd }
}
