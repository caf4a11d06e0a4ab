import type { Clock } from '../base/clock.ts'
import { GlissadeError } from '../base/error.ts'
import { ConditionedLink, type LineStats } from './conditions.ts'
import { type Conditions, checkConditions } from './impairment.ts'
import type { Link, Network } from './link.ts'

/**
 * A pretended network for one session, in both directions, for lag panels, tests and bots. Pass it as the session's
 * `network`, and change its `conditions` while the game runs. `Impairment` says what happens to packets.
 */
export class SimulatedNetwork implements Network {
  readonly #seed: number
  #conditions: Conditions
  #link: ConditionedLink | undefined

  /**
   * `conditions`: default none, packets pass at once. `seed` of its random numbers: default 1; equal seeds give equal
   * outcomes. Throws `misuse` naming the invalid field of the conditions.
   */
  constructor(conditions: Conditions = CALM, options: { readonly seed?: number | undefined } = {}) {
    this.#conditions = checkConditions(conditions)
    this.#seed = options.seed ?? 1
  }

  /**
   * The network in force. It may be replaced at any time (throws `misuse` naming the invalid field). Packets under way keep
   * their outcome; packets that TCP still has to send again meet the new conditions.
   */
  get conditions(): Conditions {
    return this.#conditions
  }

  set conditions(conditions: Conditions) {
    this.#conditions = checkConditions(conditions)
    if (this.#link) this.#link.conditions = this.#conditions
  }

  /** What happened to the packets of the link wrapped last, for each direction; undefined before the first link. */
  get stats(): { readonly up: LineStats; readonly down: LineStats } | undefined {
    return this.#link?.stats
  }

  /**
   * Puts the network between a link and its user; the session calls it. Throws `misuse` while the link wrapped before is
   * open: each session needs its own network.
   */
  wrap(link: Link, clock: Clock): Link {
    if (this.#link?.isOpen)
      throw new GlissadeError(
        'misuse',
        'network already carries an open session: give each session its own SimulatedNetwork',
      )
    this.#link = new ConditionedLink(link, clock, this.#conditions, this.#seed)
    return this.#link
  }
}

const CALM: Conditions = { up: {}, down: {} }
