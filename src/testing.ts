/** The door for tests, bots and tools: rooms and players in one process, in virtual time; and motion as a number. */
export type { LinkKind } from './link/link.ts'
export { memoryPair } from './link/memory.ts'
export { SimulatedNetwork } from './link/simulated-network.ts'
// What no player could do better than.
// Movements to show.
// Who shows them: other engines' rules, our own, and yours.
// The scores.
export type { ClientOptions, SimulationOptions } from './testing/simulation.ts'
export { SimulatedClient, Simulation } from './testing/simulation.ts'
// Networks to show them over.
export { VirtualClock } from './testing/virtual-clock.ts'
