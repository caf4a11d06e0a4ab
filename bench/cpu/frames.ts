import { hermiteCurve, Random } from 'glissade'
import { type Curve, Track } from 'glissade/parts'
import { HORIZONS_MS } from '../../src/base/horizons.ts'
import { SnapshotTracks } from '../../src/motion/snapshot-tracks.ts'
import { Tracks } from '../../src/motion/tracks.ts'
import { LeastCostDelay } from '../../src/time/playout/least-cost-delay.ts'
import { keep } from '../peers/case.ts'
import { angleOf, FRAME_MS, SEND_MS, xOf, yOf } from '../peers/crowd.ts'
import type { Staged } from './rounds.ts'

/** Snapshots held, of which most are gone over. */
export const SNAPSHOTS = 24
const STRAIGHT: readonly Curve[] = ['linear', 'linear', 'angle']
const SMOOTH: readonly Curve[] = [hermiteCurve(), hermiteCurve(), 'angle']
const TURN = 2 * Math.PI
const LANES = HORIZONS_MS.length
/** A reading's frames, and a bit. */
const AHEAD_MS = 1100

/** What a game keeps of an entity that it draws. */
interface Shown {
  x: number
  y: number
  angle: number
}

/** The columns of all entities in snapshot `k`. */
export function snapshot(count: number, k: number): Float64Array {
  const values = new Float64Array(3 * count)
  for (let i = 0; i < count; i++) {
    values[3 * i] = xOf(i, k)
    values[3 * i + 1] = yOf(i, k)
    values[3 * i + 2] = angleOf(i, k)
  }
  return values
}

function readAll(out: Float64Array): void {
  let sum = 0
  for (let i = 0; i < out.length; i++) sum += out[i]!
  keep(sum)
}

/** The least that a frame could do: two states that are known, no search, x and y in a line, the angle the short way. */
export function bareFrame(count: number): Staged {
  const snapshots = Array.from({ length: SNAPSHOTS }, (_, k) => snapshot(count, k))
  const out = new Float64Array(3 * count)
  let frame = 0
  return {
    name: 'the bare loop',
    prepare: () => {
      frame = 0
    },
    run: () => {
      const k = Math.floor(frame / 3)
      const from = snapshots[k]!
      const to = snapshots[k + 1]!
      const alpha = 0.1 + (frame++ % 3) / 3
      for (let i = 0; i < out.length; i += 3) {
        out[i] = from[i]! + (to[i]! - from[i]!) * alpha
        out[i + 1] = from[i + 1]! + (to[i + 1]! - from[i + 1]!) * alpha
        let way = to[i + 2]! - from[i + 2]!
        way -= TURN * Math.round(way / TURN)
        out[i + 2] = from[i + 2]! + way * alpha
      }
      readAll(out)
    },
  }
}

/** One search for all, into columns: `SnapshotTracks`. Snapshots come in between, at no cost of this. */
export function snapshotFrame(count: number): Staged {
  const tracks = new SnapshotTracks({ count, curves: STRAIGHT, capacity: 32 })
  const out = new Float64Array(3 * count)
  for (let k = 0; k < SNAPSHOTS; k++) tracks.push(k * SEND_MS, snapshot(count, k))
  const times = new Times()
  return {
    name: 'SnapshotTracks, shared stamps, linear, into columns',
    prepare: () => times.begin((timeMs) => tracks.sample(timeMs, out)),
    run: () => {
      tracks.sample(times.next(), out)
      readAll(out)
    },
  }
}

/** A stamp of its own for each entity, into columns. */
export function tracksFrame(count: number, isSmooth = false): Staged {
  const tracks = filled(count, isSmooth ? SMOOTH : STRAIGHT)
  const out = new Float64Array(3 * count)
  const times = new Times()
  return {
    name: `Tracks, ${isSmooth ? 'Hermite' : 'linear'}, into columns`,
    prepare: () => times.begin((timeMs) => tracks.sample(timeMs, out)),
    run: () => {
      tracks.sample(times.next(), out)
      readAll(out)
    },
  }
}

/**
 * The default way to the picture: the time of a `LeastCostDelay`, to which snapshots come unevenly; tracks of all carry
 * codes, ahead of it by their leads; plain objects. What is shown of a reading is pushed before it, at no cost of this.
 */
export function objectsFrame(count: number, isSmooth = false): Staged {
  const tracks = new Tracks({ count, curves: isSmooth ? SMOOTH : STRAIGHT })
  const random = new Random(1)
  const lanes = Int32Array.from({ length: count }, () => Math.floor(random.between(0, LANES)))
  for (let i = 0; i < count; i++) tracks.setLane(i, lanes[i]!)
  const snapshots = Array.from({ length: SNAPSHOTS }, (_, k) => snapshot(count, k))
  const out = new Float64Array(3 * count)
  const shown = plainObjects(count)
  const playout = new LeastCostDelay()
  playout.begin(SEND_MS)
  let frame = 0
  let pushed = 0
  const begin = (): void => {
    for (; pushed * SEND_MS < frame * FRAME_MS + AHEAD_MS; pushed++) {
      const values = snapshots[pushed % SNAPSHOTS]!
      for (let i = 0; i < count; i++) tracks.push(i, pushed * SEND_MS, values, 3 * i)
    }
    // Now and then one can be extrapolated a bit further than before, or less far.
    for (let i = frame % 100; i < count; i += 100) tracks.setLane(i, (lanes[i]! ^= 1))
  }
  return {
    name: `Tracks, ${isSmooth ? 'Hermite' : 'linear'}, into plain objects`,
    prepare: begin,
    run: () => {
      const nowMs = frame * FRAME_MS
      const snapshotNumber = Math.floor(frame / 3)
      if (frame++ % 3 === 0) {
        const lateMs = (snapshotNumber * 7) % 20
        playout.arrived(snapshotNumber * SEND_MS, nowMs + lateMs)
      }
      tracks.sample(playout.advance(nowMs), out, playout.leadsMs)
      for (let i = 0, at = 0; i < count; i++, at += 3) {
        const one = shown[i]!
        one.x = out[at]!
        one.y = out[at + 1]!
        one.angle = out[at + 2]!
      }
    },
  }
}

/** One `Track` for each, as a game with few entities has them. */
export function singlesFrame(count: number): Staged {
  const tracks = Array.from({ length: count }, () => new Track({ curves: STRAIGHT }))
  for (let k = 0; k < SNAPSHOTS; k++) {
    const values = snapshot(count, k)
    for (let i = 0; i < count; i++) tracks[i]!.push(k * SEND_MS, values, 3 * i)
  }
  const shown = plainObjects(count)
  const out = new Float64Array(3)
  const times = new Times()
  return {
    name: 'Track, linear, into plain objects',
    prepare: () =>
      times.begin((timeMs) => {
        for (const track of tracks) track.sample(timeMs, out)
      }),
    run: () => {
      const timeMs = times.next()
      for (let i = 0; i < count; i++) {
        tracks[i]!.sample(timeMs, out)
        const one = shown[i]!
        one.x = out[0]!
        one.y = out[1]!
        one.angle = out[2]!
      }
    },
  }
}

function filled(count: number, curves: readonly Curve[]): Tracks {
  const tracks = new Tracks({ count, curves })
  for (let k = 0; k < SNAPSHOTS; k++) {
    const values = snapshot(count, k)
    for (let i = 0; i < count; i++) tracks.push(i, k * SEND_MS, values, 3 * i)
  }
  return tracks
}

function plainObjects(count: number): Shown[] {
  return Array.from({ length: count }, () => ({ x: 0.5, y: 0.5, angle: 0.5 }))
}

/** Times of frames, three for each snapshot. */
class Times {
  #frame = 0

  /** Begins anew, with a frame that is shown by `show`. */
  begin(show: (timeMs: number) => void): void {
    this.#frame = 0
    show(this.next())
  }

  next(): number {
    return SEND_MS + 1 + this.#frame++ * FRAME_MS
  }
}
