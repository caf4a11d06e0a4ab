import type { Conditions } from '../../src/link/impairment.ts'
import { presets } from '../../src/link/presets.ts'

const roundTrip = (ms: number): Conditions => ({
  up: { latencyMs: ms / 2 },
  down: { latencyMs: ms / 2 },
})

/** The networks of the shooter. */
export const NETWORKS: Readonly<Record<string, Conditions>> = {
  '0 ms': presets.none,
  '100 ms': roundTrip(100),
  '250 ms': roundTrip(250),
  log: presets.log,
}
