import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Hud } from '../games/shepherd/picture/hud.ts'
import type { Scene } from '../games/shepherd/picture/scene.ts'
import {
  BUTTONS,
  flockText,
  GOAL,
  nightSoonText,
  WELL_DONE,
  watchingText,
  winnerText,
} from '../games/shepherd/picture/words.ts'
import { FakePage } from './support/fake-page.ts'

test.each([
  [{ winner: 'Ada', score: 9, isOwn: false }, 'Ada wins with 9 sheep'],
  [{ winner: 'Ada', score: 1, isOwn: false }, 'Ada wins with one sheep'],
  [{ winner: 'Ada', score: 1200, isOwn: true }, 'You win with 1,200 sheep'],
  [{ winner: 'Ada', score: 0, isOwn: false }, 'Ada wins'],
  [{ winner: '', score: 0, isOwn: false }, 'Nobody brought a sheep home'],
])('%j is told as %s', (ending, text) => {
  expect(winnerText(ending)).toBe(text)
})

test.each([
  [{ home: 37, own: 12 }, '37 of 1,000 sheep are in the pens: 12 of them are yours.'],
  [
    { home: 37, own: 1, lost: 3 },
    '37 of 1,000 sheep are in the pens: one of them is yours. Wolves took 3.',
  ],
  [{ home: 37, own: 0 }, '37 of 1,000 sheep are in the pens: none of them are yours.'],
  [{ home: 37, own: 37 }, '37 of 1,000 sheep are in the pens: all of them are yours.'],
  [{ home: 37, own: null, lost: 1200 }, '37 of 1,000 sheep are in the pens. Wolves took 1,200.'],
  [{ home: 1, own: null }, '1 of 1,000 sheep is in the pens.'],
  [{ home: 1, own: 0 }, '1 of 1,000 sheep is in the pens: it is not yours.'],
  [{ home: 1, own: 1 }, '1 of 1,000 sheep is in the pens: it is yours.'],
  [{ home: 1000, own: 800 }, 'All 1,000 sheep are in the pens: 800 of them are yours.'],
  [{ home: 0, own: 0 }, 'None of the 1,000 sheep is in a pen.'],
  [{ home: 0, own: null, lost: 5 }, 'None of the 1,000 sheep is in a pen. Wolves took 5.'],
])('at the end of a round, %j is told as %s', (fate, text) => {
  expect(flockText({ flock: 1000, lost: 0, ...fate })).toBe(text)
})

test('words say which player is followed', () => {
  expect([watchingText(''), watchingText('Bo')]).toEqual([
    'You are watching',
    'You are watching Bo',
  ])
})

/** A round with two shepherds, told by hand. */
class Told {
  readonly shepherds = [
    { id: 1, owner: 11, mine: true, name: 'Ada', hue: 200, score: 3 },
    { id: 2, owner: 12, mine: false, name: 'Bo', hue: 20, score: 5 },
  ]
  readonly round = {
    phase: 'herd',
    secondsLeft: 125,
    night: 0,
    flock: 1000,
    home: 8,
    lost: 0,
    winner: '',
    winnerHue: 0,
    winnerId: 0,
  }
  readonly #frames: ((dtSeconds: number) => void)[] = []
  readonly #events = new Map<string, () => void>()
  readonly scene = {
    entities: (kind: string) => (kind === 'shepherd' ? this.shepherds : [this.round]),
    on: (event: string, listener: () => void) => this.#events.set(event, listener),
    onFrame: (listener: (dtSeconds: number) => void) => this.#frames.push(listener),
  } as unknown as Scene

  frame(dtSeconds = 0.016): void {
    for (const listener of this.#frames) listener(dtSeconds)
  }

  tell(event: string): void {
    this.#events.get(event)?.()
  }
}

describe('what is written over the meadow', () => {
  let page: FakePage
  let told: Told
  const text = (className: string): string => page.root.find(className)?.textContent ?? 'nothing'
  const isShown = (className: string): boolean | undefined =>
    page.root.find(className)?.classList.contains('shown')

  beforeEach(() => {
    page = new FakePage()
    vi.stubGlobal('document', page.document)
    vi.stubGlobal('window', page.window)
    told = new Told()
    new Hud(told.scene, page.root as unknown as HTMLElement)
    told.frame()
  })
  afterEach(() => vi.unstubAllGlobals())

  test('E4 it has the time, the flock, the own sheep and the best shepherd first', () => {
    expect(text('clock')).toBe('2:05')
    expect(text('home')).toBe('8 / 1000')
    expect(text('own')).toBe('you 3')
    expect(page.root.find('lost')?.hidden, 'nothing is said of wolves by day').toBe(true)
    const rows = page.root
      .find('scores')
      ?.children.map(({ textContent }) => textContent.trim().replace(/\s+/g, ' '))
    expect(rows).toEqual(['Bo 5', 'Ada 3'])
  })

  test('frames in which nothing has changed write nothing', () => {
    const before = page.writes
    for (let i = 0; i < 100; i++) told.frame()
    expect(page.writes).toBe(before)
    told.round.secondsLeft--
    told.frame()
    expect(page.writes - before).toBe(1)
  })

  test('a sheep that comes home counts, and one that a wolf takes is told of', () => {
    told.round.home = 9
    told.round.lost = 2
    told.shepherds[0]!.score = 4
    told.frame()
    expect([text('home'), text('lost'), text('own')]).toEqual(['9 / 1000', '2', 'you 4'])
    expect(page.root.find('lost')?.hidden).toBe(false)
  })

  test('the goal is said first, and again when the next round begins, each for a while', () => {
    expect(text('toast')).toBe(GOAL)
    expect(isShown('toast')).toBe(true)
    for (let i = 0; i < 100; i++) told.frame(0.1)
    expect(isShown('toast')).toBe(false)
    Object.assign(told.round, { phase: 'over', secondsLeft: 12 })
    told.frame()
    expect(isShown('toast')).toBe(false)
    Object.assign(told.round, { phase: 'herd', secondsLeft: 240 })
    told.frame()
    expect([text('toast'), isShown('toast')]).toEqual([GOAL, true])
  })

  test('the goal waits for the shepherd, is not said by night, and gives way to the end of the round', () => {
    const other = new FakePage()
    vi.stubGlobal('document', other.document)
    const late = new Told()
    const [own] = late.shepherds.splice(0, 1)
    new Hud(late.scene, other.root as unknown as HTMLElement)
    const line = () => other.root.find('toast')
    late.frame()
    expect(line()?.textContent, 'nobody is there yet').toBe('')
    late.shepherds.push(own!)
    late.frame()
    expect(line()?.textContent).toBe(GOAL)
    Object.assign(late.round, { phase: 'over', night: 200 })
    late.frame()
    late.frame()
    expect(line()?.classList.contains('shown')).toBe(false)
    Object.assign(late.round, { phase: 'herd', secondsLeft: 60 })
    late.frame()
    expect(line()?.classList.contains('shown')).toBe(false)
  })

  test('the buttons for fingers are explained once, after the goal, and only where they are', () => {
    const other = new FakePage()
    vi.stubGlobal('document', other.document)
    let hasButtons = false
    new Hud(told.scene, other.root as unknown as HTMLElement, () => hasButtons)
    const line = () => other.root.find('toast')?.textContent
    for (let i = 0; i < 100; i++) told.frame(0.1)
    expect(line()).toBe(GOAL)
    hasButtons = true
    told.frame()
    expect(line()).toBe(BUTTONS)
    for (let i = 0; i < 100; i++) told.frame(0.1)
    expect(other.root.find('toast')?.classList.contains('shown')).toBe(false)
  })

  test('the first sheep of the visit are praised, once', () => {
    told.shepherds[0]!.score = 0
    const other = new FakePage()
    vi.stubGlobal('document', other.document)
    new Hud(told.scene, other.root as unknown as HTMLElement)
    const line = () => other.root.find('toast')?.textContent
    told.frame()
    expect(line()).toBe(GOAL)
    told.shepherds[0]!.score = 2
    told.frame()
    expect(line()).toBe(WELL_DONE)
    Object.assign(told.round, { phase: 'over' })
    told.frame()
    Object.assign(told.round, { phase: 'herd', secondsLeft: 240 })
    told.shepherds[0]!.score = 0
    told.frame()
    told.shepherds[0]!.score = 1
    told.frame()
    expect(line()).toBe(GOAL)
  })

  test('the night is announced ten seconds before it falls, once, and not to a player who comes later', () => {
    for (const left of [103, 101, 100, 99, 95]) {
      told.round.secondsLeft = left
      told.frame()
      if (left > 100) expect(text('toast')).not.toContain('Night')
      else expect(text('toast')).toBe(nightSoonText(10))
    }
    const other = new FakePage()
    vi.stubGlobal('document', other.document)
    new Hud(told.scene, other.root as unknown as HTMLElement)
    told.round.secondsLeft = 94
    told.frame()
    expect(other.root.find('toast')?.textContent).toBe(GOAL)
  })

  test('nightfall is announced once, and again when wolves howl; each for a while', () => {
    for (const night of [3, 40, 90, 200, 255]) {
      told.round.night = night
      told.frame()
    }
    expect(text('toast')).toContain('Night falls: wolves')
    expect(isShown('toast')).toBe(true)
    for (let i = 0; i < 60; i++) told.frame(0.1)
    expect(isShown('toast')).toBe(false)
    told.tell('howl')
    expect(text('toast')).toContain('wolves are here')
    expect(isShown('toast')).toBe(true)
  })

  test('a player who comes at night is not told that it falls', () => {
    const other = new FakePage()
    vi.stubGlobal('document', other.document)
    told.round.night = 200
    new Hud(told.scene, other.root as unknown as HTMLElement)
    told.frame()
    expect(other.root.find('toast')?.textContent).not.toContain('Night')
    expect(other.root.find('round')?.classList.contains('night')).toBe(true)
  })

  test('the end of a round has its winner, the flock and the table, until the next one begins', () => {
    expect(isShown('banner')).toBe(false)
    Object.assign(told.round, { phase: 'over', secondsLeft: 12, winner: 'Bo', winnerId: 12 })
    told.frame()
    expect(isShown('banner')).toBe(true)
    expect(text('winner')).toContain('Bo wins with 5 sheep')
    expect(text('flock')).toBe('8 of 1,000 sheep are in the pens: 3 of them are yours.')
    expect(page.root.find('table')?.children).toHaveLength(2)
    expect(text('next')).toBe('next round in 12 s')
    expect(text('clock')).toBe('0:00')
    Object.assign(told.round, { phase: 'herd', secondsLeft: 240, winner: '', winnerId: 0 })
    told.frame()
    expect(isShown('banner')).toBe(false)
    expect(text('clock')).toBe('4:00')
  })
})
