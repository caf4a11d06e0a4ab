import { expect, test } from 'vitest'
import { defineGame } from '../game/define-game.ts'
import { flag, number, press } from '../game/field.ts'
import { Simulation } from '../testing/simulation.ts'
import { gameEvents } from './events.ts'
import { Inspector } from './inspect.ts'
import { ShownLag } from './shown-lag.ts'

/** Whoever throws makes a ball that is a thing of its own, where the thrower stands. */
const thrower = defineGame({
  name: 'thrower',
  input: { right: flag(), fire: press() },
  entities: { body: { x: number({ max: 1e6 }) }, ball: { x: number({ max: 1e6 }) } },
  events: gameEvents({ fired: { x: number({ max: 1e6 }) } }),
  join: (world, player) => world.spawn('body', player, { x: 10 }),
  move: {
    body(body, input, ctx) {
      body.x += +input.right
      if (input.fire) ctx.emit('fired', { x: body.x })
    },
  },
  on: { fired: (world, { x }, by) => world.spawn('ball', by, { x }) },
  update(world) {
    for (const ball of [...world.entities('ball')]) if (++ball.x % 60 < 1) world.despawn(ball)
  },
})

test('D11 what a player throws, and what is heard of it, is of the same moment as the player', () => {
  const sim = new Simulation(thrower, { kind: 'datagram' })
  const calm = { up: { latencyMs: 20 }, down: { latencyMs: 20 } }
  const thrown = sim.join({
    conditions: { up: { latencyMs: 20, jitterMs: 200, loss: 0.6 }, down: { latencyMs: 20 } },
    reopens: true,
    script: ({ input }, timeMs) => {
      input.right = true
      if (timeMs % 300 < 17) input.fire = true
    },
  })
  const { session } = sim.join({ conditions: calm })
  sim.run(9000)
  const inspector = new Inspector(session)
  const body = () => session.entities('body').find(({ owner }) => owner === 1)!
  let apartMs = 0
  let ahead = 0
  let looks = 0
  session.on('fired', ({ x }) => {
    ahead = Math.max(ahead, x - body().x)
  })
  session.onFrame(() => {
    const { timeMs } = inspector.look(body())!
    for (const ball of session.entities('ball')) {
      if (ball.owner !== 1) continue
      apartMs = Math.max(apartMs, Math.abs(inspector.look(ball)!.timeMs - timeMs))
      looks++
    }
  })
  const lags = [sim.room.peers.get(1)!.lag.lagMs]
  thrown.network.conditions = calm
  thrown.cut()
  sim.run(3000)
  lags.push(sim.room.peers.get(1)!.lag.lagMs)
  expect(lags[0]! - lags[1]!).toBeGreaterThan(40)
  expect(looks).toBeGreaterThan(100)
  expect(apartMs).toBe(0)
  expect(ahead).toBeLessThan(1)
})

test('D11 a lag follows what it is told by a tenth of the time that passes, and at once when the time was set', () => {
  const lag = new ShownLag()
  const at = (renderTimeMs: number) => {
    lag.renderTimeMs = renderTimeMs
    lag.follow()
    return lag.ms
  }
  lag.toldMs = 100
  expect(at(1000)).toBe(100)
  lag.toldMs = 0
  expect(at(1100)).toBe(90)
  expect(at(1100)).toBe(90)
  lag.toldMs = 95
  expect(at(1200)).toBe(95)
  lag.toldMs = 20
  expect(at(5000)).toBe(20)
  lag.toldMs = 30
  expect(at(4000)).toBe(30)
})

test('a time that does not pass the newest of all before has not gone on', () => {
  const lag = new ShownLag()
  const goneOn = [100, 150, 150, 120, 140, 151].map((stampMs) => {
    lag.stampMs = stampMs
    lag.goOn()
    return lag.hasGoneOn
  })
  expect(goneOn).toEqual([true, true, false, false, false, true])
})
