import { misuse } from '../../base/settings.ts'
import type { TraceOptions } from './generated.ts'
import {
  article200,
  bufferbloat,
  const50,
  gilbert,
  lteTail,
  routeStep,
  skew200,
  wifiSpike,
} from './generators.ts'
import { ordered } from './ordered.ts'
import type { Trace } from './trace.ts'

const MAKERS: Readonly<Record<string, (options?: TraceOptions) => Trace>> = {
  const50,
  article200,
  gilbert,
  'wifi-spike': wifiSpike,
  'route-step': routeStep,
  skew200,
  bufferbloat,
  'lte-tail': lteTail,
}

/** What follows the name of a network that TCP runs over. */
const OVER_TCP = '/tcp'

/** The names of all traces that are made from seeds. */
export const traceNames: readonly string[] = /* @__PURE__ */ Object.keys(MAKERS)

/** All traces that are made from seeds, with seed 1, as datagrams. */
export const traces: readonly Trace[] = /* @__PURE__ */ traceNames.map((name) => traceOf(name))

/**
 * The trace of that name, one of `traceNames`, with `/tcp` on for what TCP makes of it. Throws `misuse` naming the
 * choice. For set-up.
 */
export function traceOf(name: string, options: TraceOptions = {}): Trace {
  const isOrdered = name.endsWith(OVER_TCP)
  const plain = isOrdered ? name.slice(0, -OVER_TCP.length) : name
  const make = Object.hasOwn(MAKERS, plain) ? MAKERS[plain] : undefined
  if (make === undefined) {
    return misuse('trace', name, `one of ${traceNames.join(', ')}, or such a name with ${OVER_TCP}`)
  }
  return isOrdered ? ordered(make(options)) : make(options)
}
