import { defineGame, flag, number } from 'glissade'
import type { Conditions } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test, vi } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import { runner } from './support/runner.ts'

const SECONDS = 20
const path: Conditions = { up: { latencyMs: 50 }, down: { latencyMs: 50 } }

/** Counts what one player's client and the room do in 20 seconds of play. */
function count(stepHz: number, sendHz: number, frameHz: number) {
  const room = defineRoom(
    defineGame({
      name: 'walk',
      stepHz,
      sendHz,
      input: { right: flag() },
      entities: { dot: { x: number({ max: 800 }) } },
      move: {
        dot(dot, input) {
          dot.x = (dot.x + +input.right) % 800
        },
      },
    }),
    {
      join: (world, player) => world.spawn('dot', player),
    },
  )
  const sim = new Simulation(room, { kind: 'datagram' })
  const script = ({ input }: { input: { right: boolean } }) => {
    input.right = true
  }
  const { session } = sim.join({ frameHz, conditions: path, script })
  sim.run(3000)
  const { inputsApplied } = sim.room.stats
  const { snapshots } = session.stats
  const { tick } = sim.room
  let frames = 0
  session.onFrame(() => frames++)
  sim.run(SECONDS * 1000)
  return {
    inputs: sim.room.stats.inputsApplied - inputsApplied,
    states: session.stats.snapshots - snapshots,
    steps: sim.room.tick - tick,
    frames,
  }
}

describe('A2 the rates of inputs, states and frames', () => {
  test.each([
    [30, 10, 24],
    [30, 10, 60],
    [30, 10, 144],
    [60, 20, 60],
    [30, 60, 60],
    [50, 12, 75],
  ])(
    'A2 %d inputs and steps a second, %d states, %d frames: none depends on another',
    (stepHz, sendHz, frameHz) => {
      const { inputs, states, steps, frames } = count(stepHz, sendHz, frameHz)
      expect(Math.abs(steps - SECONDS * stepHz)).toBeLessThanOrEqual(1)
      expect(Math.abs(inputs - SECONDS * stepHz)).toBeLessThanOrEqual(1 + stepHz / frameHz)
      // A send rate is held in 1/256 steps.
      expect(Math.abs(states - SECONDS * sendHz)).toBeLessThanOrEqual(2)
      expect(Math.abs(frames - SECONDS * frameHz)).toBeLessThanOrEqual(1)
    },
  )
})

describe('A6 what a packet of inputs holds', () => {
  /** How many inputs came in each packet since the last call. */
  function counts(kind: 'ordered' | 'datagram') {
    const sim = new Simulation(runner, { kind })
    const { network } = sim.join({ conditions: path })
    sim.run(3000)
    const read = vi.spyOn(coreOf(sim.room).peers.get(1)!.inputBuffer, 'read')
    const take = () => {
      const list = read.mock.calls.map(([, , count]) => count)
      read.mockClear()
      return list
    }
    return { sim, network, take }
  }

  test('A6 over datagrams all that is not acknowledged, at most 128, and nothing that is', () => {
    const { sim, network, take } = counts('datagram')
    sim.run(3000)
    // 100 ms there and back, and up to 50 to the next snapshot: 3 to 5 steps of 33 ms, and the one just made.
    const calm = take()
    expect(Math.min(...calm)).toBeGreaterThanOrEqual(3)
    expect(Math.max(...calm)).toBeLessThanOrEqual(6)
    network.conditions = { up: { latencyMs: 50 }, down: { latencyMs: 50, loss: 1 } }
    sim.run(6000)
    const unanswered = take()
    expect(Math.max(...unanswered)).toBe(128)
    network.conditions = path
    sim.run(1000)
    take()
    sim.run(1000)
    expect(Math.max(...take())).toBeLessThanOrEqual(6)
    expect(sim.clients[0]!.session.stats.corrections).toBe(0)
    expect(sim.room.stats.inputsDropped).toBe(0)
  })

  test('A6 over an ordered link each once, for none is lost', () => {
    const { sim, take } = counts('ordered')
    sim.run(3000)
    const list = take()
    expect(list.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(89)
    expect(Math.max(...list)).toBe(1)
  })
})
