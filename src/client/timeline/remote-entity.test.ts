import { describe, expect, test } from 'vitest'
import { defineGame, type Kind } from '../../game/define-game.ts'
import { number } from '../../game/field.ts'
import type { Holder } from '../../game/schema.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { quat } from '../../motion/quat.ts'
import { TrackState } from '../../motion/track.ts'
import { RemoteEntity, type RemoteIdentity } from './remote-entity.ts'
import { ShownTimeline } from './shown-timeline.ts'

const game = defineGame({
  name: 'remote',
  input: {},
  entities: {
    kite: {
      spin: quat(),
      x: number({ curve: hermiteCurve(), velocity: 'vx' }),
      vx: number(),
      y: number({ curve: hermiteCurve() }),
      lamp: number({ curve: (from, to, alpha) => (alpha < 0.5 ? from : to) }),
    },
    cart: { x: number() },
    sled: { x: number({ max: 10_000 }) },
  },
  clamp: { cart: (cart) => void (cart.x = Math.min(cart.x, 230)) },
})
const [kind, cart, sled] = game.kinds as [Kind, Kind, Kind]
const STEP_MS = 1000 / 30
const OPTIONS = { trackSamples: 32 }

interface Kite {
  spin: { x: number; y: number; z: number; w: number }
  x: number
  vx: number
  y: number
  lamp: number
}

const about = (degrees: number) => {
  const half = (degrees * Math.PI) / 360
  return { x: 0, y: 0, z: Math.sin(half), w: Math.cos(half) }
}

/** What identifies the room's own entity in slot 1. */
const roomsOwn = (kind: Kind): RemoteIdentity => ({
  slot: 1,
  generation: 0,
  kind,
  owner: 0,
  isMine: false,
  isPredicted: false,
})

/** A remote entity with these states, one every 100 ms. */
function received(...states: Kite[]): RemoteEntity {
  const remote = new RemoteEntity(roomsOwn(kind), OPTIONS, new ShownTimeline())
  states.forEach((state, tick) => {
    receive(remote, tick, state)
  })
  return remote
}

function receive(remote: RemoteEntity, tick: number, state: object, stampMs = tick * 100): void {
  remote.beginWhole(tick)
  remote.schema.gather(state as Holder, remote.row, remote.offset, null)
  remote.filled(tick, Float64Array.of(stampMs, stampMs - STEP_MS / 2), false)
}

function shownAt(
  remote: RemoteEntity,
  timeMs: number,
  state: TrackState = TrackState.between,
): Kite {
  expect(remote.show(Float64Array.of(timeMs, 0), Number.NaN, false)).toBe(state)
  return remote.view.object as unknown as Kite
}

const kite = (state: Partial<Kite>): Kite => ({
  spin: about(0),
  x: 0,
  vx: 0,
  y: 0,
  lamp: 0,
  ...state,
})

describe('a remote entity', () => {
  test('D8 C5 a quat is shown turning evenly along the shortest arc, at unit length', () => {
    const { x, y, z, w } = about(10)
    const remote = received(
      kite({ spin: about(350) }),
      kite({ spin: { x: -x, y: -y, z: -z, w: -w } }),
    )
    for (const [timeMs, degrees] of [
      [25, 355],
      [50, 0],
      [75, 5],
    ] as const) {
      const { spin } = shownAt(remote, timeMs)
      expect(Math.hypot(spin.x, spin.y, spin.z, spin.w)).toBeCloseTo(1, 9)
      const half = Math.abs(spin.z * about(degrees).z + spin.w * about(degrees).w)
      expect(half).toBeCloseTo(1, 7)
    }
  })

  test('D6 a field with a sent velocity is shown on the true parabola, and extrapolated by it', () => {
    const at = (t: number): Kite => kite({ x: 100 * t + 200 * t * t, vx: 100 + 400 * t })
    const remote = received(at(0), at(0.1), at(0.2))
    for (const t of [0.025, 0.05, 0.13, 0.17])
      expect(shownAt(remote, t * 1000).x).toBeCloseTo(at(t).x, 1)
    const { x } = shownAt(remote, 210, TrackState.extrapolated)
    expect(x).toBeCloseTo(at(0.2).x + 180 * 0.01, 1)
  })

  test('D3 a field with estimated velocities is smooth, and one with a function follows that function', () => {
    const at = (t: number): Kite => kite({ y: 300 * t * t, lamp: t * 10 })
    const remote = received(at(0), at(0.1), at(0.2), at(0.3))
    expect(shownAt(remote, 50).y).toBeCloseTo(0.75, 1)
    expect(shownAt(remote, 140).lamp).toBe(1)
    expect(shownAt(remote, 150).y).toBeCloseTo(6.75, 1)
    expect(shownAt(remote, 160).lamp).toBe(2)
  })

  test('a clamp keeps its kind where it allows, also while an entity is eased back', () => {
    const remote = new RemoteEntity(roomsOwn(cart), OPTIONS, new ShownTimeline())
    const shown = (timeMs: number) => {
      remote.show(Float64Array.of(timeMs, 0), Number.NaN, false)
      return remote.view.object['x'] as number
    }
    for (const [tick, x] of [0, 100, 200].entries()) receive(remote, tick, { x })
    expect([shown(150), shown(220), shown(290)]).toEqual([150, 220, 230])
    for (const [i, x] of [230, 190, 190, 190].entries()) receive(remote, 3 + i, { x })
    const back = Array.from({ length: 60 }, (_, frame) => shown(291 + 10 * frame))
    expect(back[0]).toBe(230)
    expect(Math.max(...back)).toBe(230)
    expect(back.at(-1)).toBeCloseTo(190, 0)
  })

  test.each([0.05, 1, 17, 33.35, 99.95, 100.05, 133, 400, 999])(
    'D5 is not seen to leap when the time of its player is set back by %d ms',
    (setBackMs) => {
      const remote = new RemoteEntity(roomsOwn(sled), OPTIONS, new ShownTimeline())
      let timeMs = 0
      const shown: number[] = []
      for (let tick = 0; tick < 40; tick++) {
        // It moves on by 30 units in each tick, whatever its player's time does.
        receive(remote, tick, { x: 30 * tick }, 100 * tick - (tick < 20 ? 0 : setBackMs))
        for (let frame = 0; frame < 6; frame++) {
          timeMs += 100 / 6
          remote.show(Float64Array.of(timeMs, 100 / 6), Number.NaN, false)
          shown.push(remote.view.object['x'] as number)
        }
      }
      const steps = shown.slice(1).map((x, i) => x - shown[i]!)
      // Where two ticks lie in the time of one, it moves by 10 units in a frame. Easing moves it by at most 6 either way.
      expect(Math.max(...steps)).toBeLessThan(16.1)
      expect(Math.min(...steps)).toBeGreaterThan(-6.1)
      expect(Math.abs(shown.at(-1)! - 30 * 40)).toBeLessThan(150)
    },
  )
})
