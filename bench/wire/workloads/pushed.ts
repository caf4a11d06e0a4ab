import { MOVERS, STATES } from '../movers.ts'
import { AT, createWorkload, type Movers, SEND_HZ, WIDTH, type Workload } from '../workload.ts'
import type { Actor, Cast, SceneKind, Step } from './cast.ts'
import { Chance } from './chance.ts'

/** Longest scene of these. */
const TICKS = 60 * SEND_HZ
const COUNT = 100
/** How often one of those that come and go is replaced, per entity and step. */
const REPLACED = 0.05 / SEND_HZ

/** Entities that are pushed about at random: workloads A and B, and what is made of them. */
export function pushedScene(
  name: string,
  movers: Movers,
  options: { share?: number; hurts?: number; replaced?: boolean } = {},
): SceneKind {
  const { replaced = false, ...rest } = options
  return {
    name,
    stepHz: SEND_HZ,
    entities: MOVERS.definition.entities,
    begin: (cast, seed) => {
      const workload = createWorkload(name, movers, { seed, ticks: TICKS, ...rest })
      return play(workload, cast, replaced ? new Chance(seed + 1) : null)
    },
  }
}

function play({ values }: Workload, cast: Cast, replacing: Chance | null): Step {
  const add = (i: number): Actor => {
    const actor = cast.add('mover', {})
    return set(actor, values, i * WIDTH)
  }
  const actors = Array.from({ length: COUNT }, (_, i) => add(i))
  let tick = 0
  return () => {
    tick++
    for (let i = 0; i < COUNT; i++) {
      if (replacing?.is(REPLACED)) {
        cast.remove(actors[i]!)
        actors[i] = add(i)
      }
      set(actors[i]!, values, (tick * COUNT + i) * WIDTH)
    }
  }
}

function set(actor: Actor, values: Float64Array, row: number): Actor {
  return Object.assign(actor, {
    values: Object.assign(actor.values, {
      x: values[row + AT.x]!,
      y: values[row + AT.y]!,
      angle: values[row + AT.angle]!,
      vx: values[row + AT.vx]!,
      vy: values[row + AT.vy]!,
      hp: values[row + AT.hp]!,
      state: STATES[values[row + AT.state]!]!,
    }),
  })
}
