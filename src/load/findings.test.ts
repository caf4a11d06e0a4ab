import { defineGame, flag } from 'glissade'
import { expect, test } from 'vitest'
import { addReason, emptyTally, type Tally, tallyOfAll } from './crowd/tally.ts'
import { Findings } from './findings.ts'
import { count } from './histogram.ts'

const game = defineGame({ name: 'found', input: { go: flag() }, entities: {}, sendHz: 40 })
const REQUEST = {
  url: 'http://127.0.0.1:3000/glissade',
  botFile: 'game.ts',
  link: 'ordered',
  clients: 10,
  roomSize: 4,
  rampSeconds: 1,
  seconds: 2,
  fps: 30,
  seed: 1,
  processes: 1,
  reportFile: 'r.html',
  jsonFile: undefined,
} as const

/** The tally of a second, with these clients and gaps. */
function tally(
  now: Partial<Tally['now']>,
  gaps: readonly number[],
  more: Partial<Tally> = {},
): Tally {
  const made = emptyTally()
  Object.assign(made.now, now)
  Object.assign(made, more)
  for (const gap of gaps) count(made.gapMs, gap)
  return made
}

test('the ramp counts for the join times only', () => {
  const findings = new Findings(REQUEST, game)
  const ramp = tally({ connected: 10 }, [900], { bytesIn: 50_000, cpu: 1, busiestCpu: 1 })
  for (let n = 0; n < 10; n++) count(ramp.joinMs, 30)
  findings.add(ramp, 0.9, 1, false)
  findings.add(
    tally({ connected: 10 }, [50, 60], { bytesIn: 5000, cpu: 0.2, busiestCpu: 0.2 }),
    0.4,
    2,
    true,
  )
  findings.add(
    tally({ connected: 5 }, [70], { bytesIn: 2500, cpu: 0.4, busiestCpu: 0.4 }),
    NaN,
    3,
    true,
  )
  const { overall, ...report } = findings.report(false)
  expect(overall.joinMs.max).toBe(30)
  expect(overall.gapMs.max).toBe(70)
  // 7500 bytes in 15 seconds of clients.
  expect(overall.bytesIn).toBeCloseTo(500, 9)
  expect(overall.generatorCpu).toBeCloseTo(0.3, 9)
  expect(overall.serverCpu).toBeCloseTo(0.4, 9)
  expect(report).toMatchObject({
    rampedSeconds: 1,
    measuredSeconds: 2,
    joined: 10,
    rooms: 3,
    sendMs: 25,
  })
  expect(report).not.toHaveProperty('reportFile')
  expect(report.perSecond.map(({ gapMs }) => gapMs.max)).toEqual([900, 60, 70])
})

test('reasons are summed, the most frequent first; clients that did not come back are dropped', () => {
  const findings = new Findings(REQUEST, game)
  const [one, other] = [
    tally({ connected: 6, joining: 1 }, []),
    tally({ ended: 7, reconnecting: 3 }, []),
  ]
  addReason(one.failed, 'full')
  addReason(one.dropped, 'kicked')
  addReason(other.dropped, 'too-slow', 4)
  addReason(other.failed, 'full')
  findings.add(one, NaN, 1, false)
  expect(findings.isJoining).toBe(true)
  findings.add(other, NaN, 2, true)
  expect([findings.isJoining, findings.isOver]).toEqual([false, false])
  expect(findings.report(false)).toMatchObject({
    failed: [{ reason: 'full', clients: 2 }],
    dropped: [
      { reason: 'too-slow', clients: 4 },
      { reason: 'lost: the connection broke, and had not come back', clients: 3 },
      { reason: 'kicked', clients: 1 },
    ],
  })
  findings.add(tally({ ended: 10 }, []), NaN, 3, true)
  expect(findings.isOver).toBe(true)
})

test('a run that ends in its ramp is judged by its ramp', () => {
  const findings = new Findings(REQUEST, game)
  findings.add(tally({ connected: 2, waiting: 7, joining: 1 }, [80]), NaN, 0.5, false)
  const report = findings.report(true)
  expect(report).toMatchObject({
    measuredSeconds: 0,
    unfinished: 8,
    isInterrupted: true,
    failed: [],
  })
  expect(report.overall.gapMs.max).toBe(80)
})

test('processes add up; the busiest one counts by itself', () => {
  const all = tallyOfAll([
    tally({ connected: 3 }, [50], { cpu: 0.9, busiestCpu: 0.9, bytesOut: 10 }),
    tally({ connected: 4 }, [60, 70], { cpu: 0.2, busiestCpu: 0.2, bytesOut: 5 }),
  ])
  expect(all).toMatchObject({ busiestCpu: 0.9, bytesOut: 15, now: { connected: 7 } })
  expect(all.cpu).toBeCloseTo(1.1, 9)
  expect(all.gapMs).toMatchObject({ total: 3, max: 70 })
})
