import type { Buttons } from '../rules/buttons.ts'
import { Bot } from './bot.ts'
import type { BotMemory } from './memory.ts'

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

/** A mind as plain data. */
export type SavedMind = Omit<Mind, 'bot'> & { readonly memory: BotMemory }

/** The mind of a bot that comes now. */
export function newMind(seed: number, timeMs: number): Mind {
  const input = { left: false, right: false, down: false, jump: false, throw: false }
  return { bot: new Bot(seed, undefined, EASE), input, mayThrowMs: timeMs + PEACE_MS }
}

export function saveMind({ bot, ...rest }: Mind): SavedMind {
  return { ...rest, memory: bot.memory }
}

export function restoreMind({ memory, ...rest }: SavedMind): Mind {
  const bot = new Bot(0, undefined, EASE)
  bot.memory = memory
  return { ...rest, bot }
}

/** Takes back a throw that comes too soon after the last one. Players leave if they are hit all the time. */
export function pace(mind: Mind, timeMs: number): void {
  if (!mind.input.throw) return
  if (timeMs < mind.mayThrowMs) mind.input.throw = false
  else mind.mayThrowMs = timeMs + THROW_GAP_MS
}
