import type { Conditions } from '../../src/link/impairment.ts'
import { Simulation } from '../../src/testing/simulation.ts'
import { throwing, throwingRoom } from './throwing.ts'

/** A slow but clean network. */
export const FAR: Conditions = { up: { latencyMs: 200 }, down: { latencyMs: 200 } }

/** A player who throws balls over such a network. Nobody interferes. */
export function far(isTogether = false) {
  const sim = new Simulation(throwingRoom(throwing(isTogether), 1, false))
  const { session } = sim.join({ conditions: FAR })
  sim.run(2000)
  return { sim, session }
}
