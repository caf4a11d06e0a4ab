import { defineGame } from '../../game/define-game.ts'
import { type Field, flag, int, number } from '../../game/field.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { defineRoom, type GameRoom, type NoState } from '../../server/define-room.ts'

/** Units a second, and a second per second. */
const RUN = 320
const PUSH = 2400
const JUMP = 640
const GRAVITY = 2400
const WIDTH = 6000
/** Stairs of so many units, a stair apart from the next in height. */
const STAIR = 240
const STAIR_HEIGHTS = [0, 48, 96, 32, 80, 16] as const

/** What moves in a `scoreRoom`: a runner on stairs, whose state carries the moment it is of. */
export interface Tracer {
  x: number
  y: number
  vx: number
  vy: number
  /** `ctx.timeMs`, in seconds: what the engine does to places it does to this, so a picture tells its moment. */
  seconds: number
  /** Whose it is. */
  player: number
}

type Column = Field<number, 'both'>
type Key = Field<boolean, 'both'>

const place = (velocity: string): Column =>
  number({ min: -64, max: 8128, step: 1 / 64, curve: hermiteCurve(), velocity })
const speed = (): Column => number({ min: -2048, max: 2047, step: 1 / 16, curve: 'step' })

const fields: Readonly<Record<keyof Tracer, Column>> = {
  x: place('vx'),
  y: place('vy'),
  vx: speed(),
  vy: speed(),
  seconds: number({ max: 8192, step: 1 / 16_384 }),
  player: int({ max: 0xffff }),
}
const keys: Readonly<Record<'left' | 'right' | 'jump', Key>> = {
  left: flag(),
  right: flag(),
  jump: flag(),
}

/** What a game of `roomGame` is, for those who hold one. */
export type RoomGame = GameRoom<
  {
    readonly input: typeof keys
    readonly profile: Record<never, never>
    readonly entities: { readonly tracer: typeof fields }
    readonly events: Record<never, never>
    readonly room: Record<never, never>
    readonly messages: Record<never, never>
  },
  NoState
>

/**
 * A small platformer for measurements: runs at 320 units/s, pushes off at 2400 units/s², jumps, and lands on stairs of
 * different heights. `moved` is called with each step that is no replay, on both ends. For set-up.
 */
export function roomGame(
  options: { readonly stepHz: number; readonly sendHz: number },
  moved: (tracer: Readonly<Tracer>) => void,
): RoomGame {
  const game = defineGame({
    name: 'room-motion',
    ...options,
    input: keys,
    entities: { tracer: fields },
    move: {
      tracer(tracer, input, ctx) {
        step(tracer, (input.right ? 1 : 0) - (input.left ? 1 : 0), input.jump, ctx.dtSeconds)
        tracer.seconds = ctx.timeMs / 1000
        if (!ctx.replaying) moved(tracer)
      },
    },
  })
  return defineRoom(game, {
    join: (world, player) =>
      world.spawn('tracer', player, { x: 600 + 400 * player.id, y: 200, player: player.id }),
  })
}

function floorAt(x: number): number {
  return STAIR_HEIGHTS[Math.floor(x / STAIR) % STAIR_HEIGHTS.length] ?? 0
}

function step(tracer: Tracer, wish: number, jumps: boolean, dtSeconds: number): void {
  const wanted = wish * RUN
  const most = PUSH * dtSeconds
  tracer.vx += Math.min(Math.max(wanted - tracer.vx, -most), most)
  const x = tracer.x + tracer.vx * dtSeconds
  if (x < 0 || x > WIDTH || floorAt(x) > tracer.y) tracer.vx = 0
  else tracer.x = x
  const floor = floorAt(tracer.x)
  if (tracer.y <= floor && jumps) tracer.vy = JUMP
  else tracer.vy -= GRAVITY * dtSeconds
  tracer.y += tracer.vy * dtSeconds
  if (tracer.y > floor) return
  tracer.y = floor
  tracer.vy = 0
}
