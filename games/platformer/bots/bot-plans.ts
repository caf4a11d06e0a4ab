import type { Random } from 'glissade'
import { BODY_HEIGHT } from '../rules/body.ts'
import type { Buttons } from '../rules/buttons.ts'
import { movePip, type Surroundings } from '../rules/physics.ts'
import { type Pip, pip as pipFields } from '../rules/pip.ts'
import { NO_WAY, type WayMap } from './bot-map.ts'

/** A plan: what to do for a moment. */
interface Plan {
  readonly side: -1 | 0 | 1
  /** How long the bot holds jump; 0: not at all. */
  readonly holdMs: number
  /** When the bot begins to move sideways. */
  readonly turnMs: number
  readonly isDown: boolean
  /** How long the plan lasts before the bot looks for another one. */
  readonly lastsMs: number
}

const run = (side: -1 | 0 | 1): Plan => ({
  side,
  holdMs: 0,
  turnMs: 0,
  isDown: false,
  lastsMs: 160,
})
const leap = (side: -1 | 0 | 1, holdMs: number, turnMs = 0): Plan => ({
  side,
  holdMs,
  turnMs,
  isDown: false,
  lastsMs: 1500,
})
const drop: Plan = { side: 0, holdMs: 0, turnMs: 0, isDown: true, lastsMs: 160 }

/** All plans of a bot. The first one is to stand still. */
export const PLANS: readonly Plan[] = [
  run(0),
  run(1),
  run(-1),
  leap(1, 500),
  leap(-1, 500),
  leap(1, 120),
  leap(-1, 120),
  leap(0, 500),
  leap(1, 500, 200),
  leap(-1, 500, 200),
  drop,
]

const STEP_MS = 1000 / 60
/** A run is tried for this many steps. A leap is tried until it has landed, for at most this many. */
const RUN_STEPS = 36
const MOST_STEPS = 75
/** Scores: lower is better. A tile across costs 2. */
const DEATH = 20_000
const IN_THE_AIR = 10
const PER_STEP = 0.02
const CAUGHT = -1000

/** Tries plans out with the game's own physics, on a body of its own. Allocates nothing after it is made. */
export class Rehearsal implements Surroundings {
  readonly dtSeconds: number = STEP_MS / 1000
  timeMs = 0
  readonly #map: WayMap
  readonly #pip = blank()
  readonly #start = blank()
  readonly #input = { left: false, right: false, down: false, jump: false, throw: false }
  #startMs = 0
  #goalX = 0
  #goalY = 0
  #isHurt = false

  constructor(map: WayMap) {
    this.#map = map
  }

  spawn(): void {}

  emit(event: string): void {
    if (event === 'ouch') this.#isHurt = true
  }

  teleport(): void {}

  /** Takes a body as it is at a moment, and the goal by which every plan is measured. */
  begin(me: Readonly<Pip>, goalX: number, goalY: number, timeMs: number): void {
    copy(me, this.#start)
    this.#startMs = timeMs
    this.#goalX = goalX
    this.#goalY = goalY
  }

  /** The plan that leads nearest to the goal. */
  best(random: Random): number {
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < PLANS.length; i++) {
      const plan = PLANS[i]
      if (!plan || (plan.holdMs > 0 && !this.#start.grounded)) continue
      const score = this.#score(plan) + random.next()
      if (score >= least) continue
      least = score
      best = i
    }
    return best
  }

  /** Whether nothing happens to a player that stands still. */
  isSafeToRest(): boolean {
    const rest = PLANS[0]
    return rest !== undefined && this.#start.platform === 0 && this.#score(rest) < DEATH / 2
  }

  #score(plan: Plan): number {
    const pip = this.#pip
    copy(this.#start, pip)
    this.timeMs = this.#startMs
    this.#isHurt = false
    let steps = 0
    let caughtAt = -1
    while (steps < MOST_STEPS) {
      this.#step(plan, steps * STEP_MS)
      steps++
      if (this.#isHurt) return DEATH - steps
      if (this.#hasCaught()) {
        caughtAt = steps
        break
      }
      if (steps >= (plan.holdMs > 0 ? 12 : RUN_STEPS) && pip.grounded) break
    }
    if (caughtAt >= 0) return CAUGHT + caughtAt
    const cost = this.#map.cost(pip.x, pip.y - 1)
    const away = Math.abs(pip.x - this.#goalX) + Math.abs(pip.y - this.#goalY)
    return (
      Math.min(cost, NO_WAY / 4) + away / 64 + (pip.grounded ? 0 : IN_THE_AIR) + steps * PER_STEP
    )
  }

  #step(plan: Plan, ranMs: number): void {
    const pip = this.#pip
    const input: Buttons = this.#input
    const side = ranMs >= plan.turnMs ? plan.side : 0
    input.left = side < 0
    input.right = side > 0
    input.jump = ranMs < plan.holdMs
    input.down = plan.isDown
    this.timeMs += STEP_MS
    movePip(pip, input, this)
    pip.x = toGrid(pip.x)
    pip.y = toGrid(pip.y)
  }

  #hasCaught(): boolean {
    const { x, y } = this.#pip
    return Math.abs(x - this.#goalX) < 9 && Math.abs(y - BODY_HEIGHT / 2 - this.#goalY) < 13
  }
}

/** The engine rounds a place after each step in the same way. */
const toGrid = (value: number): number => Math.round(value * 64) / 64

function blank(): Pip {
  const pip: { [name: string]: unknown } = {}
  for (const name of Object.keys(pipFields)) pip[name] = 0
  return pip as Pip
}

/** The part of a pip that a step needs. */
function copy(from: Readonly<Pip>, to: Pip): void {
  to.x = toGrid(from.x)
  to.y = toGrid(from.y)
  to.vx = from.vx
  to.vy = from.vy
  to.facing = from.facing
  to.grounded = from.grounded
  to.platform = from.platform
  to.rideX = from.rideX
  to.coyoteMs = from.coyoteMs
  to.bufferMs = from.bufferMs
  // A bot lets go of jump between two jumps.
  to.jumpHeld = false
  to.rising = from.rising
  to.reloadMs = from.reloadMs
}
