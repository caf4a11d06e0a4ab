import { mixSeed } from '../../base/random.ts'
import { misuse } from '../../base/settings.ts'
import { generated } from './generated.ts'
import { NETWORKS } from './generators.ts'
import { ordered } from './ordered.ts'
import type { Trace } from './trace.ts'

/** The suffix of the name of a network with TCP. */
const OVER_TCP = '/tcp'

/** The names of all traces that are generated from seeds. */
export const traceNames: readonly string[] = /* @__PURE__ */ Object.keys(NETWORKS)

/** All traces that are generated from seeds, with seed 1, as datagram traces. */
export const traces: readonly Trace[] = /* @__PURE__ */ traceNames.map((name) => traceOf(name))

/**
 * Returns the trace of a name in `traceNames`; with `/tcp` after the name, what TCP makes of that trace. The seed is any
 * integer, default 1. Equal seeds give equal networks. Throws `misuse`, which lists the names, for an unknown name. For
 * set-up.
 */
export function traceOf(name: string, options: { readonly seed?: number | undefined } = {}): Trace {
  const { seed = 1 } = options
  const isOrdered = name.endsWith(OVER_TCP)
  const plain = isOrdered ? name.slice(0, -OVER_TCP.length) : name
  const place = traceNames.indexOf(plain)
  if (place < 0)
    return misuse('trace', name, `one of ${traceNames.join(', ')}, or such a name with ${OVER_TCP}`)
  const trace = generated(plain, NETWORKS[plain]!(seed), mixSeed(seed, place + 1))
  return isOrdered ? ordered(trace) : trace
}
