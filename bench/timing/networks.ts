import { mixSeed } from '../../src/base/random.ts'
import { traceNames, traceOf } from '../../src/score/traces/catalogue.ts'
import { generated } from '../../src/score/traces/generated.ts'
import { ordered } from '../../src/score/traces/ordered.ts'
import type { Trace } from '../../src/score/traces/trace.ts'

/** A network by name: the way up and the way down of run `seed`. */
export interface TimedNetwork {
  readonly name: string
  ways(seed: number): { readonly up: Trace; readonly down: Trace }
}

/** Jitter of 0 to 50 ms, evenly, on 25 ms of way; nothing is lost. */
export function jitter50(seed: number): Trace {
  const delayMs = (_: number, random: { between(low: number, high: number): number }) =>
    25 + random.between(0, 50)
  return generated('jitter50', { delayMs }, mixSeed(seed, 11))
}

/** `jitter50` and all traces made from seeds, as datagrams or as TCP has it. */
export function madeNetworks(isOrdered: boolean): TimedNetwork[] {
  return ['jitter50', ...traceNames].map((name) => madeNetwork(name, isOrdered))
}

/** One of them. */
export function madeNetwork(name: string, isOrdered: boolean): TimedNetwork {
  const one = (seed: number) => (name === 'jitter50' ? jitter50(seed) : traceOf(name, { seed }))
  return {
    name: isOrdered ? `${name}/tcp` : name,
    ways: (seed) => ({
      up: overTcp(one(2 * seed - 1), isOrdered),
      down: overTcp(one(2 * seed), isOrdered),
    }),
  }
}

/** A captured trace: each way begins at another place in it. */
export function capturedNetwork(trace: Trace, isOrdered: boolean): TimedNetwork {
  const from = (share: number) => overTcp(shifted(trace, share * trace.lengthMs), isOrdered)
  return {
    name: isOrdered ? `${trace.name}/tcp` : trace.name,
    ways: (seed) => ({ up: from((seed * 0.618) % 1), down: from((seed * 0.618 + 0.5) % 1) }),
  }
}

function overTcp(trace: Trace, isOrdered: boolean): Trace {
  return isOrdered ? ordered(trace) : trace
}

function shifted(trace: Trace, byMs: number): Trace {
  const arrivals = (sentMs: ArrayLike<number>) =>
    trace.arrivals(Array.from(sentMs, (ms) => ms + byMs)).map((ms) => ms - byMs)
  return { ...trace, arrivals }
}
