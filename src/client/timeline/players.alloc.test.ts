import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { LeastCostDelay } from '../../time/playout/least-cost-delay.ts'
import { MOST_MOMENTS } from '../../wire/limits.ts'
import { emptyInputHead } from '../../wire/packets/input-packet.ts'
import { Players } from './players.ts'
import { ToldMoments } from './told-moments.ts'

const PLAYERS = 16

test('C2 the clocks of 16 players create no object and at most 30 boxed numbers in a frame', () => {
  const players = new Players({ sendSubTicks: 768, stepMs: 50 / 3 })
  const room = new LeastCostDelay()
  room.begin(50)
  for (let id = 1; id <= PLAYERS; id++) players.of(id).clock = room.another()
  const frames = boxed((i) => 100.3 + (i * 50) / 3)
  const moments = new ToldMoments({ stepMs: 50 / 3, sendMs: 50 })
  const head = emptyInputHead()
  const shown = { shownNewestTick: 0, shownInput: 0 }
  let n = 0
  const frame = () => {
    n++
    if (n % 3 === 0) {
      for (let id = 1; id <= PLAYERS; id++) players.of(id).stampMs = (n * 50) / 3 - id
      players.arrived(frames[n]!, 0, false)
    }
    players.advance(frames[n]!, false)
    moments.tell(head, shown, players.all, room, frames[n]!, n % 2 === 0, MOST_MOMENTS)
  }
  expect(bytesPerCall(frame, undefined, 30 * BOXED_NUMBER_BYTES)).toBeLessThan(
    30 * BOXED_NUMBER_BYTES + 1,
  )
  expect(players.of(PLAYERS).clock!.renderTimeMs).toBeGreaterThan(10_000)
})
