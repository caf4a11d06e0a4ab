import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { glide } from './take-two.ts'
import { glideRoom } from './take-two-colyseus.ts'
import { showOthers } from './take-two-page.ts'

type Listener = Parameters<Parameters<typeof glide>[0]['on']>[1]

test('D3 others glide 100 ms behind the states of a socket that has no idea of it', () => {
  let nowMs = 50_000
  let listener: Listener = () => {}
  const frame = glide({ on: (_event, given) => (listener = given) }, () => nowMs)
  const seen: number[] = []
  for (let ms = 0; ms <= 1000; ms += 10) {
    nowMs = 50_000 + ms + 40
    if (ms % 50 === 0) {
      const ann = { id: 'Ann', x: ms * 0.2, y: 7, angle: (350 + ms / 10) * (Math.PI / 180) }
      listener({ timeMs: ms, players: ms < 500 ? [ann] : [ann, { ...ann, id: 'Bob' }] })
    }
    frame(nowMs, (id, x, y) => {
      expect(y).toBe(7)
      if (id === 'Ann' && ms >= 100) seen.push(x)
    })
  }
  expect(seen.length).toBe(91)
  for (const [i, x] of seen.entries()) expect(x).toBeCloseTo(i * 10 * 0.2, 6)
})

test('D4 a Colyseus room is shown the same way, and who leaves is gone', () => {
  let nowMs = 0
  const players = new Map([['Ann', { x: 0, y: 0 }]])
  const listeners: ((state: { timeMs: number; players: typeof players }) => void)[] = []
  const frame = glideRoom({ onStateChange: (given) => listeners.push(given) }, () => nowMs)
  const shown: string[] = []
  for (let ms = 0; ms <= 1000; ms += 50) {
    nowMs = 200 + ms
    if (ms === 600) players.delete('Ann')
    players.set('Bob', { x: ms, y: 1 })
    listeners[0]!({ timeMs: ms, players })
    shown.length = 0
    frame(nowMs, (id, x) => shown.push(`${id} ${Math.round(x)}`))
    if (ms === 400) expect(shown).toEqual(['Ann 0', 'Bob 300'])
  }
  expect(shown).toEqual(['Bob 900'])
})

test('D3 a page shows the others by the time of its frames, and leaves the own player out', () => {
  let frame: (frameMs: number) => void = () => {}
  let listener: Listener = () => {}
  vi.stubGlobal('requestAnimationFrame', (given: typeof frame) => (frame = given))
  const clock = vi.spyOn(performance, 'now')
  const seen: number[] = []
  showOthers({ on: (_event, given) => (listener = given) }, 'Ann', (id, x) => {
    expect(id).toBe('Bob')
    seen.push(x)
  })
  for (let ms = 0; ms <= 500; ms += 10) {
    clock.mockReturnValue(1000 + ms)
    const at = { x: ms, y: 0, angle: 0 }
    const players = ['Ann', 'Bob'].map((id) => ({ id, ...at }))
    if (ms % 50 === 0) listener({ timeMs: ms, players })
    // The clock goes on while the frame is being drawn, by 0 or 5 ms.
    clock.mockReturnValue(1000 + ms + (ms % 20) / 2)
    frame(1000 + ms)
  }
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const [i, x] of seen.entries()) expect(x).toBeCloseTo(Math.max(0, i * 10 - 100), 6)
  expect(seen.length).toBe(51)
})

test('the taking takes fifteen lines', () => {
  for (const file of ['take-two.ts', 'take-two-colyseus.ts']) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    const body = text.slice(text.indexOf('export function')).trimEnd().split('\n').slice(1, -1)
    expect(body.length, file).toBeLessThanOrEqual(15)
  }
})
