import { defineGame, flag, number } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import { snapshot } from '../src/wire/packets/packet.ts'
import { RawClient } from './support/raw-client.ts'

const SPEED = 200
const STEP_MS = 1000 / 60
/** By how much acknowledgements are late. */
const LATE_MS = 430
/** What may be gained by that. */
const MOST_GAIN_MS = 40
/** A claim of the oldest moment that fits into a packet. */
const OLDEST = { viewAge: 127, halfMs: -2048 }

const game = defineGame({
  name: 'claims',
  stepHz: 60,
  input: { run: flag() },
  entities: { runner: { x: number({ max: 1e6 }) } },
  move: {
    runner: (runner, input, ctx) => {
      if (input.run) runner.x += SPEED * ctx.dtSeconds
    },
  },
})

interface Claim {
  readonly viewAge: number
  readonly halfMs: number
}

interface Cheat {
  /** What the client says with a step; `n` counts from 0. */
  claim(n: number, nowMs: number): Claim
  /** By how much the acknowledgement of a snapshot is late that comes at `nowMs`. */
  lateMs?(nowMs: number): number
  readonly seconds?: number
}

/** How a target was judged in a step of the room. */
interface Judged {
  /** How long before its newest state. */
  readonly behindMs: number
  readonly momentMs: number
  readonly aheadOfRoomMs: number
}

/**
 * Lets a client whose packets take no time claim what it likes of a player who runs. Returns how the target is judged in each
 * step, from 4 s on.
 */
function judged({ claim, lateMs = () => 0, seconds = 16 }: Cheat): Judged[] {
  const found: Judged[] = []
  const room = defineRoom(game, {
    open: (world) => void world.seenBy(null),
    join: (world, player) => void world.spawn('runner', player, { x: 1000 }),
    update: (world, { timeMs }) => {
      const cheater = world.players.find(({ id }) => id === 2)
      if (!cheater) return
      const now = world.entities('runner').find(({ owner }) => owner === 1)!
      const seen = world.seenBy(cheater)
      const then = seen.get(now.id)
      if (!then) return
      const momentMs = seen.timeOf(then)
      const behindMs = ((now.x - then.x) / SPEED) * 1000
      found.push({ behindMs, momentMs, aheadOfRoomMs: momentMs - timeMs })
    },
  })
  const sim = new Simulation(room, { seed: 5 })
  const target = sim.join({ conditions: presets.lan })
  target.session.input.run = true
  sim.run(2000)
  const cheater = new RawClient(sim.rawLink(), game).hello()
  sim.run(1000)
  const held: { readonly bytes: Uint8Array; readonly atMs: number }[] = []
  const take = cheater.packet.bind(cheater)
  cheater.packet = (bytes) => {
    if (bytes[0] !== snapshot) return take(bytes)
    const nowMs = sim.clock.nowMs()
    const atMs = Math.max(nowMs + lateMs(nowMs), held.at(-1)?.atMs ?? 0)
    held.push({ bytes: bytes.slice(), atMs })
  }
  let wasLate = false
  for (let n = 0; n < seconds * 60; n++) {
    const nowMs = sim.clock.nowMs()
    // A late one goes alone, so that it counts, and all others that are due go with the next step.
    const isLate: boolean = !wasLate && held.length > 1
    for (let due = 0; held[0] && held[0].atMs <= nowMs && !(isLate && due > 0); due++)
      take(held.shift()!.bytes)
    wasLate = isLate && held.length > 0 && held[0]!.atMs <= nowMs
    const { viewAge, halfMs } = claim(n, nowMs)
    Object.assign(cheater.head, { viewAge, isOneFrame: true, ownAge: 0, momentCount: 1 })
    Object.assign(cheater.head.moments[0]!, { player: 1, horizon: 0, halfMs })
    cheater.run(1)
    sim.run(STEP_MS)
  }
  expect(cheater.closing).toBe(null)
  return found.slice(240)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)]!
}

const behindOf = (all: readonly Judged[]) => all.map(({ behindMs }) => behindMs)
const random = new Random(7)
/** Whether the moment is in the first `ms` of a period. */
const within = (nowMs: number, ms: number, everyMs: number) => nowMs % everyMs < ms

/** One is late by up to `mostMs`, and the next within `apartMs` of when that was acknowledged. */
function byChance(apartMs: number, mostMs: number): (nowMs: number) => number {
  let nextAtMs = 0
  return (nowMs) => {
    if (nowMs < nextAtMs) return 0
    const lateMs = random.next() * mostMs
    nextAtMs = nowMs + lateMs + random.next() * apartMs
    return lateMs
  }
}

const LATE: Readonly<Record<string, (nowMs: number) => number>> = {
  'one every second': (nowMs) => (within(nowMs, 50, 1000) ? LATE_MS : 0),
  'one every 4 s': (nowMs) => (within(nowMs, 50, 4000) ? LATE_MS : 0),
  'one every 10 s': (nowMs) => (within(nowMs, 50, 10_000) ? LATE_MS : 0),
  'one every 2 s, by 900 ms': (nowMs) => (within(nowMs, 50, 2000) ? 900 : 0),
  'every other one that goes out': (nowMs) => (within(nowMs, 50, 500) ? LATE_MS : 0),
  'one now and then, by any time': byChance(3000, 900),
  'one soon after another, by any time': byChance(300, LATE_MS),
  'all for a second, every other second': (nowMs) => (within(nowMs, 1000, 2000) ? LATE_MS : 0),
  'all for 2 s, every 5 s': (nowMs) => (within(nowMs, 2000, 5000) ? LATE_MS : 0),
}

describe('D13 acknowledgements that are late on purpose', () => {
  const prompt = quantile(behindOf(judged({ claim: () => OLDEST })), 0.5)

  test('D13 the oldest view that counts is under 130 ms old for a client without delay', () => {
    expect(prompt).toBeLessThan(130)
  })

  test.each(Object.entries(LATE))('D13 gain at most 40 ms: %s', (_, lateMs) => {
    const all = behindOf(judged({ claim: () => OLDEST, lateMs, seconds: 24 }))
    expect(quantile(all, 0.5)).toBeLessThanOrEqual(prompt + MOST_GAIN_MS)
    expect(quantile(all, 0.95)).toBeLessThanOrEqual(prompt + 2 * MOST_GAIN_MS)
  })

  test('D13 gain at most 40 ms for a shot right after one', () => {
    const lateMs = LATE['one every 4 s']!
    let most = 0
    for (const { behindMs } of judged({ claim: () => OLDEST, lateMs }))
      most = Math.max(most, behindMs)
    expect(most).toBeLessThan(prompt + MOST_GAIN_MS + 2 * STEP_MS)
  })
})

describe('D13 claims that contradict each other', () => {
  /** As far back as counts, within what counts. */
  const OLD = { viewAge: 0, halfMs: -160 }
  const NEW = { viewAge: 0, halfMs: 0 }
  const claims: Readonly<Record<string, (n: number) => Claim>> = {
    'new and old by turns': (n) => (n % 2 === 0 ? NEW : OLD),
    'new, and old for ten steps': (n) => (n % 20 < 10 ? NEW : OLD),
    'new, and old once a second': (n) => (n % 60 === 0 ? OLD : NEW),
    'a step back in each step': (n) => ({ viewAge: 0, halfMs: -(n % 100) * 10 }),
    'any, by chance': () => ({
      viewAge: Math.floor(random.next() * 128),
      halfMs: Math.floor((random.next() - 0.7) * 2000),
    }),
    'the oldest and the newest that fit': (n) =>
      n % 2 === 0 ? OLDEST : { viewAge: 0, halfMs: 2047 },
  }

  test.each(Object.entries(claims))(
    'D13 are judged at a moment that only goes forward, at most 1.75 times as fast as time: %s',
    (_, claim) => {
      const all = judged({ claim })
      for (let n = 1; n < all.length; n++) {
        const movedMs = all[n]!.momentMs - all[n - 1]!.momentMs
        expect(movedMs).toBeGreaterThan(-0.1)
      }
      for (let n = 60; n < all.length; n++) {
        const movedMs = all[n]!.momentMs - all[n - 60]!.momentMs
        expect(movedMs).toBeLessThan(1750)
      }
    },
  )

  test('D13 do not gain the choice between two views from shot to shot', () => {
    const all = behindOf(judged({ claim: claims['new and old by turns']! }))
    expect(quantile(all, 0.95) - quantile(all, 0.05)).toBeLessThan(2.5 * STEP_MS)
  })
})

test('D13 no claim reaches past what its owner has done and the present of the room', () => {
  for (const claim of [
    { viewAge: 0, halfMs: 2047 },
    { viewAge: 60, halfMs: 2047 },
    { viewAge: 0, halfMs: 120 },
  ])
    for (const { behindMs, aheadOfRoomMs } of judged({ claim: () => claim, seconds: 6 })) {
      expect(aheadOfRoomMs).toBeLessThan(0.1)
      expect(behindMs).toBeGreaterThan(-1.5 * STEP_MS)
    }
})

test('D13 no entity is judged before its birth, even if its player is behind the time of the room', () => {
  let bornMs = Number.NaN
  let lives = 0
  const early: number[] = []
  const seenAges: number[] = []
  const room = defineRoom(game, {
    open: (world) => void world.seenBy(null),
    update: (world, { tick, timeMs }) => {
      const [owner, cheater] = world.players
      const [runner] = world.entities('runner')
      if (!owner || !cheater) return
      if (runner && tick % 60 === 0) return world.despawn(runner)
      if (!runner && tick % 60 === 20) {
        world.spawn('runner', owner, { x: 5000 })
        bornMs = timeMs
        lives++
        return
      }
      const seen = world.seenBy(cheater)
      for (const then of seen.entities('runner')) {
        seenAges.push(timeMs - bornMs)
        if (seen.timeOf(then) < bornMs || then.x < 5000) early.push(seen.timeOf(then) - bornMs)
      }
    },
  })
  const sim = new Simulation(room, { seed: 5 })
  const late = sim.join({ conditions: { up: { latencyMs: 60, jitterMs: 40 }, down: {} } })
  late.session.input.run = true
  sim.run(1000)
  const cheater = new RawClient(sim.rawLink(), game).hello()
  sim.run(100)
  for (let n = 0; n < 1200; n++) {
    const claim = n % 200 < 100 ? OLDEST : { viewAge: 0, halfMs: 0 }
    Object.assign(cheater.head, { isOneFrame: true, momentCount: 1, viewAge: claim.viewAge })
    Object.assign(cheater.head.moments[0]!, { player: 1, halfMs: claim.halfMs })
    cheater.run(1)
    sim.run(STEP_MS)
  }
  expect(lives).toBeGreaterThan(15)
  expect(Math.min(...seenAges)).toBeLessThan(200)
  expect(early).toEqual([])
})
