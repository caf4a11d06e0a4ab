import { defineGame, gameEvents, type Infer, jsonMessages, riders } from 'glissade'
import { events, input, kinds, LIFTS, profile, WIDTH, type walker } from './all-fields-kinds.ts'

const LIFT_HALF = 40
/** Units a second, and units a second in a second. */
const RUN = 90
const JUMP = 130
const GRAVITY = 320

type Walker = Infer<typeof walker>
type Hands = Readonly<Infer<typeof input>>

/**
 * A small game with every type of field, every way to send one, events and messages. The room's part is in all-fields-room.ts.
 */
export const allFields = defineGame({
  name: 'all fields',
  stepHz: 30,
  sendHz: 20,
  messages: jsonMessages(),
  riders: riders(),
  profile,
  input,
  entities: kinds,
  events: gameEvents(events),
  path: { lift: (lift, timeMs) => placeLift(lift.index, timeMs, lift) },
  clamp: {
    drone({ at }) {
      at.x = Math.min(Math.max(at.x, 5), WIDTH - 5)
    },
    shot(shot) {
      shot.y = Math.max(shot.y, 0)
    },
  },
  attachedTo: {
    walker(walker, timeMs, carrier) {
      if (walker.lift > 0) placeLift(walker.lift - 1, timeMs, carrier)
    },
  },
  move: {
    walker(walker, input, ctx) {
      act(walker, input, ctx.dtSeconds)
      if (input.jump && !walker.isUp) {
        jump(walker)
        const hop = { x: walker.x, word: walker.jumps % 3 === 0 ? 'höp' : 'hop' }
        ctx.emit('hop', hop, walker.jumps % 2 === 0 ? { near: walker } : { to: 'all' })
      }
      const { power } = input
      if (input.fire) ctx.emit('fired', { at: walker, aim: input.aim + ctx.random() / 8, power })
      walker.x += walker.vx * ctx.dtSeconds
      if (walker.lift > 0) ride(walker, ctx.timeMs, ctx.dtSeconds)
      else if (walker.isUp) fly(walker, ctx.timeMs, ctx.dtSeconds)
      if (walker.x > 10 && walker.x < WIDTH - 10) return
      walker.x = walker.x > 400 ? 60 : WIDTH - 60
      walker.lift = 0
      ctx.teleport()
    },
    pet(pet, { point }, { dtSeconds }) {
      pet.vx = Math.min(Math.max((point.x - pet.x) * 2, -RUN), RUN)
      pet.x += pet.vx * dtSeconds
      pet.treats = (pet.treats + 1) % 100
    },
  },
})

/** Where a lift is at a moment. Only exact operations, so that every machine has the same numbers. */
function placeLift(index: number, timeMs: number, at: { x: number; y: number }): void {
  const turn = timeMs / (3000 + 700 * index)
  const phase = turn - Math.floor(turn)
  const there = phase < 0.5 ? phase * 2 : 2 - phase * 2
  at.x = (LIFTS[index] ?? 0) + 60 * there * there
  at.y = 10 + 50 * there
}

function act(walker: Walker, input: Hands, dtSeconds: number): void {
  const way = +input.right - +input.left
  const gait = input.gait === 'run' ? 1.5 : input.gait === 'sneak' ? 0.25 : 1
  walker.vx += (way * gait * RUN + input.pull * 20 - walker.vx) * Math.min(1, 9 * dtSeconds)
  if (way !== 0) walker.facing = way > 0 ? 'right' : 'left'
  walker.lean += (way - walker.lean) * 0.25
  walker.aim = input.aim
  walker.mask = input.mask
  walker.cursor.x = input.point.x
  walker.cursor.y = input.point.y
}

function jump(walker: Walker): void {
  walker.vy = JUMP
  walker.isUp = true
  walker.lift = 0
  walker.facing = 'up'
  walker.jumps++
}

function ride(walker: Walker, timeMs: number, dtSeconds: number): void {
  const now = { x: 0, y: 0 }
  const before = { x: 0, y: 0 }
  placeLift(walker.lift - 1, timeMs, now)
  placeLift(walker.lift - 1, timeMs - 1000 * dtSeconds, before)
  walker.x += now.x - before.x
  walker.y = now.y
  walker.isUp = Math.abs(walker.x - now.x) > LIFT_HALF
  if (walker.isUp) walker.lift = 0
}

function fly(walker: Walker, timeMs: number, dtSeconds: number): void {
  walker.vy -= GRAVITY * dtSeconds
  walker.y += walker.vy * dtSeconds
  const at = { x: 0, y: 0 }
  for (let i = 0; i < LIFTS.length && walker.vy < 0; i++) {
    placeLift(i, timeMs, at)
    if (Math.abs(walker.x - at.x) > LIFT_HALF || Math.abs(walker.y - at.y) > 8) continue
    walker.lift = i + 1
    walker.y = at.y
    walker.isUp = false
  }
  if (walker.y > 0) return
  walker.y = 0
  walker.isUp = false
}
