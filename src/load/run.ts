import type { Ms } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import { realClock } from '../net/real-clock.ts'
import type { LoadRequest } from './arguments.ts'
import type { LoadBot } from './bot.ts'
import { startCrowds } from './crowd/crowds.ts'
import type { Tally } from './crowd/tally.ts'
import { Findings } from './findings.ts'
import type { LoadReport } from './report/report.ts'
import { ServerCpu } from './server-cpu.ts'

/** Watches a run, and may end it. */
export interface RunWatcher {
  /** Ends the run early. */
  readonly signal: AbortSignal
  /** A second of the run has passed. */
  second(findings: Findings, tally: Tally): void
}

const SECOND_MS: Ms = 1000

/** Runs the clients of a request in real time, and returns what they found. Leaves no client behind, whatever happens. */
export async function runLoad(
  request: LoadRequest,
  bot: LoadBot<AnyGame>,
  watcher: RunWatcher,
): Promise<Omit<LoadReport, 'command'>> {
  const { signal } = watcher
  const crowds = await startCrowds(bot, request.botFile, request, request.processes)
  try {
    const serverCpu = new ServerCpu(request.url)
    const findings = new Findings(request, bot.game)
    const startedMs = realClock.nowMs()
    const rampMs = 1000 * request.rampSeconds
    let toMs = 0
    let endMs = Number.POSITIVE_INFINITY
    let isLast = false
    await serverCpu.take()
    do {
      // A second ends with the ramp, so that all others are of one or the other.
      toMs = Math.min(toMs + SECOND_MS, toMs < rampMs ? rampMs : endMs)
      await sleep(startedMs + toMs - realClock.nowMs(), signal)
      isLast = toMs === endMs || signal.aborted
      const [tally, cpu] = await Promise.all([crowds.take(isLast), serverCpu.take()])
      const isMeasured = endMs < Number.POSITIVE_INFINITY
      findings.add(tally, cpu, (realClock.nowMs() - startedMs) / 1000, isMeasured)
      watcher.second(findings, tally)
      // The ramp lasts until nobody is joining any more.
      if (!isMeasured && toMs >= rampMs && !findings.isJoining)
        endMs = toMs + 1000 * request.seconds
    } while (!isLast && !findings.isOver)
    return findings.report(signal.aborted)
  } finally {
    await crowds.stop()
  }
}

/** Waits, but not beyond the moment at which the run is ended. */
function sleep(ms: Ms, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      undoTimer()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const undoTimer = realClock.after(Math.max(0, ms), end)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}
