import { type Conditions, type Impairment, presets } from 'glissade/client'
import {
  FixedDelay,
  InputLead,
  Latest,
  LeastCostDelay,
  Pace,
  PhaseLockedDelay,
  PhaseLockedSteps,
  type Playout,
  RoundTripSteps,
  type StepDriver,
  StepwiseDelay,
} from 'glissade/parts'
import { traceImpairment, traceOf } from 'glissade/score'

const bothWays = (impairment: Impairment): Conditions => ({ up: impairment, down: impairment })

/** The networks of the simulations, by name: the presets, and some with one trouble each. */
export const NETWORKS = {
  perfect: presets.none,
  lan: presets.lan,
  wifi: presets.wifi,
  '4g': presets['4g'],
  far: presets.intercontinental,
  awful: presets.awful,
  log: presets.log,
  weak: {
    up: { latencyMs: 60, jitterMs: 40, loss: 0.03, bytesPerSecond: 4000 },
    down: { latencyMs: 70, jitterMs: 50, loss: 0.04, bytesPerSecond: 7000 },
  },
  lossy: bothWays({ latencyMs: 40, loss: 0.08 }),
  jitter: bothWays({ latencyMs: 50, jitterMs: 35 }),
  doubling: bothWays({ latencyMs: 30, jitterMs: 20, duplicate: 0.06, reorder: 0.08, loss: 0.02 }),
  traced: {
    up: traceImpairment(traceOf('lte-tail'), { packetHz: 60, seconds: 20 }),
    down: traceImpairment(traceOf('wifi-spike'), { packetHz: 20, seconds: 20, fromMs: 5000 }),
  },
} satisfies Record<string, Conditions>

export type NetworkName = keyof typeof NETWORKS

/** The render clocks, by name. */
export const PLAYOUTS = {
  'least cost': () => new LeastCostDelay(),
  'least cost, arrived only': () => new LeastCostDelay({ extrapolateMs: 0 }),
  fixed: () => new FixedDelay(),
  'fixed 120': () => new FixedDelay(120),
  'phase locked': () => new PhaseLockedDelay(),
  stepwise: () => new StepwiseDelay(),
  latest: () => new Latest(),
} satisfies Record<string, () => Playout>

export type PlayoutName = keyof typeof PLAYOUTS

/** What a client's own steps can follow, by name. */
export const DRIVERS = {
  pace: () => new Pace(),
  lead: () => new InputLead(),
  'round trip': () => new RoundTripSteps(),
  'phase locked': () => new PhaseLockedSteps(),
} satisfies Record<string, () => StepDriver>

export type DriverName = keyof typeof DRIVERS
