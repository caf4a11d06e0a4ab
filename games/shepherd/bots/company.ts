import { isDue } from 'glissade/parts'
import type { WorldOf } from 'glissade/server'
import type { shepherd } from '../game.ts'
import type { Pasture, PastureState } from '../rules/herd.ts'
import { STEP_HZ } from '../rules/steps.ts'
import { comeTo, RoomBot, type SavedRoomBot } from './room-bot.ts'

/** How many shepherds a room has at least, bots included. */
const COMPANY = 3
/** How often a second a bot may come or go, so that they do so one by one. */
const CHANGES_HZ = 1

/** The state of a room with bots. */
export interface CompanyState extends PastureState {
  readonly company: Company
}

/** The world of a room with bots, as the server's functions get it. */
export type PastureWithBots = WorldOf<typeof shepherd, CompanyState>

/** The bots of a room: as many as are missing from a company of three. */
export class Company {
  readonly #bots: RoomBot[]
  #driven = 0

  /** `saved`: the bots that are there already, from `save`. */
  constructor(saved: readonly SavedRoomBot[] = []) {
    this.#bots = saved.map((bot) => new RoomBot(bot))
  }

  /** Returns the bots as plain data. */
  save(): SavedRoomBot[] {
    return this.#bots.map((bot) => bot.save())
  }

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
      bot.step(world)
    }
    this.#driven = 0
  }

  /** Sends all bots to where they begin. */
  gather(world: Pasture): void {
    for (const bot of this.#bots) bot.goToPost(world)
  }

  #change(world: Pasture): void {
    const people = world.entities('shepherd').length - this.#bots.length
    const wanted = Math.max(COMPANY - people, 0)
    if (this.#bots.length < wanted) this.#bots.push(comeTo(world, this.#bots.length + 1))
    else if (this.#bots.length > wanted) this.#bots.pop()?.leave(world)
  }
}
