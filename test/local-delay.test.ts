import { defineGame, number } from 'glissade'
import { Session } from 'glissade/client'
import { type Clock, FixedDelay, producerDelayMs } from 'glissade/parts'
import { defineRoom, drive, Lobby } from 'glissade/server'
import { memoryPair, VirtualClock } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'

/** A room with a ball of its own that is somewhere else after each step, so that each snapshot has news. */
const ballRoom = (stepHz: number, sendHz: number) =>
  defineRoom(
    defineGame({
      name: 'ball',
      stepHz,
      sendHz,
      input: {},
      entities: { ball: { x: number({ max: 1000 }) } },
      move: {},
    }),
    {
      open: (world) => void world.spawn('ball', null, { x: 500 }),
      join: () => {},
      update(world) {
        for (const ball of world.entities('ball')) ball.x = 1000 * world.random()
      },
    },
  )

/** A clock whose timers are late by up to `mostMs`, as those of a worker that is busy. */
function lateClock(clock: Clock, random: Random, mostMs: number): Clock {
  return {
    nowMs: () => clock.nowMs(),
    after: (delayMs, run) => clock.after(delayMs + lateness(random) * mostMs, run),
  }
}

/** From 0 to 1, and both ends often: what is always on time, or as late as may be, is the hardest. */
const lateness = (random: Random): number => Math.min(1, Math.max(0, random.between(-0.5, 1.5)))

/** Plays 30 s on a display of its own rate. Returns what it counted after the first second. */
function playApart(run: {
  seed: number
  stepHz: number
  sendHz: number
  lateMs: number
  delayMs: number
}) {
  const random = new Random(run.seed)
  const clock = new VirtualClock()
  const room = ballRoom(run.stepHz, run.sendHz)
  const busy = lateClock(clock, random, run.lateMs)
  const lobby = new Lobby({ rooms: [room], clock: busy, seed: () => run.seed })
  const stop = drive(lobby, busy)
  const { client, server } = memoryPair(clock)
  lobby.accept(server)
  const playout = new FixedDelay(run.delayMs)
  const session = new Session(room.game, client, clock, { playout })
  const { stats } = session
  const pastNewest = (): number => stats.extrapolatedFrames + stats.heldFrames
  const counted = { frames: 0, dry: 0, back: 0, jumps: 0, overrunMs: 0 }
  let earlier = 0
  let shownMs = Number.NEGATIVE_INFINITY
  while (clock.nowMs() < 31_000) {
    clock.advance(random.between(2, 40))
    session.frame(clock.nowMs())
    if (clock.nowMs() < 1000) earlier = pastNewest()
    else {
      counted.frames++
      counted.overrunMs = Math.max(counted.overrunMs, -stats.bufferMs)
      if (session.renderTimeMs < shownMs) counted.back++
      shownMs = session.renderTimeMs
    }
  }
  counted.dry = pastNewest() - earlier
  counted.jumps = playout.jumps
  stop()
  return counted
}

const RATES = [
  [60, 20],
  [30, 20],
  [30, 30],
  [50, 30],
  [128, 60],
  [20, 20],
] as const

describe('C11 a display apart from its simulation, with the delay of its bounds', () => {
  test.each(RATES)(
    'never lets a frame run out of states at %d steps and %d snapshots a second',
    (stepHz, sendHz) => {
      for (let seed = 1; seed <= 10; seed++) {
        const workMs = new Random(seed).between(0, 30)
        const delayMs = producerDelayMs({ stepHz, sendHz, workMs })
        // The timer is late by 5 ms at most, of which the least wait of `drive` may be 1 ms.
        const run = { seed, stepHz, sendHz, lateMs: workMs + 4, delayMs }
        const { frames, ...faults } = playApart(run)
        expect(frames, `seed ${seed}`).toBeGreaterThan(1000)
        expect(faults, `seed ${seed}`).toEqual({ dry: 0, back: 0, jumps: 0, overrunMs: 0 })
      }
    },
  )

  test.each(RATES)(
    'would run out with 8 ms less at %d steps and %d snapshots a second',
    (stepHz, sendHz) => {
      const bounds = { stepHz, sendHz, workMs: 20 }
      const run = { seed: 1, stepHz, sendHz, lateMs: 25 }
      const { dry } = playApart({ ...run, delayMs: producerDelayMs(bounds) - 8 })
      expect(dry).toBeGreaterThan(0)
    },
  )

  test('a producer beyond its bounds makes the display run out, never turn back', () => {
    const bounds = { stepHz: 60, sendHz: 20, workMs: 5 }
    const delayMs = producerDelayMs(bounds)
    const counted = playApart({ seed: 3, stepHz: 60, sendHz: 20, lateMs: 150, delayMs })
    expect(counted.dry).toBeGreaterThan(100)
    expect(counted.back).toBe(0)
    // It runs ahead of the newest state by what the producer was later than it may be.
    expect(counted.overrunMs).toBeLessThanOrEqual(150 - 10)
  })
})
