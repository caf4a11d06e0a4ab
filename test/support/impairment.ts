import { presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { expect } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { LinkKind } from '../../src/link/link.ts'
import { everyEnd, runner } from './runner.ts'

/** Networks that a client may meet. */
const NETWORKS = Object.values(presets)
/** Most clients at once. */
const MOST_CLIENTS = 6

/**
 * Lets clients come, play, stall, change their network and go, all by a seed, and then calm down: whoever is left
 * must agree with the server to the last bit, and nobody may have been thrown out.
 */
export function playThroughImpairment(
  seed: number,
  kind: LinkKind,
  minutes: number,
  room = runner,
): void {
  const random = new Random(seed)
  const sim = new Simulation(room, { kind, seed })
  const any = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!
  let isCalm = false
  const script = ({ input }: SimulatedClient<(typeof runner)['game']>['session']) => {
    if (isCalm) {
      input.right = false
      input.left = false
    } else if (random.next() < 0.05) {
      input.right = random.next() < 0.6
      input.left = random.next() < 0.3
      if (random.next() < 0.1) input.fire = true
    }
  }
  const join = () => {
    const conditions = any(NETWORKS)
    const clockPpm = random.between(-300, 300)
    sim.join({ script, conditions, clockPpm, frameHz: any([30, 60, 144]), seed: random.uint32() })
  }
  for (let second = 0; second < minutes * 60; second++) {
    const here = sim.clients.filter(({ session }) => session.state !== 'closed')
    const dice = random.next()
    if (here.length < 2 || (dice < 0.05 && here.length < MOST_CLIENTS)) join()
    else if (dice < 0.08) any(here).session.close()
    else if (dice < 0.12) any(here).network.conditions = any(NETWORKS)
    else if (dice < 0.15) any(here).stall(random.between(50, 8000))
    sim.run(1000)
  }
  isCalm = true
  for (const { network } of sim.clients) network.conditions = presets.wifi
  sim.run(20_000)
  const left = sim.clients.filter(({ session }) => session.state !== 'closed')
  sim.clients.splice(0, sim.clients.length, ...left)
  expect(sim.room.players.length).toBe(left.length)
  const { left: gone, ...wrong } = sim.room.stats.closed
  expect(gone).toBeGreaterThan(0)
  expect(Object.values(wrong).reduce((sum, count) => sum + count)).toBe(0)
  for (const what of ['body', 'ball'] as const) {
    const [server, ...clients] = everyEnd(sim, what)
    for (const client of clients) expect(client).toBe(server)
  }
}
