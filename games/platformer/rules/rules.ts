import type { EntityOf, PlayerOf, StepContext, WorldOf } from 'glissade/server'
import { plainText } from '../../plain-text.ts'
import { platformer } from '../game.ts'
import { touches } from './coins.ts'
import { type IsThrower, judgeBalls } from './hits.ts'
import { COINS, START } from './level.ts'
import { numberOf } from './numbers.ts'
import { PLATFORMS } from './platforms.ts'

type World = WorldOf<typeof platformer>
type Round = EntityOf<typeof platformer, 'round'>
type ServerPip = EntityOf<typeof platformer, 'pip'>

/** How long a round runs, and how long its winner is shown. */
export const ROUND_SECONDS = 90
export const WON_SECONDS = 7

/** Server: platforms, coins and the round itself. */
export function openRound(world: World): void {
  // Keeps the past from the start, so that the first throw is judged exactly.
  world.seenBy(null)
  for (let index = 0; index < PLATFORMS.length; index++) world.spawn('platform', null, { index })
  world.spawn('round', null)
  begin(world, 0)
}

/** Server: a player comes to the start. The first one in an empty room begins a round. */
export function joinRound(world: World, player: PlayerOf<typeof platformer>): void {
  world.spawn('pip', player, {
    x: START.x + ((player.id * 3) % 8) * 12,
    y: START.y,
    name: plainText(player.profile.name, 16) || `Pip ${player.id}`,
    // Hues turn by the golden angle, so that no two players who come one after the other look alike.
    hue: player.profile.hue < 360 ? player.profile.hue : (player.id * 137 + 60) % 360,
  })
  if (world.players.length === 1) begin(world, world.tick)
}

/**
 * Server: one step of everything that no player owns. In an empty room, time stands still. `isThrower`: see `judgeBalls`.
 */
export function updateRound(world: World, ctx: StepContext, isThrower?: IsThrower): void {
  const round = world.entities('round')[0]
  if (!round || world.players.length === 0) return
  judgeBalls(world, isThrower)
  if (round.phase === 'run') {
    while (takeCoin(world)) {}
    if (ctx.tick >= round.endsAt || world.entities('coin').length === 0) end(world, round, ctx)
  } else if (ctx.tick >= round.endsAt) begin(world, ctx.tick)
  round.secondsLeft = Math.max(Math.ceil((round.endsAt - ctx.tick) * ctx.dtSeconds), 0)
}

/** Begins a round: all coins are back, and nobody has one. */
function begin(world: World, tick: number): void {
  const round = world.entities('round')[0]
  if (!round) return
  for (const coin of world.entities('coin')) world.despawn(coin)
  for (const place of COINS) world.spawn('coin', null, place)
  for (const pip of world.entities('pip')) {
    pip.coins = 0
    pip.countedAt = 0
  }
  round.phase = 'run'
  round.coins = COINS.length
  round.winner = ''
  round.winnerId = 0
  round.secondsLeft = ROUND_SECONDS
  round.endsAt = tick + ROUND_SECONDS * platformer.stepHz
}

function end(world: World, round: Round, ctx: StepContext): void {
  const winner = best(world.entities('pip'))
  round.phase = 'won'
  round.winner = winner?.name ?? ''
  round.winnerHue = winner?.hue ?? 0
  round.winnerId = winner ? numberOf(winner) : 0
  round.endsAt = ctx.tick + WON_SECONDS * platformer.stepHz
}

/** The player with the most coins, or of several the one who had them first. Nobody wins without a coin. */
function best(pips: readonly ServerPip[]): ServerPip | undefined {
  let first: ServerPip | undefined
  for (const pip of pips) {
    if (pip.coins === 0 || pip.coins < (first?.coins ?? 0)) continue
    if (!first || pip.coins > first.coins || pip.countedAt < first.countedAt) first = pip
  }
  return first
}

/** Gives one coin to a player who touches it. Returns false when nobody touches any. */
function takeCoin(world: World): boolean {
  const coins = world.entities('coin')
  const pips = world.entities('pip')
  for (let i = 0; i < coins.length; i++) {
    const coin = coins[i]
    for (let k = 0; coin && k < pips.length; k++) {
      const pip = pips[k]
      if (!pip || !touches(pip, coin)) continue
      world.despawn(coin)
      pip.coins++
      pip.countedAt = world.tick
      world.emit('collected', { x: coin.x, y: coin.y, by: numberOf(pip) })
      return true
    }
  }
  return false
}
