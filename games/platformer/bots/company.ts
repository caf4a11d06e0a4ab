import type { PlayerOf, StepContext, WorldOf } from 'glissade/server'
import { platformer } from '../game.ts'
import type { IsThrower, ServerPip } from '../rules/hits.ts'
import { COINS, START } from '../rules/level.ts'
import { BOT_NAMES, isBot } from '../rules/numbers.ts'
import { joinRound, ROUND_SECONDS, updateRound } from '../rules/rules.ts'
import { type Mind, newMind, pace, restoreMind, type SavedMind, saveMind } from './minds.ts'

/** What a room with bots knows besides its entities. */
export interface CompanyState {
  /** No bot comes before this moment of the room. */
  nextBotMs: number
  /** For each ball of a bot in the air, by its id, the id of the pip that threw it. */
  throwers: { [ball: number]: number }
  /** The minds of the bots, by the ids of their pips. */
  readonly minds: Map<number, Mind>
}

/** The same as plain data. */
type SavedCompany = Omit<CompanyState, 'minds'> & { readonly minds: ReadonlyMap<number, SavedMind> }

type World = WorldOf<typeof platformer, CompanyState>

/** The number of figures below which bots come. */
export const FIGURES = 4
/** How long after the first player the first bot comes, how long until each further one, and until one takes a leaver's place. */
const FIRST_MS = 400
const NEXT_MS = 700
const BACK_MS = 6000
/** So many coins are each bot's, whatever players have: one more each time that this much of a round has gone by. */
const FREE_COINS = 3
const FREE_COIN_SECONDS = 10
/** The hue of the first bot, and how far the next one's is from it. Neighbours look different. */
const HUE = 28
const HUE_STEP = 100

const NO_COINS: readonly never[] = []

/** The state of a room that has just opened. */
export const newCompany = (): CompanyState => ({
  nextBotMs: 0,
  throwers: {},
  minds: new Map(),
})

/** The state of a room as plain data, so that its bots go on where they are when it moves. */
export const saveCompany = ({ minds, ...rest }: CompanyState): SavedCompany => ({
  ...rest,
  minds: mapped(minds, saveMind),
})

/** The state of which `saveCompany` made this. */
export const restoreCompany = ({ minds, ...rest }: SavedCompany): CompanyState => ({
  ...rest,
  minds: mapped(minds, restoreMind),
})

const mapped = <A, B>(map: ReadonlyMap<number, A>, change: (one: A) => B): Map<number, B> =>
  new Map([...map].map(([key, one]) => [key, change(one)]))

/** Server: a player comes. If there are figures enough without it, a bot leaves. */
export function joinCompany(world: World, player: PlayerOf<typeof platformer>): void {
  joinRound(world, player)
  if (world.players.length === 1) world.state.nextBotMs = world.timeMs + FIRST_MS
  if (world.entities('pip').length > FIGURES) sendOneAway(world)
}

/** Server: a player leaves. A bot takes the place after a while. */
export function leaveCompany(world: World): void {
  world.state.nextBotMs = world.timeMs + BACK_MS
}

/** Server: one step of the bots, and then of the round. */
export function updateCompany(world: World, ctx: StepContext): void {
  const { state, timeMs, players } = world
  if (players.length === 0) return
  if (timeMs >= state.nextBotMs && world.entities('pip').length < FIGURES) {
    invite(world)
    state.nextBotMs = timeMs + NEXT_MS
  }
  for (const ball of world.entities('ball')) if (ball.owner === null) world.drive(ball, {})
  const enough = Math.max(mostCoins(world), freeCoins(world))
  for (const pip of world.entities('pip')) if (isBot(pip)) play(world, pip, enough)
  const isThrower: IsThrower = (ball, pip) =>
    ball.owner === null ? state.throwers[ball.id] === pip.id : ball.owner === pip.owner
  updateRound(world, ctx, isThrower)
  for (const id in state.throwers) if (!world.get(Number(id))) delete state.throwers[id]
}

/** A bot comes to the start, with a name that nobody in the room has. */
function invite(world: World): void {
  const pips = world.entities('pip')
  const name = BOT_NAMES.find((free) => pips.every((pip) => pip.name !== free))
  if (name === undefined) return
  const place = BOT_NAMES.indexOf(name)
  const { x, y } = START
  const hue = (HUE + place * HUE_STEP) % 360
  const { id } = world.spawn('pip', null, { x: x + place * 12, y, name, hue })
  world.state.minds.set(id, newMind(Math.floor(world.random() * 2 ** 31), world.timeMs))
  world.emit('puff', { x: x + place * 12, y, strength: 7 })
}

/** The bot with the fewest coins leaves. It puts back what it has, so that it carries nothing off. */
function sendOneAway(world: World): void {
  let last: ServerPip | undefined
  for (const pip of world.entities('pip'))
    if (isBot(pip) && (!last || pip.coins < last.coins)) last = pip
  if (!last) return
  if (world.entities('round')[0]?.phase === 'run') putBack(world, last.coins)
  world.emit('puff', { x: last.x, y: last.y, strength: 7 })
  world.state.minds.delete(last.id)
  world.despawn(last)
}

/** Puts coins back to places where they are gone. */
function putBack(world: World, count: number): void {
  const coins = world.entities('coin')
  let left = count
  for (const place of COINS) {
    if (left === 0) return
    if (coins.some(({ x, y }) => x === place.x && y === place.y)) continue
    world.spawn('coin', null, place)
    left--
  }
}

/** The most coins that any player has. */
function mostCoins(world: World): number {
  let most = 0
  for (const pip of world.entities('pip')) if (!isBot(pip)) most = Math.max(most, pip.coins)
  return most
}

/** The coins that a bot may look for although no player has as many. */
function freeCoins(world: World): number {
  const goneSeconds = ROUND_SECONDS - (world.entities('round')[0]?.secondsLeft ?? ROUND_SECONDS)
  return Math.min(Math.floor(goneSeconds / FREE_COIN_SECONDS), FREE_COINS)
}

/**
 * One step of a bot. One that has `enough` coins, as many as the best player, looks for company instead of coins. So the first
 * coins are left to a newcomer, who can win the round.
 */
function play(world: World, pip: ServerPip, enough: number): void {
  const { state, timeMs } = world
  // A bot knows the world as it was before this step.
  const beforeMs = timeMs - 1000 / platformer.stepHz
  const mind = state.minds.get(pip.id)
  if (!mind) return
  const coins = pip.coins < enough ? world.entities('coin') : NO_COINS
  mind.input.throw = false
  mind.bot.think(pip, world.entities('pip'), coins, beforeMs, mind.input)
  pace(mind, timeMs)
  world.drive(pip, mind.input)
  if (mind.input.throw) noteBall(world, pip)
}

/** Notes whose the new ball is: all balls that the room moves have no owner. */
function noteBall(world: World, pip: ServerPip): void {
  for (const { id, owner } of world.entities('ball'))
    if (owner === null) world.state.throwers[id] ??= pip.id
}
