import { Random } from '../../src/base/random.ts'
import { Arena, type Takings } from './arena.ts'
import { Cheater } from './cheater.ts'
import { anyTactic } from './tactics.ts'

/** How long a cheat may take: gains are of the room's time since the player joined. */
export const CONTEST_MS = 20_000
/** How far ahead of the room a player's own time may be, and how many steps more than the room's it may take. */
export const MOST_AHEAD_MS = 150

export type Authority = 'input' | 'tick'

/** What came of one strategy. */
export interface Outcome extends Takings {
  readonly seed: number
  /** What the cheater did. */
  readonly text: string
  /** What an ideal player would have had: the room's time since it joined, or with a shared tick the room's steps. */
  readonly grantedMs: number
  /** Steps, own time or shots, whichever is most, against that. */
  readonly gain: number
}

/** Plays the random strategy of a seed for 20 s of the room's time. */
export function cheat(authority: Authority, seed: number): Outcome {
  const random = new Random(seed)
  const any = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!
  const stepHz = any([30, 60, 128])
  const kind = any(['ordered', 'datagram'] as const)
  const isStrict = authority === 'input' && random.next() < 0.2
  const arena = new Arena(authority, stepHz, kind, isStrict)
  // The room has been there for a while, and nobody joins just as a step ends.
  arena.sim.run(random.between(0, 2000))
  const cheater = new Cheater(arena)
  const text = [`${stepHz} Hz`, kind, ...(isStrict ? ['StrictTime'] : [])]
  // The first packet decides where inputs stand: it comes at once, late, or claims to be early.
  const waitMs = any([0, 0, random.between(0, 300), random.between(0, 2000)])
  const skipped = any([0, 0, Math.floor(random.between(0, 20)), Math.floor(random.between(0, 200))])
  arena.sim.run(waitMs)
  cheater.send(1, skipped)
  text.push(`first packet after ${waitMs.toFixed(0)} ms, ${skipped} ids ahead`)
  while (arena.roomMs < CONTEST_MS && !cheater.isOut) {
    const tactic = anyTactic(random, arena.stepMs)
    const forMs = random.between(200, any([1000, 5000, CONTEST_MS]))
    const isDeaf = random.next() < 0.15
    text.push(`${(forMs / 1000).toFixed(1)} s ${tactic.text}${isDeaf ? ', deaf' : ''}`)
    const startMs = arena.sim.clock.nowMs()
    const sinceMs = () => arena.sim.clock.nowMs() - startMs
    while (sinceMs() < forMs && arena.roomMs < CONTEST_MS && !cheater.isOut) {
      cheater.isDeaf = isDeaf
      tactic.act(cheater, sinceMs())
      const beatMs = arena.stepMs * random.between(0.1, 1.9)
      arena.sim.run(Math.min(beatMs, Math.max(0.1, CONTEST_MS - arena.roomMs)))
    }
  }
  return outcomeOf(authority, arena, seed, text.join('; '))
}

/** An honest player on a perfect connection: an input for each step, at once. */
export function playHonestly(authority: Authority, stepHz: number): Outcome {
  const arena = new Arena(authority, stepHz, 'ordered', false)
  const cheater = new Cheater(arena)
  const startMs = arena.sim.clock.nowMs()
  for (let sent = 0; arena.roomMs < CONTEST_MS; sent++) {
    cheater.send(1)
    const nextMs = startMs + (sent + 1) * arena.stepMs
    arena.sim.run(Math.min(nextMs - arena.sim.clock.nowMs(), CONTEST_MS - arena.roomMs + 0.01))
  }
  return outcomeOf(authority, arena, 0, 'honest')
}

/** What is wrong with an outcome; empty: nothing. */
export function faultsOf(authority: Authority, outcome: Outcome): string[] {
  const { gain, grantedMs, aheadMs, back, mostAtOnce } = outcome
  const faults: string[] = []
  const mostAheadMs = (authority === 'tick' ? 0 : MOST_AHEAD_MS) + 0.01
  if (!(gain * grantedMs <= grantedMs + mostAheadMs)) faults.push(`a gain of ${gain.toFixed(4)}x`)
  if (!(aheadMs <= mostAheadMs)) faults.push(`own time ${aheadMs.toFixed(0)} ms ahead`)
  if (back > 0) faults.push(`own time ran backwards ${back} times`)
  if (authority === 'tick' && mostAtOnce > 1) faults.push(`${mostAtOnce} steps in a tick`)
  return faults
}

/** The worst strategies, one a line. */
export function tableOf(outcomes: readonly Outcome[], rows: number): string {
  return [...outcomes]
    .sort((a, b) => b.gain - a.gain)
    .slice(0, rows)
    .map(
      ({ seed, text, gain, aheadMs, back }) =>
        `${gain.toFixed(4)}x, ahead ${aheadMs.toFixed(0)} ms, back ${back}: SEED=${seed} ${text}`,
    )
    .join('\n')
}

function outcomeOf(authority: Authority, { takings }: Arena, seed: number, text: string): Outcome {
  const { roomMs, ticksMs, stepsMs, ownMs, shotsMs } = takings
  // Who was thrown out has had less than its 20 s.
  const grantedMs = authority === 'tick' ? ticksMs : Math.max(roomMs, CONTEST_MS)
  const most = Math.max(stepsMs, shotsMs, authority === 'tick' ? 0 : ownMs)
  return { ...takings, seed, text, grantedMs, gain: most / grantedMs }
}
