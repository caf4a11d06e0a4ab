import { type Conditions, presets } from 'glissade/client'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { Bot } from '../games/platformer/bots/bot.ts'
import { platformerRoom } from '../games/platformer/room.ts'
import { type Ball, TOUCH_X, TOUCH_Y } from '../games/platformer/rules/balls.ts'
import { BODY_HEIGHT } from '../games/platformer/rules/body.ts'
import { insides } from '../src/client/inside.ts'
import type { OwnEntity } from '../src/client/prediction/own-entity.ts'
import { coreOf } from '../src/server/room.ts'

const RANGE = { fromX: 656, toX: 992 }
const FAR = { up: { latencyMs: 125, jitterMs: 5 }, down: { latencyMs: 125, jitterMs: 5 } }

/** How far a picture may be from what the room compares a step with. */
const STEP_PX = 4

/** Balls by thrower and seed: those that hit, and those that met somebody on their thrower's page, well or almost. */
interface Fight {
  readonly hit: Set<string>
  readonly well: Set<string>
  readonly almost: Set<string>
}

/** How far a ball is inside of a body with these feet, in px; below 0: outside. */
const depthIn = (ball: Ball, feet: { readonly x: number; readonly y: number }): number =>
  Math.min(
    TOUCH_X - Math.abs(ball.x - feet.x),
    TOUCH_Y - Math.abs(ball.y - feet.y + BODY_HEIGHT / 2),
  )

/** Lets bots throw at each other for a minute. */
function fight(conditions: Conditions, seed: number): Fight {
  const sim = new Simulation(platformerRoom, { kind: 'datagram', seed })
  const depths = new Map<OwnEntity, number>()
  const throwers = new Map<OwnEntity, number>()
  for (let n = 0; n < 4; n++) {
    const bot = new Bot(seed * 10 + n, RANGE)
    const { session } = sim.join({
      conditions,
      script: (own) => bot.play(own),
    })
    session.onFrame(() => {
      const others = session.entities('pip').filter(({ mine }) => !mine)
      for (const own of insides.get(session)!()!.prediction.entities) {
        if (own.kind.name !== 'ball') continue
        const ball = own.view.object as unknown as Ball
        const depth = Math.max(...others.map((pip) => depthIn(ball, pip)))
        depths.set(own, Math.max(depth, depths.get(own) ?? depth))
        throwers.set(own, session.playerId)
      }
    })
  }
  const hit = hitsIn(sim)
  sim.run(60_000)
  const from = (least: number) =>
    new Set(
      [...depths]
        .filter(([, depth]) => depth > least)
        .map(([own]) => `${throwers.get(own)} ${own.seed}`),
    )
  return { hit, well: from(STEP_PX), almost: from(-STEP_PX) }
}

/** Notes which balls the room removes before their flight is over: they have hit somebody. */
function hitsIn(sim: Simulation<typeof platformerRoom>): Set<string> {
  const hit = new Set<string>()
  const { entities } = coreOf(sim.room as never)
  const { despawn } = entities
  entities.despawn = (object, tick) => {
    const { kind, owner, seed } = entities.of(object)
    if (kind.name === 'ball' && !(object as Ball).isOver) hit.add(`${owner} ${seed}`)
    return despawn.call(entities, object, tick)
  }
  return hit
}

test.each([
  ['250 ms', FAR],
  ['log', presets.log],
] as const)(
  'D13 a snowball hits whom it meets on the page of its thrower, and nobody else (%s)',
  (_, conditions) => {
    let met = 0
    let missed = 0
    let wrong = 0
    for (const seed of [1, 2]) {
      const { hit, well, almost } = fight(conditions, seed)
      met += well.size
      missed += [...well].filter((ball) => !hit.has(ball)).length
      wrong += [...hit].filter((ball) => !almost.has(ball)).length
    }
    expect(met).toBeGreaterThan(55)
    expect(missed).toBeLessThan(0.05 * met)
    expect(wrong).toBeLessThan(0.05 * met)
  },
)
