import { isDue } from 'glissade/parts'
import type { Pasture } from '../rules/herd.ts'
import { STEP_HZ } from '../rules/steps.ts'
import { RoomBot } from './room-bot.ts'

/** How many shepherds a room has at least, bots included. */
const COMPANY = 3
/** How often a second a bot may come or go, so that they do so one by one. */
const CHANGES_HZ = 1

/** The bots of each room, beside its state: a state is what a room is, and bots are who plays in it. */
const companies = new WeakMap<Pasture, Company>()

/** The company of a room. It is made when it is first asked for. */
export function companyOf(world: Pasture): Company {
  const known = companies.get(world)
  if (known) return known
  const company = new Company()
  companies.set(world, company)
  return company
}

/**
 * The bots of a room: as many as are missing from a company of three. What they think is no part of the room's state. A
 * bot has no memory that counts, and another one could go on with its shepherd and its dog in any step.
 */
class Company {
  readonly #bots: RoomBot[] = []
  #driven = 0

  /** The number of the bot whose bodies are moving now; 0 for none. What its dog barks is its bark. */
  get driven(): number {
    return this.#driven
  }

  /** Lets one bot come or go, if it is time, and moves all of them by a step. Call once a step, before the rules. */
  step(world: Pasture, tick: number): void {
    if (isDue(tick, STEP_HZ, CHANGES_HZ)) this.#change(world)
    for (let i = 0; i < this.#bots.length; i++) {
      const bot = this.#bots[i]
      if (!bot) continue
      this.#driven = bot.number
      bot.step()
    }
    this.#driven = 0
  }

  /** Sends all bots to where they begin. */
  gather(): void {
    for (const bot of this.#bots) bot.goToPost()
  }

  #change(world: Pasture): void {
    const people = world.entities('shepherd').length - this.#bots.length
    const wanted = Math.max(COMPANY - people, 0)
    if (this.#bots.length < wanted) this.#bots.push(new RoomBot(world, this.#bots.length + 1))
    else if (this.#bots.length > wanted) this.#bots.pop()?.leave()
  }
}
