export type { ClientOptions, SimulationOptions } from './testing/simulation.ts'
export { SimulatedClient, Simulation } from './testing/simulation.ts'
export { VirtualClock } from './testing/virtual-clock.ts'
