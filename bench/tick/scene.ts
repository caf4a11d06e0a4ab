import { AT, createWorkload, type Movers, WIDTH, type Workload } from '../wire/workload.ts'

/** What a server does in a tick of this bench. */
export interface Scene {
  readonly entities: number
  readonly movers: Movers
  /** Steps of the game to a network tick, of which there are 20 a second: 1, or 3 for a game that steps 60 times. */
  readonly steps: number
}

/** The network ticks of a script. */
export const TICKS = 600

/** The states of a scene, and who has another one at each tick. */
export interface Script {
  readonly values: Float64Array
  /** Which entities differ from the tick before, by tick. */
  readonly changed: readonly Int32Array[]
}

/** Makes the script of a scene: the same for every server. */
export function scriptOf({ entities, movers }: Scene): Script {
  const workload = createWorkload('tick', movers, { entities, ticks: TICKS })
  const { values, ticks } = workload
  const changed = Array.from({ length: ticks + 1 }, (_, tick) =>
    Int32Array.from({ length: entities }, (_, i) => i).filter(
      (i) => tick === 0 || differs(workload, tick, i),
    ),
  )
  return { values, changed }
}

function differs({ values, entities }: Workload, tick: number, entity: number): boolean {
  const at = (tick * entities + entity) * WIDTH
  const before = at - entities * WIDTH
  for (let k = 0; k < WIDTH; k++) if (values[at + k] !== values[before + k]) return true
  return false
}

/** What a game writes of an entity. */
export interface Mover {
  x: number
  y: number
  angle: number
  vx: number
  vy: number
  hp: number
}

/**
 * The game's writes of step `step` of network tick `tick`: whoever has another state at that tick moves there evenly, and
 * has the rest of it after the last step. `states[i]` is set by the caller's own `setState`: the one field that servers
 * have under different types.
 */
export function play<M extends Mover>(
  { values, changed }: Script,
  movers: readonly M[],
  tick: number,
  left: number,
  setState: (mover: M, state: number) => void,
): void {
  const list = changed[tick]!
  const from = tick * movers.length * WIDTH
  for (let n = 0; n < list.length; n++) {
    const i = list[n]!
    const at = from + i * WIDTH
    const mover = movers[i]!
    if (left > 1) {
      mover.x += (values[at + AT.x]! - mover.x) / left
      mover.y += (values[at + AT.y]! - mover.y) / left
      continue
    }
    mover.x = values[at + AT.x]!
    mover.y = values[at + AT.y]!
    mover.angle = values[at + AT.angle]!
    mover.vx = values[at + AT.vx]!
    mover.vy = values[at + AT.vy]!
    mover.hp = values[at + AT.hp]!
    setState(mover, values[at + AT.state]!)
  }
}
