import { type InputOf, presets } from 'glissade/client'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { beeping } from './support/beeping.ts'

/** Those of the 250 ms before a frame, and of the frame. */
const MOST_IN_A_FRAME = 4
const AUTHORITIES = ['input', 'tick'] as const
const ORDERS = ['frame first', 'packets first'] as const

type Fire = { readonly input: InputOf<ReturnType<typeof beeping>['game']> }

/** Two players shoot, and hear a room that beeps. */
function playing(authority: 'input' | 'tick', preset: keyof typeof presets) {
  const sim = new Simulation(beeping(authority))
  const conditions = presets[preset]
  const script = ({ input }: Fire) => {
    input.fire = true
  }
  const client = sim.join({ conditions, script })
  sim.join({ conditions, script })
  const { session } = client
  const beeps: number[] = []
  const inFrame = new Map<string, number>()
  const most: Record<string, number> = {}
  const note = (name: string) => {
    const count = (inFrame.get(name) ?? 0) + 1
    inFrame.set(name, count)
    most[name] = Math.max(most[name] ?? 0, count)
  }
  let frames = 0
  session.onFrame(() => {
    frames++
    inFrame.clear()
  })
  session.on('beep', ({ n }) => {
    beeps.push(n)
    note('beep')
  })
  session.on('shot', (_, by) => note(by === session.playerId ? 'own shot' : 'shot'), {
    undone: () => note('undone'),
  })
  sim.run(5000)
  return { sim, client, session, beeps, most, frames: () => frames }
}

describe.each(AUTHORITIES)("with authority '%s'", (authority) => {
  const cases = (['none', 'wifi', 'intercontinental'] as const).flatMap((preset) =>
    [2000, 6000].flatMap((ms) => ORDERS.map((order) => [ms, preset, order] as const)),
  )
  test.each(cases)(
    'a page that was blocked for %d ms plays no burst of events: %s, %s',
    (blockedMs, preset, order) => {
      const { sim, client, session, most, frames } = playing(authority, preset)
      const before = frames()
      client.block(blockedMs, order)
      sim.run(blockedMs - 1)
      expect(frames()).toBe(before)
      const { tick } = sim.room
      sim.run(500)
      expect(sim.room.tick).toBeGreaterThan(tick)
      expect(session.stats.gaps).toBe(1)
      for (const [name, count] of Object.entries(most))
        expect([name, count]).toEqual([name, expect.toSatisfy((n) => n <= MOST_IN_A_FRAME)])
      sim.run(3000)
      expect(session.state).toBe('open')
      for (const count of Object.values(most)) expect(count).toBeLessThanOrEqual(MOST_IN_A_FRAME)
    },
  )
})

test.each(ORDERS)('each event of a blocked page is heard in its order or counted: %s', (order) => {
  const sim = new Simulation(beeping())
  const client = sim.join({ conditions: presets.wifi })
  const { session } = client
  const beeps: number[] = []
  session.on('beep', ({ n }) => beeps.push(n))
  sim.run(5000)
  for (const blockedMs of [200, 500, 1500, 4000, 8000]) {
    const before = session.stats.eventsDropped
    const last = beeps.splice(0).at(-1)!
    client.block(blockedMs, order)
    sim.run(blockedMs + 2000)
    expect(beeps).toEqual([...new Set(beeps)].sort((a, b) => a - b))
    expect(beeps.length + session.stats.eventsDropped - before).toBe(beeps.at(-1)! - last)
    expect(beeps.length).toBeGreaterThan(18)
    expect(beeps.length).toBeLessThan(28 + Math.min(blockedMs, 250) / 100)
  }
})

test('a block that is no number or has no order throws', () => {
  const client = new Simulation(beeping()).join()
  for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => client.block(ms)).toThrow('forMs is')
  expect(() => client.block(1, 'timers first' as never)).toThrow(
    "order is timers first, but must be 'packets first' or 'frame first'",
  )
})
