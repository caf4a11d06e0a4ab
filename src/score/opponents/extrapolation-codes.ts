import { WAY } from '../../base/horizons.ts'
import type { Ms } from '../../base/units.ts'
import { ExtrapolationHorizon } from '../../motion/extrapolation-horizon.ts'
import {
  ENOUGH_MS,
  ExtrapolationShares,
  LEAST_GAP_MS,
  MOST_BACK,
  MOST_GAP_MS,
} from '../../motion/extrapolation-shares.ts'
import { type MotionServer, STATE, STATE_WIDTH, TOLD_WIDTH } from '../measures/player.ts'
import { INPUT_WIDTH, type Move } from '../motions/motion.ts'
import { ExtraStates, LOOKED_AT, stepTimesBetween } from './extra-states.ts'
import { MovedOn } from './track-foresight.ts'

/**
 * Measures how, and how far, each entity can be extrapolated: on the server from all states, lost or not, or on the client from
 * those that arrive. `told` gets the extrapolation code of each entity, and on the server its extra states.
 */
export class ExtrapolationCodes implements MotionServer {
  readonly #moves: readonly (Move | undefined)[]
  readonly #entities: Entity[] = []
  #before: Float64Array | undefined
  #beforeMs: Ms = Number.POSITIVE_INFINITY

  /** `moves`: the rule that moves each entity. An entity without one is extrapolated by its curves. */
  constructor(moves: readonly (Move | undefined)[]) {
    this.#moves = moves
  }

  send(
    stampMs: Ms,
    states: Float64Array,
    told: Float64Array,
    inputs?: Float64Array,
    truth?: (timeMs: Ms, out: Float64Array) => void,
  ): void {
    const before = this.#before ?? states
    const steps: { timeMs: Ms; states: Float64Array }[] = truth
      ? stepTimesBetween(this.#beforeMs, stampMs).map((timeMs) => {
          const out = new Float64Array(states.length)
          truth(timeMs, out)
          return { timeMs, states: out }
        })
      : []
    this.#beforeMs = stampMs
    for (let i = 0; i * STATE_WIDTH < states.length; i++) {
      const at = i * STATE_WIDTH
      const entity = (this.#entities[i] ??= new Entity(this.#moves[i]))
      const isBroken = hasLeapt(states, before, at)
      if (isBroken) entity.breakOff()
      entity.note(stampMs, states, at, inputs, i * INPUT_WIDTH)
      told[i * TOLD_WIDTH] = entity.told
      const stated = ({ timeMs, states }: (typeof steps)[number]) => ({
        stampMs: timeMs,
        state: states.slice(at, at + STATE_WIDTH),
      })
      const newest = stated({ timeMs: stampMs, states })
      entity.extras.choose(newest, steps.map(stated), isBroken, told, i * TOLD_WIDTH + 1)
    }
    this.#before = states.slice()
  }
}

/** Whether the entity at `at` was teleported between two snapshots. */
export function hasLeapt(states: Float64Array, before: Float64Array, at: number): boolean {
  return states[at + STATE.teleports] !== before[at + STATE.teleports]
}

/** A state that has been sent, with its input. */
interface Noted {
  readonly stampMs: Ms
  readonly state: Float64Array
  readonly input: Float64Array
}

/** One entity: its last states, and how often each way of extrapolating it was off. */
class Entity {
  readonly extras = new ExtraStates()
  readonly #shares: ExtrapolationShares
  readonly #curve: ExtrapolationHorizon
  readonly #moved: MovedOn | undefined
  readonly #extrapolated = new Float64Array(STATE_WIDTH)
  /** Oldest first. */
  #noted: Noted[] = []

  constructor(move: Move | undefined) {
    this.#shares = new ExtrapolationShares(move ? WAY.move + 1 : 1)
    this.#curve = new ExtrapolationHorizon(LOOKED_AT, this.#shares)
    if (move) this.#moved = new MovedOn(move)
  }

  get told(): number {
    return this.#shares.code(0)
  }

  breakOff(): void {
    this.#curve.breakOff()
    this.#noted = []
  }

  note(
    stampMs: Ms,
    states: Float64Array,
    at: number,
    inputs: Float64Array | undefined,
    inputAt: number,
  ): void {
    this.#curve.note(stampMs, states, at)
    if (!this.#moved || !inputs) return
    const sinceMs = stampMs - (this.#noted.at(-1)?.stampMs ?? Number.NEGATIVE_INFINITY)
    if (sinceMs < LEAST_GAP_MS) return
    if (sinceMs > MOST_GAP_MS) this.#noted = []
    this.#noted.push({
      stampMs,
      state: states.slice(at, at + STATE_WIDTH),
      input: inputs.slice(inputAt, inputAt + INPUT_WIDTH),
    })
    this.#compare(this.#moved)
  }

  /** Extrapolates from the first state that is old enough to all later ones, in one run of `move` for all of them. */
  #compare(moved: MovedOn): void {
    const noted = this.#noted
    const newestMs = noted.at(-1)!.stampMs
    while (noted.length > MOST_BACK + 1 || newestMs - (noted[1]?.stampMs ?? newestMs) >= ENOUGH_MS)
      noted.shift()
    const [start, ...later] = noted
    const shares = this.#shares
    const [rest, move] = [shares.at(0, WAY.rest), shares.at(0, WAY.move)]
    for (const way of [rest, move]) shares.begin(way, 1)
    moved.begin(start!.state, 0, start!.input, 0)
    for (const [i, { stampMs, state }] of later.entries()) {
      const gapMs = stampMs - start!.stampMs
      moved.write(gapMs, this.#extrapolated)
      const compare = (way: number, extrapolated: Float64Array): void => {
        const missed = squared(state, extrapolated)
        shares.count(way, 1, i + 1, Float64Array.of(gapMs, missed, Number.POSITIVE_INFINITY))
      }
      compare(rest, start!.state)
      compare(move, this.#extrapolated)
    }
  }
}

/** The square of the distance between two states. */
function squared(a: Float64Array, b: Float64Array): number {
  return (a[STATE.x]! - b[STATE.x]!) ** 2 + (a[STATE.y]! - b[STATE.y]!) ** 2
}
