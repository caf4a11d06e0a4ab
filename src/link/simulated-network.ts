import type { Clock } from '../base/clock.ts'
import { GlissadeError } from '../base/error.ts'
import { ConditionedLink, type LineStats } from './conditions.ts'
import { type Conditions, checkConditions } from './impairment.ts'
import type { Link, Network } from './link.ts'

/**
 * A pretended network for one session, in both directions: hand it over as the session's `network` and change its
 * `conditions` while the game runs. For lag panels, tests and bots. How packets fare: see `Impairment`.
 */
export class SimulatedNetwork implements Network {
  readonly #seed: number
  #conditions: Conditions
  #link: ConditionedLink | undefined

  /**
   * `conditions`: default none, packets pass at once. `seed` of its chance: default 1; equal seeds give equal
   * luck. Throws `misuse` naming the wrong field of the conditions.
   */
  constructor(conditions: Conditions = CALM, options: { readonly seed?: number | undefined } = {}) {
    this.#conditions = checkConditions(conditions)
    this.#seed = options.seed ?? 1
  }

  /**
   * The network in force. May be replaced at any time (throws `misuse` naming the wrong field): packets under way
   * keep their fate, what TCP still has to send again meets the new conditions.
   */
  get conditions(): Conditions {
    return this.#conditions
  }

  set conditions(conditions: Conditions) {
    this.#conditions = checkConditions(conditions)
    if (this.#link) this.#link.conditions = this.#conditions
  }

  /** What happened to the packets of the link wrapped last, up and down apart; undefined before the first. */
  get stats(): { readonly up: LineStats; readonly down: LineStats } | undefined {
    return this.#link?.stats
  }

  /**
   * Puts the network between a link and its user; the session calls it. Throws `misuse` while the link wrapped
   * before is open: each session needs a network of its own.
   */
  wrap(link: Link, clock: Clock): Link {
    if (this.#link?.isOpen)
      throw new GlissadeError(
        'misuse',
        'network carries an open session, it must be a SimulatedNetwork of its own for each',
      )
    this.#link = new ConditionedLink(link, clock, this.#conditions, this.#seed)
    return this.#link
  }
}

const CALM: Conditions = { up: {}, down: {} }
