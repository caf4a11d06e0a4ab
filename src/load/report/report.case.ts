import type { LoadFigures, LoadReport, LoadSecond } from './report.ts'

/** A small made-up report: two seconds of ramp, three that were measured. */
export function madeUpReport(more: Partial<LoadReport> = {}): LoadReport {
  const overall: LoadFigures = {
    joinMs: { p50: 20, p99: 90, max: 95 },
    gapMs: { p50: 50.1, p99: 75.2, max: 120 },
    answerMs: { p50: 40, p99: 71, max: 99 },
    bytesIn: 1234.5,
    bytesOut: 321,
    generatorCpu: 0.5,
    busiestCpu: 0.3,
    loopDelayMs: { p50: 0.2, p99: 4, max: 9 },
    serverCpu: Number.NaN,
  }
  const nothing = { p50: Number.NaN, p99: Number.NaN, max: Number.NaN }
  const second = (at: number): LoadSecond => ({
    ...overall,
    joinMs: at > 2 ? nothing : overall.joinMs,
    atSeconds: at,
    connected: Math.min(2 * at, 4),
    joined: at > 2 ? 0 : 2,
    failed: 0,
    dropped: 0,
    broken: 0,
  })
  return {
    version: 1,
    command: 'glissade load http://127.0.0.1:3000 --bot <game>.ts',
    url: 'http://127.0.0.1:3000/glissade?a=1&b=<2>',
    botFile: '<game>.ts',
    link: 'ordered',
    clients: 4,
    roomSize: 3,
    rampSeconds: 1.5,
    rampedSeconds: 2,
    seconds: 3,
    fps: 30,
    seed: 1,
    processes: 1,
    game: 'a <b>bold</b> game',
    sendMs: 50,
    rooms: 2,
    isInterrupted: false,
    measuredSeconds: 3,
    joined: 4,
    failed: [],
    dropped: [],
    unfinished: 0,
    broken: 0,
    reconnected: 0,
    onDatagrams: 0,
    overall,
    perSecond: [1, 2, 3, 4, 5].map(second),
    ...more,
  }
}
