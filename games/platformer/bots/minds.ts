import type { Buttons } from '../rules/buttons.ts'
import { Bot } from './bot.ts'

/** How much longer than others a bot of the room rests. */
const EASE = 2.2
/** A bot throws nothing for this long after it has come, and for this long after each throw. */
const PEACE_MS = 12_000
const THROW_GAP_MS = 6000

/** What a bot of the room thinks with. */
export interface Mind {
  readonly bot: Bot
  /** What it presses. */
  readonly input: Buttons
  mayThrowMs: number
}

/**
 * The minds of the bots of each room, by the bot's pip, beside the room's state: a state is what a room is, and bots are who
 * plays in it. A bot without a mind, such as in a room that was made from another one's data, gets a new one.
 */
const rooms = new WeakMap<object, Map<number, Mind>>()

/** The mind of a bot, which is made if there is none. `world`: the room's. `newSeed` is called for a new mind only. */
export function mindOf(world: object, pip: number, timeMs: number, newSeed: () => number): Mind {
  let minds = rooms.get(world)
  if (!minds) {
    minds = new Map()
    rooms.set(world, minds)
  }
  let mind = minds.get(pip)
  if (!mind) {
    const input = { left: false, right: false, down: false, jump: false, throw: false }
    mind = { bot: new Bot(newSeed(), undefined, EASE), input, mayThrowMs: timeMs + PEACE_MS }
    minds.set(pip, mind)
  }
  return mind
}

/** Forgets a bot that has left its room. */
export function forgetMind(world: object, pip: number): void {
  rooms.get(world)?.delete(pip)
}

/** Takes back a throw that comes too soon after the last one. Players leave if they are hit all the time. */
export function pace(mind: Mind, timeMs: number): void {
  if (!mind.input.throw) return
  if (timeMs < mind.mayThrowMs) mind.input.throw = false
  else mind.mayThrowMs = timeMs + THROW_GAP_MS
}
