import { describe, expect, test } from 'vitest'
import { checkImpairment } from '../../link/impairment.ts'
import { traceOf } from './catalogue.ts'
import { formatTrace, parseTrace } from './trace-file.ts'
import { traceImpairment } from './trace-impairment.ts'

const HEADER = 'send_ms,arrive_ms\n'

function delays(text: string, times: readonly number[], baseMs?: number): number[] {
  const options = baseMs === undefined ? {} : { baseMs }
  const arrivesMs = parseTrace(text, 'own', options).arrivals(times)
  return Array.from(arrivesMs, (atMs, i) => Number((atMs - times[i]!).toFixed(6)))
}

describe('a trace file', () => {
  test('is played as it was recorded', () => {
    const trace = parseTrace(`# mine\n\n${HEADER}0,20\n50.5,LOST\n100,125\n`, 'own')
    expect(trace).toMatchObject({ name: 'own', kind: 'datagram', lengthMs: 150 })
    expect([...trace.arrivals([0, 50.5, 100])]).toEqual([20, Number.NaN, 125])
  })

  test('may have a byte order mark, other line ends and spaces', () => {
    expect(delays(`\uFEFF${HEADER.trim()}\r\n 0 , 20 \r\n50,\t80\r\n`, [0, 50])).toEqual([20, 30])
  })

  test('gives a packet sent in between a delay in between', () => {
    expect(delays(`${HEADER}0,20\n100,140\n`, [25, 75])).toEqual([25, 35])
  })

  test('loses a packet sent nearer to a lost one than to one that arrived', () => {
    const text = `${HEADER}0,20\n100,LOST\n200,240\n`
    expect(delays(text, [40, 60, 140, 160])).toEqual([24, Number.NaN, Number.NaN, 36])
  })

  test('is played in a loop, the first packet a mean interval after the last', () => {
    const text = `${HEADER}0,20\n50,80\n100,140\n`
    expect(delays(text, [0, 50, 125, 150, 200, 250, 15_050])).toEqual([20, 30, 30, 20, 30, 40, 30])
  })

  test('has no packet overtaken at the seam of the loop if none was in it', () => {
    // The last packet arrives at 550. The first of the next lap would arrive at 220.
    const arrivesMs = parseTrace(`${HEADER}0,20\n100,550\n`, 'own').arrivals([0, 100, 200, 300])
    expect([...arrivesMs]).toEqual([20, 550, 550, 750])
    const sentMs = Array.from({ length: 1000 }, (_, i) => i * 7)
    const dense = parseTrace(`${HEADER}0,20\n100,550\n`, 'own').arrivals(sentMs)
    expect(dense.findIndex((atMs, i) => atMs < dense[i - 1]!)).toBe(-1)
  })

  test('keeps packets that overtook others', () => {
    const text = `${HEADER}0,120\n50,70\n100,120\n`
    expect(delays(text, [0, 50, 100, 150])).toEqual([120, 20, 20, 120])
  })

  test('may be out of order, begin at any time, and have packets of one moment', () => {
    const text = `${HEADER}1000100,1000130\n1000000,1000020\n1000050,1000070\n1000050,1000075\n`
    expect(delays(text, [0, 50, 100])).toEqual([20, 25, 30])
  })

  test('whose clocks were apart has a least delay of 0, or of `baseMs`', () => {
    const text = `${HEADER}0,-500\n50,-440\n100,-380\n`
    expect(delays(text, [0, 50, 100])).toEqual([0, 10, 20])
    expect(delays(text, [0, 50, 100], 15)).toEqual([15, 25, 35])
    expect(() => delays(text, [0], -1)).toThrow('baseMs is -1')
  })

  test('meets the same fate at every rate', () => {
    const text = formatTrace([0, 30, 60, 90], [20, 60, Number.NaN, 120])
    const times = Array.from({ length: 300 }, (_, i) => i * 10)
    const every = parseTrace(text, 'own').arrivals(times)
    const fifth = parseTrace(text, 'own').arrivals(times.filter((_, i) => i % 5 === 0))
    expect(fifth).toEqual(every.filter((_, i) => i % 5 === 0))
  })
})

describe('a wrong trace file throws with its line', () => {
  test.each([
    ['', 'trace own is empty, but must be a file with the header send_ms,arrive_ms'],
    ['0,20\n', 'line 1 of trace own is "0,20", but must be the header'],
    [`# a\n${HEADER}0,20\n50\n`, 'line 4 of trace own is "50", but must be two numbers in ms'],
    [`${HEADER}0,20\n50,lost\n`, 'line 3 of trace own is "50,lost", but must be'],
    [`${HEADER}0,20\nLOST,50\n`, 'line 3 of trace own is "LOST,50", but must be'],
    [`${HEADER}0,20,3\n`, 'line 2 of trace own is "0,20,3", but must be'],
    [`${HEADER}0,Infinity\n`, 'line 2 of trace own is "0,Infinity", but must be'],
    [`${HEADER}0,\n`, 'line 2 of trace own is "0,", but must be'],
    [`${HEADER}0,20\n`, 'trace own is 1 packets long, but must be at least two packets long'],
    [`${HEADER}0,LOST\n9,LOST\n`, 'trace own is lost as a whole, but must be'],
    [`${HEADER}5,20\n5,20\n`, 'trace own is sent at a single moment, but must be'],
  ])('%j', (text, message) => {
    expect(() => parseTrace(text, 'own')).toThrow(message)
  })
})

describe('formatTrace', () => {
  test('writes what parseTrace reads', () => {
    const sentMs = Array.from({ length: 200 }, (_, i) => i * 25)
    const arrivesMs = traceOf('article200').arrivals(sentMs)
    const text = formatTrace(sentMs, arrivesMs, ['article200', 'two\nlines'])
    expect(text.split('\n').slice(0, 5)).toEqual([
      '# article200',
      '# two',
      '# lines',
      'send_ms,arrive_ms',
      `0.000,${arrivesMs[0]!.toFixed(3)}`,
    ])
    const read = parseTrace(text, 'own').arrivals(sentMs)
    read.forEach((atMs, i) => {
      if (Number.isNaN(arrivesMs[i]!)) expect(atMs).toBeNaN()
      else expect(Math.abs(atMs - arrivesMs[i]!)).toBeLessThan(0.001)
    })
    expect(read.some(Number.isNaN)).toBe(true)
  })

  test('wants as many arrivals as packets', () => {
    expect(() => formatTrace([0, 1], [5])).toThrow('arrivesMs.length is 1, but must be 2')
  })
})

describe('traceImpairment', () => {
  test('holds the delay of each packet in turn, lost ones included', () => {
    const trace = parseTrace(`${HEADER}0,20\n50,LOST\n100,140\n`, 'own')
    const { trace: delaysMs } = traceImpairment(trace, { packetHz: 20 })
    expect(delaysMs?.map((delayMs) => Math.round(delayMs))).toEqual([20, Number.NaN, 40])
  })

  test('takes 120 s of an endless trace, or the seconds asked for', () => {
    const trace = traceOf('route-step')
    expect(traceImpairment(trace, { packetHz: 30 }).trace).toHaveLength(3600)
    const part = traceImpairment(trace, { packetHz: 30, seconds: 2, fromMs: 41_000 }).trace
    expect(part).toHaveLength(60)
    expect(part?.every((delayMs) => delayMs >= 120 && delayMs <= 126)).toBe(true)
    expect(() => traceImpairment(trace, { packetHz: 0 })).toThrow('packetHz is 0')
  })

  test('is an impairment that a link takes, with no delay slightly below 0', () => {
    const text = `${HEADER}0,0\n33.3,33.3\n`
    const impairment = traceImpairment(parseTrace(text, 'own'), { packetHz: 47, seconds: 60 })
    expect(() => checkImpairment(impairment, 'up')).not.toThrow()
  })
})
