import type { Ms } from '../../base/units.ts'
import type { MotionSnapshot } from '../measures/player.ts'

/** Over four seconds at 60 Hz: more than any opponent's delay and the burst after a stall together. */
const MOST_HELD = 256

/** The snapshots that a player holds, in order of their stamps. */
export type HeldSnapshots = Pick<MotionSnapshot, 'stampMs' | 'states'>[]

/** The last place whose stamp is at or before `timeMs`; -1 if there is none. */
export function placeAt(held: HeldSnapshots, timeMs: Ms): number {
  let place = held.length - 1
  while (place >= 0 && held[place]!.stampMs > timeMs) place--
  return place
}

/**
 * Holds a copy of a snapshot and returns its place. If 256 are held already, the oldest goes. Returns -1 if the stamp is
 * already held, or if the snapshot is older than all and there is no room.
 */
export function hold(held: HeldSnapshots, { stampMs, states }: MotionSnapshot): number {
  let before = placeAt(held, stampMs)
  if (held[before]?.stampMs === stampMs) return -1
  if (held.length === MOST_HELD) {
    if (before < 0) return -1
    held.shift()
    before--
  }
  held.splice(before + 1, 0, { stampMs, states: states.slice() })
  return before + 1
}
