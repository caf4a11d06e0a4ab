import type { Ms } from '../../src/base/units.ts'

const dateNow = Date.now
const performanceNow = performance.now
let simulatedMs: Ms = 0
const simulated = (): Ms => simulatedMs
const simulatedWhole = (): Ms => Math.floor(simulatedMs)

/**
 * Runs `work` while `performance.now()` says `nowMs` and `Date.now()` its whole part, as these two do in a browser;
 * the real clocks are back when it ends or throws. May not be nested, and `work` may not wait.
 */
export function atTime<T>(nowMs: Ms, work: () => T): T {
  simulatedMs = nowMs
  performance.now = simulated
  Date.now = simulatedWhole
  try {
    return work()
  } finally {
    performance.now = performanceNow
    Date.now = dateNow
  }
}
