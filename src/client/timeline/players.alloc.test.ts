import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { LeastCostDelay } from '../../time/playout/least-cost-delay.ts'
import { Players } from './players.ts'

const PLAYERS = 16

test('C2 the clocks of 16 players create no object and at most 30 boxed numbers in a frame', () => {
  const players = new Players({ sendSubTicks: 768, stepMs: 50 / 3 })
  const room = new LeastCostDelay()
  room.begin(50)
  for (let id = 1; id <= PLAYERS; id++) players.of(id).clock = room.another()
  const frames = boxed((i) => 100.3 + (i * 50) / 3)
  let n = 0
  const frame = () => {
    n++
    if (n % 3 === 0) {
      for (let id = 1; id <= PLAYERS; id++) players.of(id).stampMs = (n * 50) / 3 - id
      players.arrived(frames[n]!, 0, false)
    }
    players.advance(frames[n]!, false)
    players.toTell(frames[n]!, frames[n]!)
  }
  expect(bytesPerCall(frame)).toBeLessThan(30 * BOXED_NUMBER_BYTES + 1)
  expect(players.of(PLAYERS).clock!.renderTimeMs).toBeGreaterThan(10_000)
})
