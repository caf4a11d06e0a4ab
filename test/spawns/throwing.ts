import { defineGame, flag, gameEvents, int, number, own, press, sharedTick } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Random } from '../../src/base/random.ts'

const COOLDOWN_STEPS = 9
const STUN_STEPS = 40
const BALL_STEPS = 45
const WIDTH = 1000

/** Players who throw balls, which bounce. `random` decides where a ball goes and how high it bounces. */
export const throwing = (isTogether: boolean) =>
  defineGame({
    name: 'throwing',
    ...(isTogether ? { authority: sharedTick() } : {}),
    stepHz: 60,
    sendHz: 20,
    input: { right: flag(), fire: press(), volley: press(), hold: flag() },
    entities: {
      thrower: {
        x: number({ max: WIDTH, step: 1 / 8 }),
        /** Steps until the next throw, and until a stun ends. Nobody throws during either. */
        cooldown: own(int({ max: 63 })),
        stun: own(int({ max: 63 })),
      },
      ball: {
        x: number({ max: WIDTH, step: 1 / 8 }),
        y: number({ max: WIDTH, step: 1 / 8 }),
        vx: number({ min: -512, max: 512, step: 1 / 8 }),
        vy: number({ min: -512, max: 512, step: 1 / 8 }),
        age: int({ max: 255 }),
      },
    },
    events: gameEvents({ throw: { x: number({ max: WIDTH, step: 1 / 8 }) }, bounce: {} }),
    move: {
      thrower(self, { right, fire, volley, hold }, ctx) {
        if (self.cooldown > 0) self.cooldown--
        if (self.stun > 0) {
          self.stun--
          return
        }
        self.x = (self.x + (right ? 3 : 1)) % WIDTH
        if ((!fire && !volley && !hold) || self.cooldown > 0) return
        self.cooldown = COOLDOWN_STEPS
        ctx.emit('throw', { x: self.x })
        for (let i = 0; i < (volley ? 3 : 1); i++)
          ctx.spawn('ball', { x: self.x, y: 100, vx: 200 * ctx.random(), vy: 300 - 40 * i })
      },
      ball(ball, _input, ctx) {
        // It stays where its flight ends, until the room removes it.
        if (ball.age === BALL_STEPS) return
        ball.age++
        ball.vy -= 900 * ctx.dtSeconds
        ball.x += ball.vx * ctx.dtSeconds
        ball.y += ball.vy * ctx.dtSeconds
        if (ball.y > 0) return
        ball.y = 0
        if (ball.vy > -40) ball.vy = 0
        if (ball.vy === 0) return
        ball.vy *= -0.5 - 0.4 * ctx.random()
        ctx.emit('bounce', {})
      },
    },
  })

export type Throwing = ReturnType<typeof throwing>

/** A room that stuns players, kills and respawns them, and removes balls in flight, all at random. */
export function throwingRoom(game: Throwing, seed: number, mayHarm: boolean) {
  const random = new Random(seed)
  return defineRoom(game, {
    join: (world, player) => world.spawn('thrower', player, { x: 100 }),
    update(world) {
      for (const ball of world.entities('ball'))
        if (ball.age === BALL_STEPS || (mayHarm && random.next() < 0.005)) world.despawn(ball)
      if (!mayHarm) return
      for (const player of world.players) {
        const self = world.entities('thrower').find(({ owner }) => owner === player.id)
        if (!self) {
          if (random.next() < 0.05) world.spawn('thrower', player, { x: 500 })
        } else if (random.next() < 0.01) {
          self.stun = STUN_STEPS
          self.cooldown = 0
        } else if (random.next() < 0.005) world.despawn(self)
      }
    },
  })
}
