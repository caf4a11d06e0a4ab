import { describe, expect, test } from 'vitest'
import { adviceOf, wayOf } from '../games/link/advice.ts'
import { roundUp } from '../games/link/graph.ts'
import { Waits } from '../games/link/waits.ts'
import type { DatagramStatus } from '../src/datagram.ts'

describe('the waits for news', () => {
  test('are counted over the last seconds, and the one that goes on is counted too', () => {
    const waits = new Waits()
    expect(waits.figures(0, 1000)).toEqual({
      medianMs: Number.NaN,
      p99Ms: Number.NaN,
      longestMs: Number.NaN,
    })
    for (const atMs of [0, 500, 533, 566, 666, 700]) waits.note(atMs)
    expect(waits.figures(710, 200)).toEqual({ medianMs: 34, p99Ms: 100, longestMs: 100 })
    expect(waits.figures(950, 450)).toMatchObject({ p99Ms: 100, longestMs: 250 })
  })

  test('count by their length: what comes all at once after a long wait does not hide it', () => {
    const waits = new Waits()
    waits.note(0)
    for (let i = 0; i < 50; i++) waits.note(600 + i * 0.1)
    waits.note(640)
    expect(waits.figures(640, 1000)).toEqual({ medianMs: 600, p99Ms: 600, longestMs: 600 })
  })

  test('keep their order and their number when more come than are kept', () => {
    const waits = new Waits()
    for (let i = 0; i < 5000; i++) waits.note(i * 10)
    waits.note(49_980)
    expect(waits.figures(49_995, 1e6)).toEqual({ medianMs: 10, p99Ms: 10, longestMs: 10 })
  })

  test('make columns that rise until news comes', () => {
    const waits = new Waits()
    for (const atMs of [0, 40, 240]) waits.note(atMs)
    const columns = new Float64Array(6)
    waits.columns(250, 50, columns)
    expect([...columns]).toEqual([0, 40, 60, 110, 160, 200])
    waits.columns(150, 50, columns)
    expect([...columns.subarray(0, 2)]).toEqual([Number.NaN, Number.NaN])
  })

  test('get a scale of a round number', () => {
    expect([100, 101, 150, 730, 1200].map(roundUp)).toEqual([100, 150, 150, 750, 1500])
  })
})

describe('the advice', () => {
  const start: DatagramStatus = {
    isOnDatagrams: false,
    why: 'joining the room',
    problem: 'none',
    attempts: 0,
    opened: 0,
  }

  test('waits for the first attempt', () => {
    expect(wayOf(start)).toBe('WebSocket for now: joining the room')
    expect(adviceOf(start).mood).toBe('waiting')
    expect(adviceOf({ ...start, isOnDatagrams: true, why: '', opened: 1 }).mood).toBe('good')
  })

  test('depends on where the problem is', () => {
    const why = 'no UDP packet came through'
    const blocked: DatagramStatus = { ...start, problem: 'network', why }
    expect(wayOf(blocked)).toBe('WebSocket, because no UDP packet came through')
    expect(adviceOf(blocked)).toMatchObject({
      mood: 'bad',
      text: expect.stringMatching(/firewall/),
    })
    expect(adviceOf({ ...blocked, opened: 1 }).text).toMatch(/^UDP did get through/)
    expect(adviceOf({ ...blocked, problem: 'server', opened: 1 }).text).toMatch(/^Only the server/)
    expect(adviceOf({ ...blocked, problem: 'browser' }).text).toMatch(/^Use a browser/)
    const slow: DatagramStatus = { ...blocked, problem: 'slow', opened: 1 }
    expect(adviceOf(slow).text).toContain('Your line is slow')
  })
})
