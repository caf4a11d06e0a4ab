import { defineRoom, type StepContext } from 'glissade/server'
import { Bot } from '../../games/shepherd/bots/bot.ts'
import { shepherd } from '../../games/shepherd/game.ts'
import { shepherdRoom } from '../../games/shepherd/room.ts'
import type { Pasture } from '../../games/shepherd/rules/herd.ts'
import { updateRound } from '../../games/shepherd/rules/rules.ts'
import type { Meadow, Play } from './stage.ts'

/** What is measured begins so late; clients who do not play on stop long before, and their sheep graze again by then. */
export const LEAD_IN_SECONDS = 30
const PLAYED_SECONDS = 12
/** It gets dark after that: measured is the day. */
export const MOST_SECONDS = 115

/** What goes on in Shepherd's World while its bytes are counted. */
export interface MeadowScene {
  /** As it stands in tables. */
  readonly name: string
  /** Whether the clients play; else they stand still, with their dogs. */
  readonly isPlayed: boolean
  /** One step of the room. */
  readonly update: (world: Pasture, ctx: StepContext) => void
}

/** The game as it is played. */
export const HERDING: MeadowScene = {
  name: 'bots herd some sheep; the others graze',
  isPlayed: true,
  update: updateRound,
}

/** All that there are. */
export const SCENES: readonly MeadowScene[] = [
  HERDING,
  { name: 'every sheep panics', isPlayed: true, update: updateInPanic },
  { name: 'all sheep graze; the players stand still', isPlayed: false, update: updateRound },
  { name: 'nothing moves', isPlayed: false, update: updateAtFirst },
]

/** The rooms of a scene: the game's own rules, but for what stirs the sheep. */
export function roomOf({ update }: MeadowScene): Meadow {
  return defineRoom(shepherd, { ...shepherdRoom.definition, update })
}

/** A client of a scene; `n` tells one from another. */
export function playerOf({ isPlayed }: MeadowScene, n: number): Play {
  const bot = new Bot(n + 1)
  return (session, timeMs) => {
    const { input } = session
    if (isPlayed || timeMs < PLAYED_SECONDS * 1000)
      return bot.think(session, session.ownTimeMs, input)
    input.left = input.right = input.up = input.down = false
    input.dogX = input.dogY = 0
  }
}

/** Nothing ever frightened sheep more. */
function updateInPanic(world: Pasture, ctx: StepContext): void {
  world.state.herd?.flock.fear.fill(1)
  updateRound(world, ctx)
}

function updateAtFirst(world: Pasture, ctx: StepContext): void {
  if (ctx.timeMs < (LEAD_IN_SECONDS - 1) * 1000) updateRound(world, ctx)
}
