import { afterEach, expect, test, vi } from 'vitest'
import { RawClient } from '../../test/support/raw-client.ts'
import { runner } from '../../test/support/runner.ts'
import { memoryPair } from '../link/memory.ts'
import { Lobby } from '../server/rooms/lobby.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { History } from './history.ts'
import { Journal } from './journal.ts'
import { Readiness } from './readiness.ts'
import type { WatchedServer } from './watched-server.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('keeps one sample a second for two minutes, with the traffic and the late ticks of that second', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const clock = new VirtualClock()
  const journal = new Journal({ games: ['runner'], onError: () => {}, onSlow: () => {} })
  const lobby = new Lobby({ rooms: [runner], clock, seed: () => 1, watcher: journal })
  const watched: Partial<WatchedServer> = { lobby, journal, readiness: new Readiness() }
  const history = new History(watched as WatchedServer)
  history.start()
  const { client, server } = memoryPair(clock)
  lobby.accept(server)
  const player = new RawClient(client).hello()
  for (let n = 0; n < 20; n++) {
    clock.advance(50)
    lobby.advance(clock.nowMs())
  }
  vi.advanceTimersByTime(1000)
  const [first] = history.samples
  const { bytesOut } = lobby.rooms.get('runner/')!.stats
  expect(first).toMatchObject({ rooms: 1, connected: 1, away: 0, bytesOutPerSecond: bytesOut })
  expect(first!.memoryBytes).toBeGreaterThan(1e6)

  const { late } = lobby.tickTimes.get('runner')!
  player.run(1)
  clock.advance(200)
  lobby.advance(clock.nowMs())
  vi.advanceTimersByTime(1000)
  const [, second] = history.samples
  expect(second!.lateTicksPerSecond).toBe(lobby.tickTimes.get('runner')!.late - late)
  expect(second!.lateTicksPerSecond).toBeGreaterThan(2)

  vi.advanceTimersByTime(200_000)
  expect(history.samples.length).toBe(120)
  expect(history.samples.at(-1)!.atMs - history.samples[0]!.atMs).toBe(119_000)
  expect(history.samples.at(-1)).toMatchObject({ bytesOutPerSecond: 0, lateTicksPerSecond: 0 })
  history.stop()
  const last = history.samples.at(-1)
  vi.advanceTimersByTime(5000)
  expect(history.samples.at(-1)).toBe(last)
})
