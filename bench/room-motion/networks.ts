import type { RoomNetwork, RoomScoreOptions } from '../../src/score/measures/room-score.ts'
import type { TracePart } from '../../src/score/measures/trace-network.ts'
import { traceOf } from '../../src/score/traces/catalogue.ts'
import { ordered } from '../../src/score/traces/ordered.ts'
import type { Trace } from '../../src/score/traces/trace.ts'

/** Four ways for each run: up and down of two players. */
const WAYS = 4
const UP_MS = 1000 / 30
const DOWN_MS = 1000 / 20

/** A network of which both players have a piece, up and down, of its own in each run. */
export interface NamedNetwork {
  readonly name: string
  /** The networks of the two players in run `seed`, from 1. */
  of(seed: number): RoomScoreOptions['networks']
}

/** A network that is made from seeds: one of `traceNames`. */
export function madeNetwork(name: string, isOrdered: boolean): NamedNetwork {
  return network(name, isOrdered, (way) => ({ trace: traceOf(name, { seed: way }) }))
}

/** A network that was captured: each way begins at another place in it. */
export function capturedNetwork(trace: Trace, isOrdered: boolean): NamedNetwork {
  // Ways of one run lie evenly apart, runs in between.
  return network(trace.name, isOrdered, (way) => ({
    trace,
    fromMs: trace.lengthMs * (((way - 1) / WAYS + Math.floor((way - 1) / WAYS) * 0.0618) % 1),
  }))
}

function network(
  name: string,
  isOrdered: boolean,
  wayOf: (way: number) => { trace: Trace; fromMs?: number },
): NamedNetwork {
  const part = (way: number, gridMs: number): TracePart => {
    const { trace, fromMs } = wayOf(way)
    return { trace: isOrdered ? ordered(trace) : trace, fromMs, gridMs }
  }
  const player = (first: number): RoomNetwork => ({
    up: part(first, UP_MS),
    down: part(first + 1, DOWN_MS),
  })
  return {
    name: isOrdered ? `${name}/tcp` : name,
    of: (seed) => [player(WAYS * (seed - 1) + 1), player(WAYS * (seed - 1) + 3)],
  }
}
