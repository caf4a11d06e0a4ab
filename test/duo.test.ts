import { beforeAll, describe, expect, test } from 'vitest'
import { Duel } from '../games/duo/duel.ts'
import type { Side } from '../games/duo/side.ts'
import type { PipView } from '../games/platformer/picture/scene.ts'
import { coreOf } from '../src/server/room.ts'
import { coarse } from './support/snowfight.ts'

const FRAME_MS = 1000 / 60
/** For what takes long: a slow display. */
const SLOW_FRAME_MS = 1000 / 30

/** Frames of the page for `ms`; `each` is called after every one. */
function play(
  duel: Duel,
  fromMs: number,
  ms: number,
  each: () => void = () => {},
  frameMs = FRAME_MS,
): number {
  const toMs = fromMs + ms
  for (let nowMs = fromMs; nowMs < toMs; nowMs += frameMs) {
    duel.frame(nowMs)
    each()
  }
  return toMs
}

const upwards = (a: number, b: number): number => a - b

/** The value that the share `q` of a list lies below. */
const quantile = (list: number[], q: number): number =>
  list.sort(upwards)[Math.floor((list.length - 1) * q)] ?? Number.NaN

/** What everybody sees of a player, rounded to the grid that others get. */
function told(pip: PipView | undefined): object {
  if (!pip) throw new Error('the player is not there')
  const { x, y, vx, vy, facing, grounded, coins, name, hue } = pip
  return { x: coarse(x), y: coarse(y), vx, vy, facing, grounded, coins, name, hue }
}

const places = (things: readonly { x: number; y: number }[]): string[] =>
  things.map(({ x, y }) => `${x} ${y}`).sort()

/** Takes both from their bots, who so stand still. */
function stop(sides: readonly [Side, Side]): void {
  for (const side of sides) side.touch()
}

describe('two bots for two minutes at 200 ms and 15 % loss', () => {
  const duel = new Duel(7)
  const [left, right] = duel.sides
  const behind: number[] = []
  const ahead: number[] = []
  const most = { pending: 0, events: 0, leaves: 0, flights: 0 }
  let travelled = 0
  let thrown = 0
  let nowMs = 0

  beforeAll(() => {
    left.session.on('thrown', () => thrown++)
    nowMs = play(duel, 0, 5000)
    nowMs = play(duel, nowMs, 120_000, note, SLOW_FRAME_MS)
  })

  function note(): void {
    for (const moments of duel.moments) {
      behind.push(moments.behindMs)
      ahead.push(moments.aheadMs)
    }
    travelled += Math.abs(left.own?.vx ?? 0) * (SLOW_FRAME_MS / 1000)
    const { room, clock } = duel.local
    most.pending = Math.max(most.pending, clock.pending)
    most.events = Math.max(most.events, coreOf(room).events.list.length)
    most.leaves = Math.max(most.leaves, coreOf(room).entities.leaves.length)
    most.flights = Math.max(most.flights, duel.local.room.world.entities('ball').length)
  }

  test('B9 the bots run and throw, and both sessions last', () => {
    expect(travelled).toBeGreaterThan(1200)
    expect(thrown).toBeGreaterThan(4)
    for (const { session } of duel.sides) {
      expect(session.state).toBe('open')
      expect(session.stats.gaps).toBe(0)
      expect(session.stats.eventsDropped).toBe(0)
    }
  })

  test('B9 each shows the other 100 to 350 ms behind the server, and itself 80 to 150 ms ahead', () => {
    expect(quantile(behind, 0)).toBeGreaterThan(100)
    expect(quantile(behind, 1)).toBeLessThan(350)
    expect(quantile(ahead, 0)).toBeGreaterThan(80)
    expect(quantile(ahead, 1)).toBeLessThan(150)
  })

  test('B9 nothing piles up', () => {
    expect(most.pending).toBeLessThan(20)
    expect(most.events).toBeLessThan(150)
    expect(most.leaves).toBeLessThan(128)
    expect(most.flights).toBeLessThanOrEqual(64)
    expect(duel.local.room.players.length).toBe(2)
  })

  test('B9 when they stop, all three panes show the same', () => {
    stop(duel.sides)
    play(duel, nowMs, 4000)
    for (const [side, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const truth = told(duel.pip(side))
      expect(told(side.own)).toEqual(truth)
      expect(told(other.shown(side.session.playerId))).toEqual(truth)
    }
    for (const { session } of duel.sides) {
      expect(places(session.entities('coin'))).toEqual(places(duel.truth.entities('coin')))
      const { phase, winner } = session.entities('round')[0]!
      const { phase: truePhase, winner: trueWinner } = duel.truth.entities('round')[0]!
      expect({ phase, winner }).toEqual({ phase: truePhase, winner: trueWinner })
    }
    for (const { aheadPx, behindPx, apartPx } of duel.moments)
      expect(Math.max(aheadPx, behindPx, apartPx)).toBeLessThan(1 / 8)
  })
})

test('B9 the moment a pane is said to show is the moment it shows', () => {
  const duel = new Duel(3)
  const [left, right] = duel.sides
  let nowMs = play(duel, 0, 5000)
  stop(duel.sides)
  const path: { atMs: number; x: number }[] = []
  const offs: number[] = []
  const apart: number[] = []
  for (let turn = 0; turn < 8; turn++) {
    left.touch()
    left.session.input.right = turn % 2 === 0
    left.session.input.left = turn % 2 === 1
    nowMs = play(duel, nowMs, 700, () => {
      const { own } = left
      const seen = right.shown(left.session.playerId)
      if (!own || !seen) return
      path.push({ atMs: left.momentOf(own), x: own.x })
      const atMs = right.momentOf(seen)
      const next = path.findIndex((point) => point.atMs >= atMs)
      const from = path[next - 1]
      const to = path[next]
      if (!from || !to) return
      const x = from.x + ((to.x - from.x) * (atMs - from.atMs)) / (to.atMs - from.atMs)
      offs.push(Math.abs(seen.x - x))
      apart.push(duel.moments[0].apartPx)
    })
  }
  expect(offs.length).toBeGreaterThan(200)
  expect(quantile(apart, 0.5)).toBeGreaterThan(15)
  expect(quantile(offs, 0.9)).toBeLessThan(3)
})

test('B9 faults are frames in which the other does not pass evenly: few with all techniques, most without interpolation', () => {
  const duel = new Duel(3)
  const [, right] = duel.sides
  let nowMs = play(duel, 0, 15_000)
  const faults = (): number => duel.moments[0].faults
  const before = faults()
  nowMs = play(duel, nowMs, 10_000)
  expect(faults() - before).toBeLessThan(30)
  right.session.techniques.interpolate = false
  const within = faults()
  play(duel, nowMs, 3000)
  expect(faults() - within).toBeGreaterThan(100)
})

test('B9 a page that is not drawn for an hour goes on where it was', () => {
  const duel = new Duel(5)
  const nowMs = play(duel, 0, 5000)
  const before = duel.local.nowMs
  play(duel, nowMs + 3_600_000, 3000)
  expect(duel.local.nowMs - before).toBeLessThan(3300)
  for (const { session } of duel.sides) {
    expect(session.state).toBe('open')
    expect(session.stats.gaps).toBe(0)
  }
  for (const { behindMs } of duel.moments) expect(behindMs).toBeLessThan(350)
})

test('B9 a key takes a side from its bot, which goes on after ten seconds without one', () => {
  const duel = new Duel(5)
  const [left, right] = duel.sides
  let nowMs = play(duel, 0, 3000)
  left.session.input.right = true
  left.touch()
  expect(left.isBot).toBe(false)
  expect(left.session.input.right).toBe(false)
  expect(right.isBot).toBe(true)
  nowMs = play(duel, nowMs, 9900)
  expect(left.isBot).toBe(false)
  // A key that is held is no idle hand.
  left.session.input.right = true
  nowMs = play(duel, nowMs, 15_000)
  expect(left.isBot).toBe(false)
  left.session.input.right = false
  nowMs = play(duel, nowMs, 9900)
  expect(left.isBot).toBe(false)
  nowMs = play(duel, nowMs, 200)
  expect(left.isBot).toBe(true)
})

test('B9 a client without prediction is said to be behind, one without interpolation to be newer', () => {
  const duel = new Duel(5)
  const [left, right] = duel.sides
  let nowMs = play(duel, 0, 5000)
  const behind: number[] = []
  const note = () => behind.push(duel.moments[0].behindMs)
  nowMs = play(duel, nowMs, 4000, note)
  const usualMs = quantile(behind, 0.5)
  left.session.techniques.predict = false
  right.session.techniques.interpolate = false
  behind.length = 0
  nowMs = play(duel, nowMs, 4000, note)
  expect(duel.moments[0].aheadMs).toBeGreaterThan(-300)
  expect(duel.moments[0].aheadMs).toBeLessThan(-80)
  // A state that has just come is newer than what is usually shown, until the next one comes.
  expect(quantile(behind, 0.1)).toBeLessThan(usualMs - 5)
  // Who rests is as new as what came last, however long that rest is.
  stop(duel.sides)
  play(duel, nowMs, 5000)
  expect(duel.moments[0].behindMs).toBeLessThan(350)
})
