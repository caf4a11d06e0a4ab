import {
  allMotions,
  formatTrace,
  frameFigures,
  glissade,
  parseTrace,
  play,
  score,
  traceNames,
  traceOf,
} from 'glissade/score'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeAddress } from '../games/lab/address.ts'
import { contenderOf, type Film, makeFilm, scoreOptions } from '../games/lab/film.ts'
import { LANES } from '../games/lab/lanes.ts'
import { baseOf, NETWORKS, type NetworkName, traceWith } from '../games/lab/networks.ts'
import {
  DEFAULTS,
  NUMBERS,
  readSettings,
  type Settings,
  writeSettings,
} from '../games/lab/settings.ts'
import { readTimestep, writeTimestep } from '../games/lab/timestep/settings.ts'
import { figuresOf, verdictOf } from '../games/lab/words.ts'

const CHAPTERS = ['when', 'where', 'smooth'] as const

function film(
  chapter: (typeof CHAPTERS)[number],
  name: string,
  changes: Partial<Settings> = {},
): Film {
  const settings = { ...DEFAULTS, ...changes }
  const lane = LANES[chapter].find((one) => one.name === name)!
  return makeFilm(lane, settings, traceWith(baseOf(settings.network, null), settings))
}

describe('the counters of the lab', () => {
  const settings: Settings = { ...DEFAULTS, network: 'bursts', jitterMs: 20, lossPercent: 5 }
  const trace = traceWith(baseOf('bursts', null), settings)

  test.each(CHAPTERS.flatMap((chapter) => LANES[chapter].map((lane) => [chapter, lane] as const)))(
    'are those of glissade/score for the same packets: %s, $name',
    (_, lane) => {
      const made = makeFilm(lane, settings, trace)
      const contender = contenderOf(lane, settings)
      expect(made.score).toEqual(score(contender, trace, scoreOptions(settings)).motions[0])
      const recording = play(contender, trace, scoreOptions(settings))
      expect(made.recording.run.frameMs).toEqual(recording.run.frameMs)
      expect(made.recording.shown).toEqual(recording.shown)
      const { isFault, error, delayMs } = frameFigures(recording, 0)
      const scored = isFault.subarray(recording.run.firstScored)
      expect(made.series.faults.at(-1)).toBe(scored.reduce((sum, fault) => sum + fault, 0))
      expect(made.series.error).toEqual(error)
      expect(made.series.delay).toEqual(delayMs)
    },
  )

  test('are those of the contender itself where the step rate is a multiple of the send rate', () => {
    const lane = LANES.when.find(({ name }) => name === 'foresight')!
    const plain = score(glissade, trace, scoreOptions(settings)).motions[0]!
    expect(makeFilm(lane, settings, trace).score).toEqual({ ...plain, motion: 'platformer' })
  })

  test('all lanes get the same packets', () => {
    const runs = CHAPTERS.flatMap((chapter) =>
      LANES[chapter].map(({ name }) => film(chapter, name, settings).recording.run),
    )
    for (const run of runs) expect(run.arrivesMs).toEqual(runs[0]!.arrivesMs)
  })
})

describe('every control changes what it says', () => {
  test('latency: everything is later by as much', () => {
    const more = film('when', 'fixed', { latencyMs: 150 }).score.delayMs
    expect(more - film('when', 'fixed', { latencyMs: 90 }).score.delayMs).toBeCloseTo(60, 0)
  })

  test('jitter: the step-wise delay and the least-cost delay grow', () => {
    for (const name of ['stepwise', 'least-cost'])
      expect(film('when', name, { jitterMs: 100 }).score.delayMs).toBeGreaterThan(
        film('when', name, { jitterMs: 0 }).score.delayMs + 10,
      )
  })

  test('loss: a fixed delay has more faulty frames, and TCP makes them worse than datagrams', () => {
    const faults = (changes: Partial<Settings>) => film('when', 'fixed', changes).score.faultPercent
    const lossy = faults({ lossPercent: 15 })
    expect(lossy).toBeGreaterThan(faults({ lossPercent: 0 }))
    expect(faults({ lossPercent: 15, link: 'ordered' })).toBeGreaterThan(lossy)
  })

  test('send rate: straight lines cut more corners at a lower one', () => {
    const error = (sendHz: number) =>
      film('where', 'linear', { sendHz, delayMs: 400 }).score.errorP99
    expect(error(5)).toBeGreaterThan(3 * error(20))
  })

  test('step rate: a slower server tells older states', () => {
    const delay = (stepHz: number) => film('when', 'snap', { stepHz }).score.delayMs
    expect(delay(10)).toBeGreaterThan(delay(60) + 20)
  })

  test('refresh rate: as many frames are drawn', () => {
    for (const refreshHz of [20, 144])
      expect(film('when', 'snap', { refreshHz }).recording.run.frameMs.length).toBeCloseTo(
        60 * refreshHz,
        -1,
      )
  })

  test('fixed delay, smoothing factor and what moves', () => {
    expect(film('when', 'fixed', { delayMs: 200 }).score.delayMs).toBeGreaterThan(
      film('when', 'fixed').score.delayMs + 80,
    )
    expect(film('smooth', 'alone', { factor: 0.1 }).score.delayMs).toBeGreaterThan(
      film('smooth', 'alone').score.delayMs + 50,
    )
    expect(film('when', 'snap', { motion: 'vehicle' }).recording.shown).not.toEqual(
      film('when', 'snap').recording.shown,
    )
  })

  test.each(Object.keys(NETWORKS) as NetworkName[])(
    'network %s gives each lane something to show',
    (network) => {
      for (const name of ['fixed', 'foresight'])
        expect(film('when', name, { network }).score.costMs).toBeGreaterThan(0)
    },
  )
})

describe('what the pictures say is so', () => {
  test('snapping freezes and jumps; foresight is nearest to the truth of those that glide', () => {
    const [snap, fixed, log, , leastCost, foresight] = LANES.when.map(
      ({ name }) => film('when', name).score,
    )
    expect(snap!.faultPercent).toBe(100)
    expect(foresight!.delayMs).toBeLessThan(leastCost!.delayMs)
    expect(leastCost!.delayMs).toBeLessThan(fixed!.delayMs)
    expect(fixed!.delayMs).toBeLessThan(log!.delayMs)
  })

  test.each([5, 20])(
    'sent velocities are nearer to the path than computed slopes, and those than straight lines, at %i Hz',
    (sendHz) => {
      const [linear, hermite, sent] = ['linear', 'hermite', 'sent'].map(
        (name) => film('where', name, { sendHz }).score.errorP99,
      )
      expect(sent).toBeLessThan(hermite!)
      expect(hermite).toBeLessThan(linear!)
    },
  )

  test('E15 the mean error and the factor are recorded over time, and the factor goes where it says', () => {
    const alone = film('smooth', 'auto-alone', { sendHz: 5, motion: 'boid' }).series
    expect(alone.factor.at(-1)).toBeLessThan(0.2)
    expect(
      film('smooth', 'auto-alone', { sendHz: 60, motion: 'boid' }).series.factor.at(-1),
    ).toBeGreaterThan(0.3)
    expect(film('smooth', 'auto-on-top').series.factor.at(-1)).toBeGreaterThan(0.9)
    const fixed = film('smooth', 'on-top').series
    expect(fixed.factor.at(-1)).toBe(0.2)
    expect(fixed.meanError.at(-1)).toBeGreaterThan(
      film('smooth', 'auto-on-top').series.meanError.at(-1)!,
    )
    expect(film('when', 'fixed').series.factor.at(-1)).toBeNaN()
  })

  test('a verdict names the lane that costs least, and what arrives never is no error', () => {
    const films = LANES.when.map(({ name }) => film('when', name))
    expect(verdictOf('when', films)).toContain('“Least cost + foresight” costs least')
    const settings = { ...DEFAULTS, lossPercent: 100 }
    for (const chapter of CHAPTERS) {
      const empty = LANES[chapter].map((lane) =>
        makeFilm(lane, settings, traceWith(null, settings)),
      )
      expect(verdictOf(chapter, empty)).toBe('No packet arrives, so there is nothing to show.')
      for (const { read } of figuresOf(chapter)) expect(read(empty[0]!)).toMatch(/^(-|100\.0 %)$/)
    }
  })
})

describe('the address of the lab', () => {
  const read = (text: string) => readSettings(new URLSearchParams(text))

  test('gives back all settings, and leaves other words alone', () => {
    const settings: Settings = {
      ...{ chapter: 'smooth', network: 'wifi', link: 'ordered', motion: 'boid' },
      ...{ latencyMs: 35, jitterMs: 7, lossPercent: 3, sendHz: 12, stepHz: 24 },
      ...{ refreshHz: 144, delayMs: 250, factor: 0.07 },
    }
    const query = new URLSearchParams('loop-step=30')
    writeSettings(settings, query)
    expect(readSettings(new URLSearchParams(`${query}`))).toEqual({ settings, problems: [] })
    writeSettings(DEFAULTS, query)
    expect(`${query}`).toBe('loop-step=30')
  })

  test('a network brings its own sliders, unless the address has others', () => {
    expect(read('network=log').settings).toMatchObject({ latencyMs: 90, lossPercent: 15 })
    expect(read('network=log&loss=2').settings.lossPercent).toBe(2)
  })

  test('a value that is not understood keeps its default, and is named', () => {
    for (const { word, least, most } of NUMBERS)
      for (const text of ['', 'x', 'NaN', '1e9', '-1', 'Infinity']) {
        const { settings, problems } = read(`${word}=${text}`)
        expect(settings).toEqual(DEFAULTS)
        expect(problems).toEqual([
          `${word} is "${text}", but must be a number from ${least} to ${most}.`,
        ])
      }
    const { settings, problems } = read(`chapter=nope&motion=${'y'.repeat(500)}`)
    expect(settings).toEqual(DEFAULTS)
    expect(problems).toHaveLength(2)
    expect(problems.join('').length).toBeLessThan(250)
  })
})

describe('writing the address of the lab', () => {
  const replaceState = vi.fn()

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('location', { pathname: '/lab/', hash: '#lanes' })
    vi.stubGlobal('history', { replaceState })
  })

  afterEach(() => {
    replaceState.mockClear()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  test('waits until a slider rests, because browsers refuse to do it often', () => {
    const query = new URLSearchParams()
    for (let latencyMs = 0; latencyMs <= 400; latencyMs++) {
      writeSettings({ ...DEFAULTS, latencyMs }, query)
      writeAddress(query)
      vi.advanceTimersByTime(16)
    }
    expect(replaceState).not.toHaveBeenCalled()
    vi.advanceTimersByTime(300)
    expect(replaceState.mock.calls).toEqual([[null, '', '/lab/?latency=400#lanes']])
  })

  test('leaves the bare path where all settings are the usual ones', () => {
    const query = new URLSearchParams('send=5&loop-step=30')
    writeSettings(DEFAULTS, query)
    writeTimestep(readTimestep(new URLSearchParams()).settings, query)
    writeAddress(query)
    vi.advanceTimersByTime(300)
    expect(replaceState.mock.calls).toEqual([[null, '', '/lab/#lanes']])
  })
})

test('a captured trace plays as in glissade score, and the sliders add to it', () => {
  const sentMs = Array.from({ length: 400 }, (_, i) => i * 50)
  const arrivesMs = sentMs.map((ms, i) => (i % 9 === 4 ? Number.NaN : ms + 40 + (i % 5) * 8))
  const captured = parseTrace(formatTrace(sentMs, arrivesMs), 'captured')
  const settings: Settings = {
    ...DEFAULTS,
    network: 'file',
    latencyMs: 0,
    jitterMs: 0,
    lossPercent: 0,
  }
  const lane = LANES.when.find(({ name }) => name === 'least-cost')!
  const trace = traceWith(baseOf('file', captured), settings)
  const alone = makeFilm(lane, settings, trace)
  expect(alone.score).toEqual(
    score(contenderOf(lane, settings), captured, scoreOptions(settings)).motions[0],
  )
  const later = makeFilm(lane, settings, traceWith(captured, { ...settings, latencyMs: 70 }))
  expect(later.score.delayMs - alone.score.delayMs).toBeCloseTo(70, 0)
})

test('the lab names networks and motions that exist', () => {
  for (const { base } of Object.values(NETWORKS))
    if (base !== null) expect(traceNames).toContain(base)
  expect(allMotions.map(({ name }) => name)).toContain(DEFAULTS.motion)
  expect(traceOf('gilbert').kind).toBe('datagram')
})
