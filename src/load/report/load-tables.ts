import { shown, type Table } from '../../score/command/table.ts'
import type { Spread } from '../histogram.ts'
import { clientsOf, type LoadReport, type Reason } from './report.ts'

/** All tables of a report. */
export function loadTables(report: LoadReport): Table[] {
  return [
    clientTable(report),
    ...reasonTable('Clients that could not join', report.failed),
    ...reasonTable('Clients that were dropped', report.dropped),
    timeTable(report),
    rateTable(report),
  ]
}

function clientTable(report: LoadReport): Table {
  const { clients, rooms, joined, failed, dropped, unfinished, broken, reconnected, link } = report
  const rows: (readonly [string, number])[] = [
    ['joined', joined],
    ['could not join', clientsOf(failed)],
    ['dropped', clientsOf(dropped)],
    ...(unfinished > 0 ? [['not joined yet when interrupted', unfinished] as const] : []),
    ...(broken > 0 ? [['connections that broke', broken] as const] : []),
    ...(broken > 0 ? [['connections that came back', reconnected] as const] : []),
    ...(link === 'datagram' ? [['on datagrams at the end', report.onDatagrams] as const] : []),
  ]
  return {
    title: `${count(clients, 'client')} for ${count(rooms, 'room')}`,
    about: '',
    head: ['', 'clients'],
    rows: rows.map(([name, number]) => [name, `${number}`]),
  }
}

function reasonTable(title: string, reasons: readonly Reason[]): Table[] {
  if (reasons.length === 0) return []
  const rows = reasons.map(({ reason, clients }) => [reason, `${clients}`])
  return [{ title, about: '', head: ['reason', 'clients'], rows }]
}

function timeTable(report: LoadReport): Table {
  const { overall, sendMs } = report
  const row = (name: string, { p50, p99, max }: Spread, digits: number, of = 1) => [
    name,
    ...[p50, p99, max].map((value) => shown(value / of, digits)),
  ]
  return {
    title: 'Times, ms',
    about: `${stretchOf(report)}; join times are those of all clients; the server sends a snapshot every ${shown(sendMs, 1)} ms`,
    head: ['', 'p50', 'p99', 'max'],
    rows: [
      row('to join', overall.joinMs, 0),
      row('snapshot gap', overall.gapMs, 1),
      row('snapshot gap, in send intervals', overall.gapMs, 2, sendMs),
      row('input answered', overall.answerMs, 1),
      row('timers of the generator late', overall.loopDelayMs, 1),
    ],
  }
}

function rateTable(report: LoadReport): Table {
  const { overall, processes } = report
  const percent = (share: number): string => shown(100 * share, 0)
  const rows = [
    ['bytes to a client, per second', shown(overall.bytesIn, 0)],
    ['bytes from a client, per second', shown(overall.bytesOut, 0)],
    ['CPU of the generator, % of a processor', percent(overall.generatorCpu)],
    ...(processes > 1
      ? [['CPU of its busiest process, % of a processor', percent(overall.busiestCpu)]]
      : []),
    ...(Number.isNaN(overall.serverCpu)
      ? []
      : [['CPU of the server, % of a processor', percent(overall.serverCpu)]]),
  ]
  return { title: 'Rates', about: stretchOf(report), head: ['', 'mean'], rows }
}

/** What the figures of a report are about, for the lines under titles. */
export function stretchOf({ measuredSeconds, isInterrupted }: LoadReport): string {
  if (measuredSeconds === 0)
    return 'while the clients joined, because the run ended before that was over'
  const length = `over the ${shown(measuredSeconds, 1)} s after the ramp`
  return isInterrupted ? `${length}, at which the run was interrupted` : length
}

/** A number and what it counts. */
export const count = (number: number, one: string, many: string = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`
