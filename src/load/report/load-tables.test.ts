import { expect, test } from 'vitest'
import { tableText } from '../../score/command/table.ts'
import { loadTables } from './load-tables.ts'
import { madeUpReport } from './report.case.ts'
import { formatLoadReport, isClean, type LoadReport, saturation } from './report.ts'

const textOf = (report: LoadReport): string => loadTables(report).map(tableText).join('\n')

test('the tables of a run in which everything went well', () => {
  expect(textOf(madeUpReport())).toBe(`4 clients for 2 rooms

                clients
--------------  -------
joined                4
could not join        0
dropped               0

Times, ms
over the 3.0 s after the ramp; join times are those of all clients; the server sends a snapshot every 50.0 ms

                                  p50   p99    max
-------------------------------  ----  ----  -----
to join                            20    90     95
snapshot gap                     50.1  75.2  120.0
snapshot gap, in send intervals  1.00  1.50   2.40
input answered                   40.0  71.0   99.0
timers of the generator late      0.2   4.0    9.0

Rates
over the 3.0 s after the ramp

                                        mean
--------------------------------------  ----
bytes to a client, per second           1235
bytes from a client, per second          321
CPU of the generator, % of a processor    50
`)
})

test('what happened besides has rows of its own', () => {
  const report = madeUpReport({
    failed: [{ reason: 'could not join (full)', clients: 2 }],
    dropped: [
      { reason: 'kicked: no bots', clients: 3 },
      { reason: 'lost', clients: 1 },
    ],
    unfinished: 5,
    broken: 7,
    reconnected: 6,
    link: 'datagram',
    onDatagrams: 4,
    processes: 2,
    isInterrupted: true,
    overall: { ...madeUpReport().overall, serverCpu: 0.81 },
  })
  const text = textOf(report)
  for (const line of [
    /^could not join +2$/m,
    /^dropped +4$/m,
    /^not joined yet when interrupted +5$/m,
    /^connections that broke +7$/m,
    /^connections that came back +6$/m,
    /^on datagrams at the end +4$/m,
    /^could not join \(full\) +2$/m,
    /^kicked: no bots +3$/m,
    /^CPU of its busiest process, % of a processor +30$/m,
    /^CPU of the server, % of a processor +81$/m,
    /^over the 3.0 s after the ramp, at which the run was interrupted/m,
  ])
    expect(text).toMatch(line)
  expect(isClean(report)).toBe(false)
  expect(isClean(madeUpReport())).toBe(true)
})

test('a run that ended in the ramp says that its figures are of the ramp', () => {
  expect(textOf(madeUpReport({ measuredSeconds: 0, isInterrupted: true }))).toContain(
    'while the clients joined, because the run ended before that was over',
  )
})

test('a generator that was too busy says so, whether by its processor or by its timers', () => {
  const { overall } = madeUpReport()
  expect(saturation(madeUpReport())).toBe('')
  const busy = saturation(madeUpReport({ overall: { ...overall, busiestCpu: 0.97 } }))
  expect(busy).toContain('the generator was saturated: it took 97 % of a processor')
  const late = { p50: 3, p99: 45, max: 90 }
  const slow = saturation(
    madeUpReport({ processes: 2, overall: { ...overall, loopDelayMs: late } }),
  )
  expect(slow).toContain('the busiest process of the generator was saturated')
  expect(slow).toContain('one timer in a hundred was 45 ms late or more')
})

test('what was not measured is null in JSON', () => {
  const read = JSON.parse(formatLoadReport(madeUpReport()))
  expect(read.overall.serverCpu).toBeNull()
  expect(read.overall.gapMs).toEqual({ p50: 50.1, p99: 75.2, max: 120 })
  expect(read.perSecond).toHaveLength(5)
})
