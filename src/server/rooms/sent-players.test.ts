import { VirtualClock } from 'glissade/testing'
import { expect, test } from 'vitest'
import { SentPlayers } from './sent-players.ts'

const room = (id: string, players = 0) => {
  return { key: `runner/${id}`, id, url: 'ws://b', players, maxPlayers: 4, about: {} }
}

test('players on the way are counted for 2.5 s, and notes that nobody reads are deleted all the same', () => {
  const clock = new VirtualClock()
  const sent = new SentPlayers(clock)
  sent.note(room('a'), true)
  clock.advance(1000)
  sent.note(room('b'), false)
  sent.note(room('a'), true)
  expect(sent.added('runner', [])).toEqual([room('a', 2)])
  expect(sent.added('runner', [room('b', 3)])).toEqual([room('b', 3), room('a', 2)])
  expect(sent.added('duel', [])).toEqual([])
  clock.advance(2400)
  sent.note(room('b'), false)
  expect(sent.count).toBe(2)
  clock.advance(200)
  // The note about b is the newer one.
  sent.note(room('c'), true)
  expect(sent.count).toBe(2)
  for (let n = 0; n < 100; n++) {
    clock.advance(1000)
    sent.note(room(`new ${n}`), false)
    expect(sent.count).toBeLessThanOrEqual(5)
  }
})
