import type { Report } from '../report.ts'
import { Results } from '../results.ts'
import { type CurveKeeper, ERROR_EDGES } from './curves.ts'
import { PAGE_QUANTITIES, type PageData } from './data.ts'

/** Puts together what the page of a report holds. */
export function pageData(report: Report, keeper: CurveKeeper): PageData {
  const results = new Results(report)
  const { motions, players, rates, traces } = report
  return {
    rates,
    traces,
    motions: motions.map(({ name }) => name),
    players,
    quantities: PAGE_QUANTITIES,
    scores: rates.map((rate) =>
      traces.map((trace) =>
        players.map((player) =>
          (results.score(trace.name, rate, player.name)?.motions ?? []).map((motion) =>
            PAGE_QUANTITIES.map(({ key, digits }) => short(motion[key], digits)),
          ),
        ),
      ),
    ),
    bounds: rates.map((rate) =>
      traces.map((trace) => {
        const bounds = results.bounds(trace.name, rate)
        if (!bounds) return null
        return {
          delayMs: bounds.delayMs,
          costMs: bounds.priced.costMs,
          pricedDelayMs: bounds.priced.delayMs,
          pricedFaultPercent: bounds.priced.faultPercent,
        }
      }),
    ),
    curves: rates.map((rate) => traces.map((trace) => keeper.curves(trace.name, rate))),
    errorEdges: ERROR_EDGES,
  }
}

/** No more decimals than are shown, and some to compare by: the page is read over and over. */
function short(value: number, digits: number): number | null {
  return Number.isFinite(value) ? Number(value.toFixed(digits + 2)) : null
}
