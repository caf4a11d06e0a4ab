import {
  angle,
  bits,
  defineGame,
  flag,
  gameEvents,
  hermiteCurve,
  hidden,
  int,
  jsonMessages,
  number,
  once,
  oneOf,
  own,
  press,
  quat,
  ref,
  sharedTick,
  tables,
  text,
  told,
  vec2,
} from 'glissade'
import { type AnyRoom, defineRoom } from 'glissade/server'

/** Steps between two things that happen now and then. */
const NOW_AND_THEN = 25
const FLOOR = 0
const END = 400

/**
 * The game of the golden streams: small, and with one of everything that can be on the wire. Its numbers come of sums,
 * products and square roots alone, so that every engine plays it alike.
 */
const game = defineGame({
  name: 'everything',
  messages: jsonMessages(),
  stepHz: 30,
  sendHz: 20,
  profile: { name: text(8), level: int({ max: 9 }) },
  input: { left: flag(), right: flag(), jump: press(), aim: bits(6) },
  entities: {
    walker: {
      x: number({ max: END, step: 1 / 8, coarse: 0.5, velocity: 'vx' }),
      vx: number({ min: -90, max: 90, step: 0.25, coarse: 0.5, curve: 'step' }),
      y: number({ max: 100, step: 0.25 }),
      vy: own(number({ min: -200, max: 200, step: 0.5, curve: 'step' })),
      aim: angle({ bits: 8 }),
      facing: oneOf('right', 'left', 'up'),
      isUp: flag(),
      jumps: own(int({ max: 1000 })),
      name: once(text(8)),
      health: told(int({ max: 100 })),
      secret: hidden(int({ max: 3 })),
    },
    pet: { treats: own(int({ max: 99 })), mood: text(6) },
    drone: {
      at: vec2({ min: -50, max: 500, step: 1 / 16, curve: hermiteCurve(), velocity: 'speed' }),
      speed: vec2({ min: -60, max: 60, step: 1 / 8 }),
      spin: quat({ bits: 8 }),
      free: number({ max: 30, step: 0.1 }),
      lamps: bits(5),
      target: ref(),
    },
    pebble: { x: number({ max: END, step: 0.5 }), steps: own(int({ max: 5 })) },
    lift: { bottom: once(number({ max: 100, step: 0.5 })), y: number({ max: 100, step: 0.5 }) },
    spark: { x: number({ max: END, step: 0.5 }), colour: once(oneOf('red', 'green', 'blue')) },
  },
  events: gameEvents({
    hop: { x: number({ max: END, step: 0.5 }), word: text(6) },
    bell: { turn: angle({ bits: 6 }) },
  }),
  path: {
    lift(lift, timeMs) {
      lift.y = lift.bottom + (timeMs % 1000 < 500 ? timeMs % 500 : 500 - (timeMs % 500)) / 50
    },
  },
  move: {
    walker(walker, input, ctx) {
      const pull = +input.right - +input.left
      walker.vx = Math.min(Math.max(walker.vx * 0.75 + pull * 12, -60), 60)
      if (pull !== 0) walker.facing = pull > 0 ? 'right' : 'left'
      if (input.jump && !walker.isUp) {
        walker.vy = 90
        walker.isUp = true
        walker.jumps++
        walker.facing = 'up'
        if (walker.jumps % 3 === 1) ctx.spawn('pebble', { x: walker.x })
        ctx.emit('hop', { x: walker.x, word: walker.jumps % 2 === 0 ? 'höp' : 'hop' })
      }
      if (walker.isUp) walker.vy -= 12
      walker.x += walker.vx * ctx.dtSeconds
      walker.y = Math.max(FLOOR, walker.y + walker.vy * ctx.dtSeconds)
      if (walker.y === FLOOR) {
        walker.isUp = false
        walker.vy = 0
      }
      walker.aim = (input.aim / 32) * Math.PI
      if (walker.x >= END - 20) {
        walker.x = 10
        ctx.teleport()
      }
    },
    pebble(pebble) {
      if (pebble.steps === 5) return
      pebble.steps++
      pebble.x += 1.5
    },
  },
})

/** Its rooms. */
export const everything = defineRoom(game, {
  open(world) {
    world.spawn('lift', null, { bottom: 20 })
    for (const x of [100, 300])
      world.spawn('drone', null, { at: { x, y: 0 }, speed: { x: 20, y: x / 10 } })
  },
  join(world, player) {
    const { name, level } = player.profile
    world.spawn('walker', player, { x: 100 + 30 * player.id, name, health: 100 - level })
    world.spawn('pet', player, { treats: level })
  },
  on: { hop: (world, { x }) => world.spawn('spark', null, { x, colour: 'green' }) },
  update(world, { tick }) {
    for (const pebble of world.entities('pebble')) if (pebble.steps === 5) world.despawn(pebble)
    // Nothing moves where nobody does.
    const walkers = world.entities('walker')
    if (walkers.every(({ vx, vy, aim }) => vx === 0 && vy === 0 && aim === 0)) return
    const isTime = tick % NOW_AND_THEN === 0
    for (const [n, drone] of world.entities('drone').entries()) {
      const { at, speed, spin } = drone
      speed.x += at.x > 250 ? -1.5 : 1.5
      speed.y += at.y > 200 ? -2 : 1
      at.x += speed.x / 30
      at.y += speed.y / 30
      spin.x += 0.03 * (n + 1)
      spin.z -= 0.02 * spin.w
      drone.free = (drone.free + 0.7) % 30
      if (isTime) drone.lamps = (drone.lamps * 5 + 1) & 31
      if (isTime) drone.target = world.entities('walker')[n]?.id ?? null
      if (tick % 100 === 40 * n + 50) {
        at.x = 300 - at.x
        world.teleport(drone)
      }
    }
    for (const walker of walkers) {
      if (isTime) walker.health = Math.max(0, walker.health - 7)
      if (tick === 60) walker.name = `${walker.name}!`
    }
    for (const pet of world.entities('pet')) {
      if (isTime) pet.mood = ['', 'glad', 'très'][(tick / NOW_AND_THEN) % 3]!
      if (tick % 40 === 0) pet.treats = Math.min(99, pet.treats + 3)
    }
    for (const spark of world.entities('spark')) {
      spark.x = Math.min(END, spark.x + 3)
      if (spark.x >= END || tick % 60 === 0) world.despawn(spark)
    }
    if (tick % 45 === 0) world.emit('bell', { turn: (tick / 45) * 0.7 })
  },
})

/** The same, of which everybody sees what is near, as far as it fits. */
export const near = defineRoom(defineGame({ ...game.definition, name: 'near' }), {
  ...everything.definition,
  interest: {
    at: { walker: (walker) => walker, drone: ({ at }) => at },
    from: (world, player) =>
      world.entities('walker').find(({ owner }) => owner === player.id) ?? null,
    radius: 90,
    margin: 10,
  },
  budget: { bytesPerSecond: 1200, priority: ({ kind }) => (kind === 'spark' ? 1 : 3) },
})

/** The same with one tick for everybody. */
export const ticking = defineRoom(
  defineGame({ ...game.definition, name: 'ticking', authority: sharedTick() }),
  everything.definition,
)

/** The first with frequency tables. */
export const tabled = defineRoom(
  defineGame({ ...game.definition, name: 'tabled', coding: tables() }),
  everything.definition,
)

/** All of them by the names of their games. */
export const ROOMS: Readonly<Record<string, AnyRoom>> = { everything, near, ticking, tabled }
