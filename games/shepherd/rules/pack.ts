import { isDue } from 'glissade/parts'
import type { Herd, Pasture } from './herd.ts'
import { HEIGHT, WIDTH } from './meadow.ts'
import { takeSheep } from './showing.ts'
import { STEP_HZ } from './steps.ts'
import { MOST_WOLVES, Wolf } from './wolf.ts'
import { hasCaught, moveWolf } from './wolf-body.ts'
import { isAtEdge, THOUGHTS_HZ, think } from './wolf-mind.ts'

/** How many wolves come, and for how many shepherds there is one more. */
const WOLVES = 3
const SHEPHERDS_PER_WOLF = 4
/** How long a wolf is busy with its prey, in steps. */
const EAT_STEPS = 150

const howl = { x: 0, y: 0 }

/** Wolves come from the edges of the meadow, each from another side, and howl. */
export function callPack(herd: Herd, world: Pasture): void {
  const more = Math.floor(world.entities('shepherd').length / SHEPHERDS_PER_WOLF)
  const count = Math.min(WOLVES + more, MOST_WOLVES)
  const first = Math.floor(world.random() * 4)
  for (let number = 0; number < count; number++) {
    const body = world.spawn('wolf', null, edgeAt((first + number) % 4, world.random()))
    herd.wolves.push(new Wolf(body, number))
  }
  howl.x = herd.wolves[0]?.body.x ?? 0
  howl.y = herd.wolves[0]?.body.y ?? 0
  world.emit('howl', howl)
}

/** Sends all wolves home: they run off the meadow, and catch nothing on the way. */
export function sendPackHome({ wolves }: Herd): void {
  for (const wolf of wolves) {
    wolf.isLeaving = true
    // This does not wait for a wolf's next thought: it may have bitten by then.
    wolf.prey = -1
  }
}

/** Takes all wolves away. */
export function removePack({ wolves }: Herd, world: Pasture): void {
  for (const { body } of wolves) world.despawn(body)
  wolves.length = 0
}

/**
 * One step of all wolves. Each is moved in every step, and makes up its mind five times a second, in steps of its own.
 * Free of allocation but for what is caught.
 */
export function runPack(herd: Herd, world: Pasture, tick: number): void {
  const { wolves, flock } = herd
  for (let i = wolves.length - 1; i >= 0; i--) {
    const wolf = wolves[i]
    if (!wolf) continue
    if (isDue(tick, STEP_HZ, THOUGHTS_HZ, wolf.number)) think(wolf, herd, world, tick)
    moveWolf(wolf)
    if (hasCaught(wolf, flock)) {
      takeSheep(herd, world, wolf.prey)
      wolf.prey = -1
      wolf.eatsUntil = tick + EAT_STEPS
      wolf.body.mood = 'eat'
    }
    if (!wolf.isLeaving || !isAtEdge(wolf.body.x, wolf.body.y)) continue
    wolves.splice(i, 1)
    world.despawn(wolf.body)
  }
}

/** A place at a side of the meadow, from 0 to 3, this far along it. */
function edgeAt(side: number, along: number): { x: number; y: number } {
  const margin = 0.1 + 0.8 * along
  if (side === 0) return { x: WIDTH * margin, y: 0 }
  if (side === 1) return { x: WIDTH, y: HEIGHT * margin }
  return side === 2 ? { x: WIDTH * margin, y: HEIGHT } : { x: 0, y: HEIGHT * margin }
}
