import type { Player } from 'glissade/server'
import { MOST_BARKS } from './barks.ts'
import type { Scares } from './flock.ts'
import type { Herd, Pasture } from './herd.ts'
import { herderOf } from './herder.ts'

/** How far away from something sheep run, in units, and how much it counts. */
interface Scare {
  readonly radius: number
  readonly strength: number
}

/** How sheep fear a shepherd. */
export const SHEPHERD: Scare = { radius: 110, strength: 1 }
/** How they fear a dog that is near. */
export const DOG: Scare = { radius: 150, strength: 2 }
/** How they fear a bark, where it was. */
export const BARK: Scare = { radius: 260, strength: 3 }
const WOLF: Scare = { radius: 200, strength: 3 }

/** Server: a dog barks. `by` is its player, or null for a dog that nobody owns. */
export function hearBark(
  world: Pasture,
  data: { readonly x: number; readonly y: number },
  by: Player | null,
): void {
  if (by) hearBarkOf(world, data, by.id)
}

/** Server: the dog of a player or a bot barks. `by`: see `herderOf`. */
export function hearBarkOf(
  world: Pasture,
  data: { readonly x: number; readonly y: number },
  by: number,
): void {
  world.state.herd?.barks.add(data.x, data.y, by, world.tick)
}

/** Lists everything that sheep run from in this step. Free of allocation. */
export function fillScares(herd: Herd, world: Pasture, tick: number): void {
  const { scares, barks } = herd
  scares.count = 0
  const shepherds = world.entities('shepherd')
  for (let i = 0; i < shepherds.length; i++) {
    const shepherd = shepherds[i]
    if (shepherd) add(scares, shepherd, SHEPHERD, herderOf(shepherd))
  }
  const dogs = world.entities('dog')
  for (let i = 0; i < dogs.length; i++) {
    const dog = dogs[i]
    if (dog) add(scares, dog, DOG, herderOf(dog))
  }
  const wolves = world.entities('wolf')
  for (let i = 0; i < wolves.length; i++) {
    const wolf = wolves[i]
    if (wolf) add(scares, wolf, WOLF, 0)
  }
  for (let i = 0; i < MOST_BARKS; i++) {
    if (!barks.isHeard(i, tick) || scares.count >= scares.x.length) continue
    const at = scares.count++
    scares.x[at] = barks.x[i]!
    scares.y[at] = barks.y[i]!
    scares.radius[at] = BARK.radius
    scares.strength[at] = BARK.strength
    scares.by[at] = barks.by[i]!
  }
}

function add(
  scares: Scares,
  body: { readonly x: number; readonly y: number },
  how: Scare,
  by: number,
): void {
  if (scares.count >= scares.x.length) return
  const at = scares.count++
  scares.x[at] = body.x
  scares.y[at] = body.y
  scares.radius[at] = how.radius
  scares.strength[at] = how.strength
  scares.by[at] = by
}
