/** The entry point for tests, bots and tools: rooms and players in one process, in virtual time. */
export type { ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export type { LinkKind } from './link/link.ts'
export { memoryPair } from './link/memory.ts'
export { SimulatedNetwork } from './link/simulated-network.ts'
export type { ClientOptions, SimulationOptions } from './testing/simulation.ts'
export { SimulatedClient, Simulation } from './testing/simulation.ts'
export { VirtualClock } from './testing/virtual-clock.ts'
