import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Hud } from '../games/shepherd/picture/hud.ts'
import type { Scene } from '../games/shepherd/picture/scene.ts'
import { flockText, watchingText, winnerText } from '../games/shepherd/picture/words.ts'
import { FakePage } from './support/fake-page.ts'

test.each([
  [{ winner: 'Ada', score: 9, isOwn: false, home: 9 }, 'Ada wins with 9 sheep'],
  [{ winner: 'Ada', score: 1, isOwn: false, home: 2 }, 'Ada wins with one sheep'],
  [{ winner: 'Ada', score: 9, isOwn: true, home: 20 }, 'You win with 9 sheep'],
  [{ winner: 'Ada', score: 0, isOwn: false, home: 9 }, 'Ada wins'],
  [{ winner: '', score: 0, isOwn: false, home: 0 }, 'No sheep came home'],
  [{ winner: '', score: 0, isOwn: false, home: 4 }, 'The sheep went home by themselves'],
])('%j is told as %s', (ending, text) => {
  expect(winnerText({ ...ending, lost: 0 })).toBe(text)
})

test('what became of the flock is said in words', () => {
  expect(flockText({ home: 720, lost: 0 })).toBe('720 sheep safe at home, none lost')
  expect(flockText({ home: 1, lost: 14 })).toBe('one sheep safe at home, 14 taken by wolves')
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
    const rows = page.root.find('scores')?.children.map(({ textContent }) => textContent.trim())
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

  test('who comes at night is not told that it falls', () => {
    const other = new FakePage()
    vi.stubGlobal('document', other.document)
    told.round.night = 200
    new Hud(told.scene, other.root as unknown as HTMLElement)
    told.frame()
    expect(other.root.find('toast')?.textContent).toBe('')
    expect(other.root.find('round')?.classList.contains('night')).toBe(true)
  })

  test('the end of a round has its winner, the flock and the table, until the next one begins', () => {
    expect(isShown('banner')).toBe(false)
    Object.assign(told.round, { phase: 'over', secondsLeft: 12, winner: 'Bo', winnerId: 12 })
    told.frame()
    expect(isShown('banner')).toBe(true)
    expect(text('winner')).toContain('Bo wins with 5 sheep')
    expect(text('flock')).toBe('8 sheep safe at home, none lost')
    expect(page.root.find('table')?.children).toHaveLength(2)
    expect(text('next')).toBe('next round in 12 s')
    expect(text('clock')).toBe('0:00')
    Object.assign(told.round, { phase: 'herd', secondsLeft: 240, winner: '', winnerId: 0 })
    told.frame()
    expect(isShown('banner')).toBe(false)
    expect(text('clock')).toBe('4:00')
  })
})
