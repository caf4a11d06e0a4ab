import type { Random } from '../../src/base/random.ts'
import type { Cheater } from './cheater.ts'

/** One thing that a cheater does for a while: `act` is called again and again, with the time since it began. */
export interface Tactic {
  readonly text: string
  act(cheater: Cheater, sinceMs: number): void
}

type Choose = (random: Random, stepMs: number) => Tactic

const whole = (random: Random, low: number, high: number): number =>
  Math.floor(random.between(low, high + 1))
const any = <T>(random: Random, list: readonly T[]): T => list[whole(random, 0, list.length - 1)]!

/** Sends `factor` times as many inputs as the clock has steps. */
const steady: Choose = (random, stepMs) => {
  const factor = any(random, [0.5, 0.9, 1, 1, 1.01, 1.1, 1.25, 2, 3, 10])
  let sent = 0
  return {
    text: `${factor}x`,
    act(cheater, sinceMs) {
      const due = Math.floor((sinceMs / stepMs) * factor) - sent
      sent += due
      cheater.send(due)
    },
  }
}

/** Withholds everything for a while, and then sends all of it and more at once. */
const lagSwitch: Choose = (random, stepMs) => {
  const holdMs = random.between(50, 5000)
  const more = whole(random, 0, 60)
  let heldMs = 0
  return {
    text: `lag switch of ${holdMs.toFixed(0)} ms and ${more} more`,
    act(cheater, sinceMs) {
      if (sinceMs - heldMs < holdMs) return
      cheater.send(Math.floor((sinceMs - heldMs) / stepMs) + more)
      heldMs = sinceMs
    },
  }
}

/** Lets input ids, and own time with them, leap ahead; in between it plays honestly, or not at all. */
const leaps: Choose = (random, stepMs) => {
  const ids = any(random, [whole(random, 1, 12), whole(random, 1, 90), whole(random, 1, 900)])
  const everyMs = random.between(30, 4000)
  const plays = random.next() < 0.7
  let [leaptMs, sent] = [0, 0]
  return {
    text: `leaps of ${ids} ids every ${everyMs.toFixed(0)} ms${plays ? '' : ', else silent'}`,
    act(cheater, sinceMs) {
      const due = Math.floor(sinceMs / stepMs) - sent
      sent += due
      if (sinceMs - leaptMs >= everyMs) {
        leaptMs = sinceMs
        cheater.send(1, ids)
      } else if (plays) cheater.send(due)
    },
  }
}

/** Sends bursts of any size at any time. */
const bursts: Choose = (random) => {
  const [often, most] = [random.between(0.02, 0.5), any(random, [5, 30, 128])]
  return {
    text: `bursts of up to ${most}`,
    act(cheater) {
      if (random.next() < often) cheater.send(whole(random, 1, most))
    },
  }
}

/** Makes no inputs, and may say so. */
const silence: Choose = (random) => {
  const nods = random.next() < 0.5
  return {
    text: nods ? 'empty packets' : 'silence',
    act(cheater) {
      if (nods) cheater.nod()
    },
  }
}

/** Sends old inputs again among new ones. */
const replays: Choose = (random) => {
  const [back, forth] = [whole(random, 1, 100), whole(random, 1, 3)]
  return {
    text: `${back} old ones with ${forth} new`,
    act(cheater) {
      cheater.repeat(back)
      cheater.send(forth)
    },
  }
}

/** Comes back again and again, and sends as much as it can in between. */
const reconnects: Choose = (random, stepMs) => {
  const everyMs = random.between(60, 3000)
  const awayMs = any(random, [0, 0, random.between(1, 100), random.between(100, 3000)])
  const how = any(random, ['lost', 'timeout'] as const)
  const factor = any(random, [1, 2, 10])
  let [cameMs, sent] = [0, 0]
  return {
    text: `reconnects every ${everyMs.toFixed(0)} ms, away for ${awayMs.toFixed(0)}, ${factor}x`,
    act(cheater, sinceMs) {
      if (sinceMs - cameMs >= everyMs) {
        cameMs = sinceMs
        cheater.reconnect(awayMs, how)
      }
      const due = Math.floor((sinceMs / stepMs) * factor) - sent
      sent += due
      cheater.send(Math.min(due, 300))
    },
  }
}

/** Waits for the server's process to stand still, and plays as if it had not. */
const pauses: Choose = (random, stepMs) => {
  const [everyMs, forMs] = [random.between(500, 4000), random.between(50, 2000)]
  const order = any(random, ['packets first', 'advance first'] as const)
  let [pausedMs, sent] = [0, 0]
  return {
    text: `the server pauses for ${forMs.toFixed(0)} ms every ${everyMs.toFixed(0)}`,
    act(cheater, sinceMs) {
      if (sinceMs - pausedMs >= everyMs + forMs) {
        pausedMs = sinceMs
        cheater.arena.sim.pauseServer(forMs, order)
      }
      const due = Math.floor((sinceMs / stepMs) * 2) - sent
      sent += due
      cheater.send(due)
    },
  }
}

const TACTICS: readonly Choose[] = [
  ...[steady, steady, lagSwitch, lagSwitch, leaps, leaps],
  ...[bursts, silence, replays, reconnects, pauses],
]

/** Any tactic, by chance. */
export const anyTactic: Choose = (random, stepMs) => any(random, TACTICS)(random, stepMs)
