import { defineGame, flag, number } from 'glissade'
import { defineRoom, Lobby, type SlowRoom } from 'glissade/server'
import { VirtualClock } from 'glissade/testing'
import { expect, test } from 'vitest'
import { memoryPair } from '../src/link/memory.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'

/** A lobby whose clock goes on while its games compute: by `spent.updateMs` in an `update`, by `spent.moveMs` in a `move`. */
function open() {
  const clock = new VirtualClock()
  const spent = { ms: 0, updateMs: 0, moveMs: 0 }
  const busy = defineRoom(
    defineGame({
      name: 'busy',
      stepHz: 30,
      input: { right: flag() },
      entities: { dot: { x: number({ max: 99 }) } },
      move: {
        dot: () => {
          spent.ms += spent.moveMs
        },
      },
    }),
    {
      join: (world, player) => world.spawn('dot', player),
      update: () => {
        spent.ms += spent.updateMs
      },
    },
  )
  const told: SlowRoom[] = []
  const lobby = new Lobby({
    rooms: [busy, runner],
    clock: { nowMs: () => clock.nowMs() + spent.ms, after: (ms, run) => clock.after(ms, run) },
    seed: () => 1,
    onSlow: (slow) => told.push(slow),
  })
  const run = (ms: number, everyMs = 10) => {
    for (let passedMs = 0; passedMs < ms; passedMs += everyMs) {
      clock.advance(everyMs)
      lobby.advance(clock.nowMs())
    }
  }
  const join = ({ game }: typeof busy | typeof runner, room = '') => {
    const { client, server } = memoryPair(clock)
    lobby.accept(server)
    const raw = new RawClient(client, game)
    raw.hello({ room })
    run(100)
    return raw
  }
  return { spent, told, run, join, busy }
}

test('a slow update is reported with the name of its room and game, once in 10 s', () => {
  const { spent, told, run, join, busy } = open()
  join(busy, 'blue')
  join(runner, 'green')
  run(1000)
  spent.updateMs = 45
  run(1000)
  expect(told).toEqual([])
  spent.updateMs = 80
  run(2000)
  expect(told).toEqual([{ room: 'blue', game: 'busy', ms: 80 }])
})

test('each room is reported by itself, and again after 10 s', () => {
  const { spent, told, run, join, busy } = open()
  join(busy, 'blue')
  join(busy, 'red')
  spent.updateMs = 80
  run(100)
  const roomsTold = () => told.map(({ room }) => room).sort()
  expect(roomsTold()).toEqual(['blue', 'red'])
  spent.ms += 10_000
  run(100)
  expect(roomsTold()).toEqual(['blue', 'blue', 'red', 'red'])
})

test('a room that makes up for lost time is not slow, however long that takes', () => {
  const { spent, told, run, join, busy } = open()
  join(busy, 'blue')
  spent.updateMs = 25
  run(1000, 250)
  expect(told).toEqual([])
  spent.updateMs = 40
  run(250, 250)
  expect(told).toEqual([{ room: 'blue', game: 'busy', ms: expect.closeTo(280, 0) }])
})

test('a slow move is reported where its input is applied', () => {
  const { spent, told, run, join, busy } = open()
  const raw = join(busy, 'blue')
  spent.moveMs = 60
  raw.run(1)
  run(10)
  expect(told).toEqual([{ room: 'blue', game: 'busy', ms: 60 }])
})
