import { expect, test, vi } from 'vitest'
import { RawClient } from '../../test/support/raw-client.ts'
import { runner } from '../../test/support/runner.ts'
import { memoryPair } from '../link/memory.ts'
import { Lobby } from '../server/rooms/lobby.ts'
import { errorPlace } from '../server/world/hooks.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Journal } from './journal.ts'
import type { LogEntry } from './log.ts'

/** A lobby in virtual time whose journal writes into a list. */
function open(changes: { onLog?: (entry: LogEntry) => void; resumeMs?: number } = {}) {
  const clock = new VirtualClock()
  const entries: LogEntry[] = []
  const errors: unknown[] = []
  const journal = new Journal({
    games: ['runner'],
    onLog: changes.onLog ?? ((entry) => entries.push(entry)),
    onError: (error) => errors.push(error),
    onSlow: () => {},
  })
  const lobby = new Lobby({
    rooms: [runner],
    clock,
    seed: () => 1,
    resumeMs: changes.resumeMs ?? 5000,
    watcher: journal,
    onError: (error, where) => journal.failed(error, where),
  })
  const join = (hello: Parameters<RawClient['hello']>[0] = {}, address = 'a') => {
    const { client, server } = memoryPair(clock)
    lobby.accept(server, undefined, address)
    return new RawClient(client).hello(hello)
  }
  /** Lets time pass, and then what waits for the end of a call. */
  const run = async (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 50) {
      clock.advance(50)
      lobby.advance(clock.nowMs())
    }
    await Promise.resolve()
  }
  /** The entries so far, each as one line. */
  const lines = () =>
    entries.map(({ level: _level, atMs: _atMs, event, ...rest }) =>
      [event, ...Object.values(rest)].join(', '),
    )
  return { journal, lobby, entries, errors, join, run, lines }
}

test('a room and its players, from the first who joins to the end of the empty room', async () => {
  const { join, run, lines, entries } = open()
  const before = Date.now()
  const first = join({ room: 'red' })
  await run(100)
  first.link.close('left')
  await run(11_000)
  expect(lines()).toEqual([
    'room opened, runner, red',
    'player joined, runner, red, 1, a',
    'player left, runner, red, 1, left, a',
    'room closed, runner, red',
  ])
  for (const { atMs, level } of entries) {
    expect(level).toBe('info')
    expect(atMs).toBeGreaterThanOrEqual(before)
    expect(atMs).toBeLessThanOrEqual(Date.now())
  }
})

test('a player who goes away comes back as the same, or has left when the place is given up', async () => {
  const { join, run, lines } = open()
  const first = join()
  await run(100)
  const { resumeKey } = first.welcome!
  first.link.close('lost')
  await run(1000)
  const again = join({ resumeKey }, 'b')
  await run(1000)
  again.link.close('lost')
  await run(8000)
  expect(lines().slice(2)).toEqual([
    'player away, runner, , 1, lost, a',
    'player resumed, runner, , 1, b',
    'player away, runner, , 1, lost, b',
    'player left, runner, , 1, lost, b',
  ])
})

test('a second connection of a player is one entry, and the end of the first is none', async () => {
  const { join, run, lines } = open()
  const first = join()
  await run(100)
  join({ resumeKey: first.welcome!.resumeKey }, 'b')
  await run(500)
  expect(first.closing?.reason).toBe('replaced')
  expect(lines().slice(2)).toEqual(['player resumed, runner, , 1, b'])
})

test('who is kicked has left for that reason, connected or away; who only claims it has left', async () => {
  const { lobby, join, run, lines } = open()
  const [, second, third] = [join(), join(), join()]
  await run(100)
  const room = lobby.rooms.get('runner/')!
  room.world.kick(room.players[0]!, 'enough')
  second.link.close('lost')
  third.link.close('kicked')
  await run(100)
  room.world.kick(room.players[0]!)
  await run(100)
  expect(lines().slice(4)).toEqual([
    'player left, runner, , 1, kicked, a',
    'player away, runner, , 2, lost, a',
    'player left, runner, , 3, left, a',
    'player left, runner, , 2, lost, a',
  ])
})

test('a closed room takes its players along, those that are away too', async () => {
  const { lobby, join, run, lines } = open()
  const [first] = [join(), join()]
  await run(100)
  first.link.close('lost')
  await run(100)
  expect(lobby.closeRoom('runner/')).toBe(true)
  expect(lobby.closeRoom('runner/')).toBe(false)
  await run(100)
  expect(lines().slice(3)).toEqual([
    'player away, runner, , 1, lost, a',
    'room closed, runner, ',
    'player left, runner, , 2, server-closed, a',
    'player left, runner, , 1, lost, a',
  ])
})

test('refusals have their reason, and a flood of them is counted instead of written', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { join, run, entries } = open()
    for (let n = 0; n < 50; n++) join({ game: 'chess' }, `address ${n}`)
    await run(100)
    expect(entries.length).toBe(20)
    expect(entries[0]).toMatchObject({
      event: 'refused',
      reason: 'refused',
      detail: "there is no game 'chess' here",
      address: 'address 0',
      unreported: 0,
    })
    vi.advanceTimersByTime(500)
    join({ hash: 1 }, 'c')
    await run(100)
    expect(entries.length).toBe(21)
    expect(entries[20]).toMatchObject({ reason: 'schema', address: 'c', unreported: 30 })
  } finally {
    vi.useRealTimers()
  }
})

test('errors and slow rooms are entries, and go where they went before', () => {
  const entries: LogEntry[] = []
  const passedOn: unknown[] = []
  const journal = new Journal({
    games: [],
    onLog: (entry) => entries.push(entry),
    onError: (error) => passedOn.push(error),
    onSlow: (slow) => passedOn.push(slow),
  })
  const error = new Error('a bug')
  journal.failed(error, errorPlace({ hook: 'update' }))
  journal.slow({ game: 'runner', room: 'red', ms: 70 })
  expect(entries).toMatchObject([
    { level: 'error', event: 'error', error },
    { level: 'warn', event: 'slow room', game: 'runner', room: 'red', ms: 70 },
  ])
  expect(passedOn).toEqual([error, { game: 'runner', room: 'red', ms: 70 }])
})

test('an error of onLog goes to onError once, and the room goes on', async () => {
  const bug = new Error('the disk is full')
  const { lobby, join, run, errors } = open({
    onLog: () => {
      throw bug
    },
  })
  const client = join()
  await run(500)
  expect(errors).toEqual([bug, bug])
  expect(client.welcome).not.toBeNull()
  expect(lobby.rooms.get('runner/')!.tick).toBeGreaterThan(10)
})

test('the totals of a game never fall when its rooms close', async () => {
  const { journal, lobby, join, run } = open()
  const first = join({ room: 'red' })
  const second = join({ room: 'blue' })
  await run(1000)
  const before = journal.totals.with(lobby.rooms.values()).get('runner')!
  expect(before).toMatchObject({ rooms: 2, opened: 2, closed: 0, connected: 2, away: 0 })
  const sum = (of: (room: { stats: { bytesOut: number } }) => number) =>
    [...lobby.rooms.values()].reduce((total, room) => total + of(room), 0)
  expect(before.stats.bytesOut).toBe(sum(({ stats }) => stats.bytesOut))
  expect(before.stats.snapshotsSent).toBeGreaterThan(5)
  first.link.close('lost')
  await run(100)
  expect(journal.totals.with(lobby.rooms.values()).get('runner')).toMatchObject({
    connected: 1,
    away: 1,
  })
  for (let n = 0; n < 20; n++) {
    second.run(1)
    await run(1000)
  }
  const after = journal.totals.with(lobby.rooms.values()).get('runner')!
  expect(after).toMatchObject({ rooms: 1, opened: 2, closed: 1, connected: 1, away: 0 })
  expect(after.stats.bytesOut).toBeGreaterThan(before.stats.bytesOut)
  expect(after.stats.closed).toMatchObject({ lost: 1 })
})
