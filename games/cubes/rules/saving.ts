import { Roller, type RollerMemory } from '../bots/roller.ts'
import { CubeWorld, type SavedCubeWorld } from './cube-world.ts'
import { startPlaces } from './layout.ts'
import { paint } from './snowballs.ts'
import type { Companion, Yard, YardState } from './yard.ts'

/** A yard as plain data: engines and classes are told by what they know. */
interface SavedYard extends Omit<Yard, 'physics' | 'companions'> {
  readonly physics: SavedCubeWorld
  readonly companions: readonly SavedCompanion[]
}

type SavedCompanion = Omit<Companion, 'roller'> & { readonly memory: RollerMemory }

/** Server: the state of a room as plain data, so that the room can move in mid-play. Null: it has no yard. */
export function saveYard({ yard }: YardState): SavedYard | null {
  if (!yard) return null
  return {
    ...yard,
    physics: yard.physics.save(),
    companions: yard.companions.map(({ roller, ...rest }) => ({ ...rest, memory: roller.memory })),
  }
}

/** Server: the state of which `saveYard` made this. Cubes go on to move as if nothing had happened, to the bit. */
export function restoreYard(saved: SavedYard | null): YardState {
  if (!saved) return { yard: null }
  const physics = new CubeWorld(startPlaces(), saved.physics)
  const yard: Yard = { ...saved, physics, companions: saved.companions.map(companionOf) }
  attach(yard)
  return { yard }
}

/** Has cubes take the colour of the snowballs that touch them. */
export function attach(yard: Yard): void {
  yard.physics.onTouch = (cube, ball) => paint(yard, cube, ball)
}

function companionOf({ memory, ...rest }: SavedCompanion): Companion {
  const roller = new Roller(0)
  roller.memory = memory
  return { ...rest, roller }
}
