import { defineGame, flag, gameEvents, number, press } from 'glissade'
import { defineRoom } from 'glissade/server'
import { describe, expect, test } from 'vitest'
import { NETWORKS } from '../bench/fair-hits/networks.ts'
import { shoot } from '../bench/fair-hits/play.ts'
import { insides } from '../src/client/inside.ts'
import type { Session } from '../src/client/session.ts'
import { Simulation } from '../src/testing/simulation.ts'

test.each(Object.entries(NETWORKS))(
  'D13 every shot at a picture hits, at targets that run, jump, ride, and are moved by the room (%s)',
  (_, conditions) => {
    for (const seed of [1, 2]) {
      const { fired, hit, offPx } = shoot({ conditions, seed, shots: 8 })
      expect(fired).toBeGreaterThanOrEqual(8)
      expect(hit).toBe(fired)
      expect(Math.max(...offPx.within, ...offPx.beyond)).toBeLessThan(6)
    }
  },
)

test('D13 the same holds with one tick for everybody', () => {
  for (const conditions of Object.values(NETWORKS)) {
    const { fired, hit } = shoot({ conditions, seed: 5, shots: 8, isTogether: true })
    expect(fired).toBeGreaterThanOrEqual(8)
    expect(hit).toBe(fired)
  }
})

test('D13 a page at 30 or 144 frames a second hits as well', () => {
  for (const frameHz of [30, 144]) {
    const { fired, hit } = shoot({ conditions: NETWORKS['100 ms']!, seed: 4, shots: 8, frameHz })
    expect(fired).toBeGreaterThanOrEqual(8)
    expect(hit).toBe(fired)
  }
})

const SPEED = 150
const track = defineGame({
  name: 'track',
  stepHz: 60,
  sendHz: 20,
  input: { run: flag(), shoot: press(), at: number({ max: 8000, step: 1 / 16 }) },
  entities: { runner: { x: number({ max: 8000, step: 1 / 16 }) } },
  events: gameEvents({ shot: { at: number({ max: 8000, step: 1 / 16 }) } }),
  move: {
    runner: (runner, input, ctx) => {
      if (input.run) runner.x += SPEED * ctx.dtSeconds
      if (input.shoot) ctx.emit('shot', { at: input.at })
    },
  },
})

type TrackSession = Session<typeof track>

/** A shot of somebody at a runner: where it went, and how long ago the runner was where the room took it to be. */
interface Judged {
  readonly offPx: number
  readonly ageMs: number
}

/** How a page lies about what it shows. */
interface Lie {
  /** How much older than they are it claims the moments to be. */
  readonly ms?: number
  /** How much older, in network ticks, it claims its snapshots to be. */
  readonly ticks?: number
}

interface Track extends Lie {
  /** How long before the moment on display the runner was where the player aims. */
  readonly behindMs?: number
  readonly jitterMs?: number
  /** Whether the runner stands still every other half second. */
  readonly doesStop?: boolean
}

/** Lets a player with a round trip of 100 ms shoot at a runner every 330 ms. */
function shootAtRunner({ behindMs = 0, jitterMs = 0, doesStop = false, ...lie }: Track): Judged[] {
  const judged: Judged[] = []
  const path: { readonly timeMs: number; readonly x: number }[] = []
  const room = defineRoom(track, {
    join: (world, player) => void world.spawn('runner', player, { x: 100 }),
    on: {
      shot: (world, { at }, by) => {
        const runners = world.seenBy(by).entities('runner')
        const { x } = runners.find(({ owner }) => owner !== by?.id)!
        const last = path.filter((place) => Math.abs(place.x - x) <= SPEED / 60).at(-1)
        // It was never there if it stopped and was extrapolated further.
        judged.push({ offPx: x - at, ageMs: last ? world.timeMs - last.timeMs : 0 })
      },
    },
    update: (world, { timeMs }) => {
      const runner = world.entities('runner').find(({ owner }) => owner === 1)
      if (runner) path.push({ timeMs, x: runner.x })
    },
  })
  const sim = new Simulation(room, { kind: 'datagram', seed: 3 })
  sim.join({
    conditions: { up: { latencyMs: 20 }, down: { latencyMs: 20 } },
    script: (session, nowMs) => {
      session.input.run = !doesStop || Math.floor(nowMs / 500) % 2 === 0
    },
  })
  let shots = 0
  const way = { latencyMs: 50 - jitterMs / 2, jitterMs }
  const shooter = sim.join({
    conditions: { up: way, down: way },
    script: (session, nowMs) => {
      if (nowMs < 5000 || shots === 8) return
      if (nowMs < 5000 + shots * 330) return
      tell(session, lie)
      const target = session.entities('runner').find(({ mine }) => !mine)!
      session.input.shoot = true
      session.input.at = target.x - (behindMs / 1000) * SPEED
      shots++
    },
  })
  sim.run(9000)
  expect(shooter.session.state).toBe('open')
  expect(judged).toHaveLength(8)
  return judged
}

const lying = new WeakSet<TrackSession>()

/** Makes a page lie from now on. */
function tell(session: TrackSession, { ms = 0, ticks = 0 }: Lie): void {
  if (lying.has(session)) return
  lying.add(session)
  const { timeline } = insides.get(session)!()!
  const { tellMoments } = timeline
  timeline.tellMoments = (head, ...rest) => {
    tellMoments.call(timeline, head, ...rest)
    head.viewAge += ticks
    for (const told of head.moments.slice(0, head.momentCount)) told.halfMs += 2 * (50 * ticks - ms)
  }
}

describe('D13 a claim about the moment on display', () => {
  test('counts if it is true', () => {
    for (const { offPx, ageMs } of shootAtRunner({})) {
      expect(Math.abs(offPx)).toBeLessThan(1.5)
      expect(ageMs).toBeLessThan(200)
      expect(ageMs).toBeGreaterThan(40)
    }
  })

  test('beyond what the connection explains gains nothing: no shot hits where it says that it saw the target', () => {
    for (const lieMs of [200, 300, 600, 900])
      for (const { offPx } of shootAtRunner({ ms: lieMs, behindMs: lieMs }))
        expect(offPx).toBeGreaterThan(12)
  })

  test('never makes a target judged where it was 250 ms ago, at a round trip of 100 ms', () => {
    for (const jitterMs of [0, 20])
      for (const doesStop of [false, true])
        for (const ms of [0, 80, 200, 1000])
          for (const ticks of [0, 2, 9])
            for (const { ageMs } of shootAtRunner({ ms, ticks, jitterMs, doesStop }))
              expect(ageMs).toBeLessThan(250)
  })
})

test('D13 `on` gets the time of the step that raised the event, and the moments that were on display', () => {
  const ms = number({ max: 60_000, step: 1 / 16 })
  const game = defineGame({
    ...track.definition,
    events: gameEvents({ shot: { at: ms } }),
    move: {
      runner: (runner, input, ctx) => {
        if (input.run) runner.x += SPEED * ctx.dtSeconds
        if (input.shoot) ctx.emit('shot', { at: ctx.timeMs })
      },
    },
  })
  const shown: number[] = []
  const judged: {
    readonly stepOffMs: number
    readonly ownOffMs: number
    readonly seenMs: number
  }[] = []
  const room = defineRoom(game, {
    open: (world) => void world.seenBy(null),
    join: (world, player) => void world.spawn('runner', player, { x: 100 }),
    on: {
      shot: (world, { at }, by, { timeMs, dtSeconds }) => {
        expect(dtSeconds).toBe(1 / 60)
        const seen = world.seenBy(by)
        const [own, other] = [true, false].map(
          (isOwn) => world.entities('runner').find(({ owner }) => (owner === by?.id) === isOwn)!,
        )
        judged.push({
          stepOffMs: timeMs - at,
          ownOffMs: seen.timeOf(own!) - timeMs,
          seenMs: seen.timeOf(other!),
        })
      },
    },
  })
  const sim = new Simulation(room, { seed: 3 })
  sim.join()
  const way = { latencyMs: 60 }
  sim.join({
    conditions: { up: way, down: way },
    script: (session, nowMs) => {
      if (nowMs < 5000 + shown.length * 300 || shown.length === 5) return
      const { timeline } = insides.get(session)!()!
      shown.push(timeline.remotes.find(({ isShown }) => isShown)!.renderTimeMs)
      session.input.shoot = true
    },
  })
  sim.run(8000)
  expect(judged).toHaveLength(5)
  for (const [n, { stepOffMs, ownOffMs, seenMs }] of judged.entries()) {
    expect(Math.abs(stepOffMs)).toBeLessThan(0.1)
    expect(Math.abs(ownOffMs)).toBeLessThan(0.1)
    expect(Math.abs(seenMs - shown[n]!)).toBeLessThan(4)
  }
})
