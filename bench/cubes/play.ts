import { defineRoom } from 'glissade/server'
import { Roller } from '../../games/cubes/bots/roller.ts'
import { cubes } from '../../games/cubes/game.ts'
import { cubesRoom } from '../../games/cubes/room.ts'
import type { CubeWorld } from '../../games/cubes/rules/cube-world.ts'
import { UNITS } from '../../games/cubes/rules/sizes.ts'
import type { Conditions } from '../../src/link/impairment.ts'
import { Snapshots } from '../../src/server/replication/snapshots.ts'
import { Simulation } from '../../src/testing/simulation.ts'
import type { Playout } from '../../src/time/playout/playout.ts'
import { TrueStates } from './true-states.ts'

const FRAME_HZ = 60
/** A frame is looked at so long after it, because timers are not exact. */
const AFTER_MS = 0.01
/** Numbers of a cube as a client shows it: x y z in units, the rotation x y z w. */
const SHOWN_WIDTH = 7
/** A cube moves if its middle is faster than this, in metres per second. */
const SLOWEST = 0.01
const DEGREES = 180 / Math.PI

export interface PlayOptions {
  readonly players: number
  readonly seed: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly conditions: Conditions | undefined
  readonly kind: 'ordered' | 'datagram'
  readonly playout: () => Playout
}

/** What a run has measured. Errors and costs have one number each time. */
export interface Played {
  /** Bits that the server sent each client in a second, packets' heads included, in kbit. */
  readonly kbps: number
  /** Errors of the cubes that moved: centimetres and degrees, of each cube in each frame of each client. */
  readonly errorsCm: Float64Array
  readonly errorsDegrees: Float64Array
  /** How many cubes moved in a step, on average. */
  readonly moving: number
  /** Milliseconds: Rapier in a step, all of the game's step, and all the rest of the room, per step. */
  readonly physicsMs: number
  readonly updateMs: number
  readonly engineMs: number
  /** Milliseconds: the part of the rest in which one snapshot is encoded and sent for all clients, per snapshot. */
  readonly snapshotMs: number
  /** The states of all cubes after the last step, see `STATE_WIDTH`. */
  readonly end: Float64Array
}

/** Lets bots play in a real room through real sessions, and compares what they show with what the physics computed. */
export function playCubes(options: PlayOptions): Played {
  const { players, seed, seconds, warmUpSeconds } = options
  const truth = new TrueStates(cubes.stepMs)
  const costs = noCosts()
  const indexOf = new Map<number, number>()
  const sim = new Simulation(measuredRoom(truth, costs, indexOf), { kind: options.kind, seed })
  timeAdvance(sim.room, costs)
  const untimeSnapshots = timeSnapshots(costs)
  const sessions = Array.from({ length: players }, (_, n) => joinBot(sim, options, n).session)
  const warmUpMs = warmUpSeconds * 1000
  sim.run(warmUpMs + AFTER_MS)
  Object.assign(costs, noCosts())
  const { bytesOut } = sim.room.stats
  const watch = new Watch(truth, players)
  for (let frame = 1; frame <= seconds * FRAME_HZ; frame++) {
    sim.run(warmUpMs + (frame * 1000) / FRAME_HZ + AFTER_MS - sim.clock.nowMs())
    for (const [k, session] of sessions.entries())
      watch.look(k, session.entities('cube'), session.renderTimeMs, indexOf)
  }
  const perStep = (ms: number): number => ms / costs.steps
  const played = {
    kbps: ((sim.room.stats.bytesOut - bytesOut) * 8) / 1000 / seconds / players,
    errorsCm: Float64Array.from(watch.errorsCm).sort(),
    errorsDegrees: Float64Array.from(watch.errorsDegrees).sort(),
    moving: perStep(costs.moving),
    physicsMs: perStep(costs.physics),
    updateMs: perStep(costs.update),
    engineMs: perStep(costs.advance - costs.update),
    snapshotMs: costs.encoding / costs.snapshots,
    end: Float64Array.from(truth.newest),
  }
  sim.room.close()
  untimeSnapshots()
  return played
}

/** The room of the game, which also notes the truth, what its parts take, and the numbers of the cubes by their ids. */
function measuredRoom(truth: TrueStates, costs: Costs, indexOf: Map<number, number>) {
  const { definition } = cubesRoom
  return defineRoom(cubes, {
    ...definition,
    open(world) {
      definition.open?.(world)
      const { cubes, physics } = world.state.yard!
      for (const [n, { id }] of cubes.entries()) indexOf.set(id, n)
      timePhysics(physics, costs)
    },
    update(world, ctx) {
      const from = performance.now()
      definition.update?.(world, ctx)
      costs.update += performance.now() - from
      const { physics } = world.state.yard!
      truth.note(world.tick, physics.states)
      costs.steps++
      costs.moving += physics.movingCount
    },
  })
}

type MeasuredRoom = ReturnType<typeof measuredRoom>

/** A player whose snowball a bot rolls. */
function joinBot(
  sim: Simulation<MeasuredRoom>,
  { seed, conditions, playout }: PlayOptions,
  n: number,
) {
  const roller = new Roller(100 * seed + n)
  let lastMs = 0
  return sim.join({
    conditions,
    seed: 1000 * seed + n + 1,
    frameHz: FRAME_HZ,
    playout: playout(),
    script(session, timeMs) {
      const own = session.entities('ball').find(({ mine }) => mine)
      const dtSeconds = (timeMs - lastMs) / 1000
      lastMs = timeMs
      if (own) roller.think(own.place, own.hue, session.entities('cube'), dtSeconds, session.input)
    },
  })
}

/** Milliseconds in all steps and snapshots, how many of both there were, and how many cubes moved in the steps. */
interface Costs {
  physics: number
  update: number
  advance: number
  encoding: number
  steps: number
  snapshots: number
  moving: number
}

const noCosts = (): Costs => ({
  physics: 0,
  update: 0,
  advance: 0,
  encoding: 0,
  steps: 0,
  snapshots: 0,
  moving: 0,
})

function timeAdvance(room: Simulation<MeasuredRoom>['room'], costs: Costs): void {
  const { advance } = room
  room.advance = (nowMs) => {
    const from = performance.now()
    advance.call(room, nowMs)
    costs.advance += performance.now() - from
  }
}

/** Times the snapshots of all rooms. Returns what ends that. */
function timeSnapshots(costs: Costs): () => void {
  const { send } = Snapshots.prototype
  Snapshots.prototype.send = function (tick, nowMs) {
    const from = performance.now()
    send.call(this, tick, nowMs)
    costs.encoding += performance.now() - from
    costs.snapshots++
  }
  return () => {
    Snapshots.prototype.send = send
  }
}

function timePhysics(physics: CubeWorld, costs: Costs): void {
  const { step } = physics
  physics.step = () => {
    const from = performance.now()
    step.call(physics)
    costs.physics += performance.now() - from
  }
}

interface ShownCube {
  readonly id: number
  readonly place: { readonly x: number; readonly y: number; readonly z: number }
  readonly turn: { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
}

/** Compares the cubes of all pages with the truth. */
class Watch {
  readonly errorsCm: number[] = []
  readonly errorsDegrees: number[] = []
  readonly #truth: TrueStates
  readonly #true = new Float64Array(SHOWN_WIDTH)
  readonly #before: Float64Array[]

  constructor(truth: TrueStates, players: number) {
    this.#truth = truth
    this.#before = Array.from({ length: players }, () => new Float64Array(1000 * SHOWN_WIDTH))
  }

  /** A cube counts if it truly moves, or if the page shows that it moves. */
  look(k: number, shown: readonly ShownCube[], timeMs: number, indexOf: Map<number, number>): void {
    if (!this.#truth.knows(timeMs)) return
    const before = this.#before[k]!
    const at = this.#true
    for (const { id, place, turn } of shown) {
      const n = indexOf.get(id)!
      const speed = this.#truth.at(timeMs, n, at)
      const last = n * SHOWN_WIDTH
      const isShownMoving =
        before[last] !== place.x || before[last + 1] !== place.y || before[last + 2] !== place.z
      before[last] = place.x
      before[last + 1] = place.y
      before[last + 2] = place.z
      if (speed < SLOWEST && !isShownMoving) continue
      const dx = place.x / UNITS - at[0]!
      const dy = place.y / UNITS - at[1]!
      const dz = place.z / UNITS - at[2]!
      this.errorsCm.push(100 * Math.sqrt(dx * dx + dy * dy + dz * dz))
      const cosine = Math.abs(at[3]! * turn.x + at[4]! * turn.y + at[5]! * turn.z + at[6]! * turn.w)
      this.errorsDegrees.push(2 * Math.acos(Math.min(cosine, 1)) * DEGREES)
    }
  }
}
