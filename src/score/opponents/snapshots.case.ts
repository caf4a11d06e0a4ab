import {
  type MotionContender,
  type MotionScene,
  type MotionSnapshot,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
} from '../measures/player.ts'
import { INPUT_WIDTH } from '../motions/motion.ts'
import type { RenderRule } from './rule-contender.ts'

export const SCENE: MotionScene = { sendHz: 20, frameHz: 60, entities: 1 }
export const FRAME_MS = 1000 / 60

/** The state of one entity; fields left out are 0. */
export interface Told {
  readonly x?: number
  readonly y?: number
  readonly vx?: number
  readonly vy?: number
  readonly teleports?: number
  readonly input?: readonly number[]
}

/** A snapshot of one entity, true at `stampMs`, which is also its tracer. */
export function snapshotOf(stampMs: number, arrivedAtMs: number, told: Told = {}): MotionSnapshot {
  const states = new Float64Array(STATE_WIDTH)
  states[STATE.x] = told.x ?? 0
  states[STATE.y] = told.y ?? 0
  states[STATE.vx] = told.vx ?? 0
  states[STATE.vy] = told.vy ?? 0
  states[STATE.tracer] = stampMs
  states[STATE.teleports] = told.teleports ?? 0
  return {
    index: Math.round(stampMs / 50),
    stampMs,
    arrivedAtMs,
    states,
    inputs: Float64Array.from({ length: INPUT_WIDTH }, (_, i) => told.input?.[i] ?? 0),
    told: new Float64Array(4),
  }
}

/** Returns when snapshot `index`, stamped `index * 50`, arrives; NaN if it is lost. */
export type ArrivalOf = (index: number) => number

/** Calls `frame` for each frame up to `lengthMs`, and before it `arrived` for each snapshot that came by then. */
export function runFrames(
  arrivalOf: ArrivalOf,
  lengthMs: number,
  arrived: (stampMs: number, arrivedAtMs: number) => void,
  frame: (nowMs: number) => void,
): void {
  const packets = Array.from({ length: Math.ceil(lengthMs / 50) }, (_, index) => index)
    .map((index) => ({ stampMs: index * 50, atMs: arrivalOf(index) }))
    .filter(({ atMs }) => !Number.isNaN(atMs))
    .sort((a, b) => a.atMs - b.atMs)
  let next = 0
  for (let nowMs = 1; nowMs < lengthMs; nowMs += FRAME_MS) {
    for (; next < packets.length && packets[next]!.atMs <= nowMs; next++)
      arrived(packets[next]!.stampMs, packets[next]!.atMs)
    frame(nowMs)
  }
}

/** The frames of a rule at 20 Hz and 60 frames per second. */
export function runRule(rule: RenderRule, arrivalOf: ArrivalOf, lengthMs: number) {
  const frames: { nowMs: number; timeMs: number }[] = []
  runFrames(
    arrivalOf,
    lengthMs,
    (stampMs, atMs) => rule.arrived(stampMs, atMs),
    (nowMs) => frames.push({ nowMs, timeMs: rule.frame(nowMs) }),
  )
  return frames
}

/** A contender's frames of one entity that `toldAt` describes, each a row of `SHOWN`. */
export function runContender(
  contender: MotionContender,
  arrivalOf: ArrivalOf,
  lengthMs: number,
  toldAt: (stampMs: number) => Told = (stampMs) => ({ x: stampMs / 10, vx: 100 }),
): { nowMs: number; newestMs: number; shown: number[] }[] {
  const frames: { nowMs: number; newestMs: number; shown: number[] }[] = []
  const player = contender.create(SCENE)
  const shown = new Float64Array(SHOWN_WIDTH).fill(Number.NaN)
  let newestMs = Number.NEGATIVE_INFINITY
  runFrames(
    arrivalOf,
    lengthMs,
    (stampMs, atMs) => {
      newestMs = Math.max(newestMs, stampMs)
      player.arrived(snapshotOf(stampMs, atMs, toldAt(stampMs)))
    },
    (nowMs) => {
      player.frame(nowMs, shown)
      frames.push({ nowMs, newestMs, shown: [...shown] })
    },
  )
  return frames
}

/** The rates at which a rule's time ran, from frame to frame. */
export function ratesOf(frames: readonly { nowMs: number; timeMs: number }[]): number[] {
  return frames
    .slice(1)
    .map(({ nowMs, timeMs }, i) => (timeMs - frames[i]!.timeMs) / (nowMs - frames[i]!.nowMs))
}
