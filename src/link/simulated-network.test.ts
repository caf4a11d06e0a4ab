import { expect, test } from 'vitest'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { memoryPair } from './memory.ts'
import { SimulatedNetwork } from './simulated-network.ts'

/** Returns both ends of a link with `network` around the client's end, and the arrival times at the server. */
function wrapped(network: SimulatedNetwork) {
  const clock = new VirtualClock()
  const { client, server } = memoryPair(clock, 'datagram')
  const came: number[] = []
  server.open({ packet: () => came.push(clock.nowMs()), closed: () => {} })
  const link = network.wrap(client, clock)
  link.open({ packet: () => {}, closed: () => {} })
  return { clock, link, came }
}

test('without conditions packets pass at once', () => {
  const { clock, link, came } = wrapped(new SimulatedNetwork())
  link.send(new Uint8Array(1))
  clock.advance(0)
  expect(came).toEqual([0])
})

test('A10 conditions hold from the first packet on, and new conditions from the next', () => {
  const network = new SimulatedNetwork({ up: { latencyMs: 30 }, down: {} })
  const { clock, link, came } = wrapped(network)
  link.send(new Uint8Array(1))
  network.conditions = { up: { latencyMs: 70 }, down: {} }
  link.send(new Uint8Array(1))
  clock.advance(100)
  expect(came).toEqual([30, 70])
  expect(network.stats).toMatchObject({ up: { sent: 2, delivered: 2 }, down: { sent: 0 } })
})

test('conditions set before the link is wrapped count', () => {
  const network = new SimulatedNetwork()
  network.conditions = { up: { latencyMs: 30 }, down: {} }
  expect(network.stats).toBeUndefined()
  const { clock, link, came } = wrapped(network)
  link.send(new Uint8Array(1))
  clock.advance(100)
  expect(came).toEqual([30])
})

test('equal seeds give equal outcomes, and other seeds others', () => {
  const arrivals = (seed: number) => {
    const impairment = { latencyMs: 100, jitterMs: 50, loss: 0.3 }
    const { clock, link, came } = wrapped(
      new SimulatedNetwork({ up: impairment, down: {} }, { seed }),
    )
    for (let n = 0; n < 50; n++) link.send(new Uint8Array(1))
    clock.advance(1000)
    return came
  }
  expect(arrivals(5)).toEqual(arrivals(5))
  expect(arrivals(6)).not.toEqual(arrivals(5))
})

test('invalid conditions are refused by name, and the old ones stay in force', () => {
  expect(() => new SimulatedNetwork({ up: { loss: 2 }, down: {} })).toThrow('conditions.up.loss')
  const network = new SimulatedNetwork({ up: { latencyMs: 30 }, down: {} })
  expect(() => {
    network.conditions = { up: {}, down: { jitterMs: -1 } }
  }).toThrow('conditions.down.jitterMs')
  expect(network.conditions.up.latencyMs).toBe(30)
})

test('a network carries one open session at a time', () => {
  const network = new SimulatedNetwork()
  const { link } = wrapped(network)
  expect(() => wrapped(network)).toThrow('give each session its own SimulatedNetwork')
  link.close('left')
  expect(() => wrapped(network)).not.toThrow()
})
