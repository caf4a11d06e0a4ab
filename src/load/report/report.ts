import type { Ms, Seconds } from '../../base/units.ts'
import type { LoadRequest } from '../arguments.ts'
import type { Spread } from '../histogram.ts'

/** What clients got in some stretch of time. Figures that nothing was measured for are NaN, and null in JSON. */
export interface LoadFigures {
  readonly joinMs: Spread
  /** Times between two snapshots of a client. */
  readonly gapMs: Spread
  /** Times from the sending of an input to the snapshot that answers it. */
  readonly answerMs: Spread
  /** Of each connected client per second, without the heads of frames. */
  readonly bytesIn: number
  readonly bytesOut: number
  /** How many processors the generator kept busy, and how much of one its busiest process did. */
  readonly generatorCpu: number
  readonly busiestCpu: number
  /** How late timers of the generator fired. */
  readonly loopDelayMs: Spread
  /** How many processors the server kept busy, as its `/metrics` says. */
  readonly serverCpu: number
}

/** One second of the run. */
export interface LoadSecond extends LoadFigures {
  /** The end of the second, counted from the start of the run. */
  readonly atSeconds: Seconds
  readonly connected: number
  /** Clients that joined, could not join, or were dropped in this second; connections that broke. */
  readonly joined: number
  readonly failed: number
  readonly dropped: number
  readonly broken: number
}

/** How often something happened for this reason. */
export interface Reason {
  readonly reason: string
  readonly clients: number
}

/** The results of a run of `glissade load`. `--json` writes them, and tables and page are made from them. */
export interface LoadReport extends Omit<LoadRequest, 'reportFile' | 'jsonFile'> {
  /** The version of this format. Another number means that fields have changed their meaning. */
  readonly version: 1
  /** The command that makes this report. */
  readonly command: string
  /** The name of the game, and how far apart its snapshots are. */
  readonly game: string
  readonly sendMs: Ms
  /** The rooms that the clients are for. */
  readonly rooms: number
  /** How long it took until all clients had joined or failed. */
  readonly rampedSeconds: Seconds
  /** Whether the run was ended before its time, and how long was measured after the ramp. */
  readonly isInterrupted: boolean
  readonly measuredSeconds: Seconds
  readonly joined: number
  readonly failed: readonly Reason[]
  readonly dropped: readonly Reason[]
  /** Clients that had not begun to join, or had not finished, when the run was interrupted. */
  readonly unfinished: number
  /** Connections that broke, and those that took their place. */
  readonly broken: number
  readonly reconnected: number
  /** Clients whose packets travelled as datagrams at the end of the run. */
  readonly onDatagrams: number
  /** The stretch that was measured; of `joinMs`, the whole run. */
  readonly overall: LoadFigures
  readonly perSecond: readonly LoadSecond[]
}

/** The clients of all reasons. */
export const clientsOf = (reasons: readonly Reason[]): number =>
  reasons.reduce((sum, { clients }) => sum + clients, 0)

/** Whether every client joined and stayed. */
export const isClean = ({ failed, dropped }: LoadReport): boolean =>
  failed.length + dropped.length === 0

/** A process that keeps a processor busier than this, or whose timers are later, measures itself. */
const MOST_BUSY = 0.85
const MOST_LATE_MS: Ms = 20

/** Says that the generator was too busy for its figures to be the server's; '' if it was not. */
export function saturation({ overall, processes }: LoadReport): string {
  const { busiestCpu, loopDelayMs } = overall
  if (!(busiestCpu > MOST_BUSY || loopDelayMs.p99 > MOST_LATE_MS)) return ''
  const who = processes > 1 ? 'the busiest process of the generator' : 'the generator'
  const cpu = `${Math.round(100 * busiestCpu)} % of a processor`
  return `${who} was saturated: it took ${cpu}, and one timer in a hundred was ${Math.round(loopDelayMs.p99)} ms late or more; gaps and answers are the generator's as much as the server's, so use fewer clients, more --processes or another machine`
}

/** The report as JSON, in which figures that could not be measured (NaN) are null. */
export const formatLoadReport = (report: LoadReport): string =>
  `${JSON.stringify(report, null, 1)}\n`
