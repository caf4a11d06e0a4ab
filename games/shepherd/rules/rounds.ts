import type { Herd, Pasture } from './herd.ts'
import { herderOf } from './herder.ts'
import { emptyPens } from './homecoming.ts'
import { nightAt, WOLVES_FROM } from './night.ts'
import { callPack, removePack, sendPackHome } from './pack.ts'
import { scatterFlock } from './showing.ts'
import { STEP_HZ } from './steps.ts'

/** How long a round runs at most, and how long its ranking is shown. */
export const ROUND_SECONDS = 240
export const OVER_SECONDS = 12

/** How much lighter it gets in each step after a round. */
const LIGHT_PER_STEP = 2

/** Begins a round: the whole flock is out and scattered, and nobody has brought a sheep home. */
export function beginRound(herd: Herd, world: Pasture): void {
  const { round, flock } = herd
  removePack(herd, world)
  emptyPens(herd, world)
  scatterFlock(herd, world)
  for (const shepherd of world.entities('shepherd')) shepherd.score = 0
  herd.beganAt = world.tick
  round.phase = 'herd'
  round.flock = flock.count
  round.home = 0
  round.lost = 0
  round.night = 0
  round.wolvesOut = false
  round.winner = ''
  round.winnerHue = 0
  round.winnerId = 0
  round.secondsLeft = ROUND_SECONDS
  round.endsAt = world.tick + ROUND_SECONDS * STEP_HZ
}

/** Lets a step of the round's time pass: night falls, wolves come, the round ends, another one begins. */
export function passTime(herd: Herd, world: Pasture, tick: number): void {
  const { round } = herd
  if (round.phase === 'herd') {
    round.night = nightAt(tick - herd.beganAt)
    if (round.night >= WOLVES_FROM && !round.wolvesOut) {
      round.wolvesOut = true
      callPack(herd, world)
    }
    const isNoneLeft = round.home + round.lost >= round.flock
    if (tick >= round.endsAt || isNoneLeft) endRound(herd, world, tick)
  } else {
    round.night = Math.max(round.night - LIGHT_PER_STEP, 0)
    if (tick >= round.endsAt) beginRound(herd, world)
  }
  round.secondsLeft = Math.max(Math.ceil((round.endsAt - tick) / STEP_HZ), 0)
}

function endRound(herd: Herd, world: Pasture, tick: number): void {
  const { round } = herd
  const winner = best(herd, world)
  round.phase = 'over'
  round.wolvesOut = false
  sendPackHome(herd)
  round.winner = winner?.name ?? ''
  round.winnerHue = winner?.hue ?? 0
  round.winnerId = winner?.owner ?? 0
  round.endsAt = tick + OVER_SECONDS * STEP_HZ
}

/** The herder who brought most sheep home, or of several the one who had them first. Nobody wins without a sheep. */
function best({ roster }: Herd, world: Pasture) {
  const countedAt = (shepherd: Parameters<typeof herderOf>[0]): number =>
    roster.get(herderOf(shepherd))?.countedAt ?? 0
  const shepherds = world.entities('shepherd').filter(({ score }) => score > 0)
  return shepherds.sort((a, b) => b.score - a.score || countedAt(a) - countedAt(b))[0]
}
