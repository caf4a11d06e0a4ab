import { defineGame } from '../../game/define-game.ts'
import { type Field, flag, int, number } from '../../game/field.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { defineRoom, type GameRoom, type NoState } from '../../server/define-room.ts'

/** Speeds in units/s, and accelerations in units/s². */
const RUN = 320
const PUSH = 2400
const JUMP = 640
const GRAVITY = 2400
const WIDTH = 6000
/** The width of a stair, in units, and the heights of the stairs. */
const STAIR = 240
const STAIR_HEIGHTS = [0, 48, 96, 32, 80, 16] as const

/** The entity of a `scoreRoom`: a runner on stairs, whose state carries its own time. */
export interface Tracer {
  x: number
  y: number
  vx: number
  vy: number
  /** `ctx.timeMs` in seconds. The engine treats it like a place, so a picture tells its moment. */
  seconds: number
  /** The number of its player. */
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

/** The type of a `roomGame`. */
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
 * Makes a small platformer for measurements. Players run at 320 units/s, push off at 2400 units/s², jump, and land on stairs of
 * different heights. `moved` is called with each step that is not a replay, on both ends. For set-up.
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
