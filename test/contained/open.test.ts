import { defineGame, flag, type GlissadeError, number } from 'glissade'
import { Session } from 'glissade/client'
import { defineRoom, type ErrorPlace, Lobby, Room } from 'glissade/server'
import { Simulation, VirtualClock } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { memoryPair } from '../../src/link/memory.ts'
import { expectNoneUncaught } from '../support/uncaught.ts'

const game = defineGame({
  name: 'castle',
  input: { go: flag() },
  entities: { wall: { x: number({ max: 800 }) }, man: { x: number({ max: 800 }) } },
  move: {},
})

expectNoneUncaught()

/** A lobby whose rooms open when the test says so. */
function castle({ resumeMs = 10_000 } = {}) {
  let settle!: { kept: () => void; rejected: (error: unknown) => void }
  const calls: string[] = []
  const room = defineRoom(game, {
    state: () => ({ level: '' }),
    async open(world) {
      calls.push('open')
      await new Promise<void>((kept, rejected) => {
        settle = { kept, rejected }
      })
      world.state.level = 'loaded'
      world.spawn('wall', null, { x: 1 })
    },
    join(world, player) {
      calls.push(`join, walls: ${world.entities('wall').length}, tick: ${world.tick}`)
      world.spawn('man', player)
    },
    close: () => void calls.push('close'),
  })
  const clock = new VirtualClock()
  const reports: [string, ErrorPlace][] = []
  const lobby = new Lobby({
    rooms: [room],
    clock,
    seed: () => 1,
    resumeMs,
    onError: (error, where) => reports.push([String(error), where]),
  })
  const sessions: Session<typeof game>[] = []
  const join = () => {
    const { client, server } = memoryPair(clock)
    lobby.accept(server)
    const session = new Session(game, client, clock)
    sessions.push(session)
    const outcome = session.joined.then(
      () => 'joined',
      (error: GlissadeError) => `${error.code}: ${error.detail}`,
    )
    return { session, outcome }
  }
  const run = async (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 50) {
      await new Promise(setImmediate)
      clock.advance(50)
      lobby.advance(clock.nowMs())
      for (const session of sessions) session.frame(clock.nowMs())
    }
    await new Promise(setImmediate)
  }
  return { lobby, clock, calls, reports, join, run, opened: () => settle }
}

describe('an `open` that is async', () => {
  test('lets nobody in before it has ended, and keeps those waiting who wait longer than they would', async () => {
    const { lobby, calls, join, run, opened, reports } = castle()
    const first = join()
    await run(25_000)
    const second = join()
    await run(1000)
    expect([first.session.state, second.session.state]).toEqual(['joining', 'joining'])
    const room = lobby.rooms.get('castle/')!
    expect([room.isOpening, room.tick]).toEqual([true, 0])
    opened().kept()
    await run(1000)
    expect(await Promise.all([first.outcome, second.outcome])).toEqual(['joined', 'joined'])
    expect(calls).toEqual(['open', 'join, walls: 1, tick: 0', 'join, walls: 1, tick: 0'])
    expect(first.session.entities('man').length).toBe(2)
    // The room's time begins when it is open, and no time is left out.
    expect([room.isOpening, room.stats.skippedMs]).toEqual([false, 0])
    expect(room.tick).toBeGreaterThan(20)
    expect(room.tick).toBeLessThan(32)
    expect(reports).toEqual([])
  })

  test('refuses those who wait if it is rejected, and the room can be opened anew', async () => {
    const { lobby, calls, join, run, opened, reports } = castle()
    const first = join()
    await run(3000)
    opened().rejected(new Error('the database is away'))
    await run(200)
    expect(await first.outcome).toBe('refused: the room could not be opened')
    const where = { room: '', game: 'castle', hook: 'open', tick: 0, player: undefined }
    expect(reports).toEqual([['Error: the database is away', where]])
    expect([lobby.rooms.size, calls]).toEqual([0, ['open']])
    const second = join()
    await run(200)
    opened().kept()
    await run(200)
    expect(await second.outcome).toBe('joined')
  })

  test('refuses those who wait after 30 s, and closes what it opens later', async () => {
    const { lobby, calls, join, run, opened, reports } = castle()
    const first = join()
    await run(29_500)
    expect(first.session.state).toBe('joining')
    await run(1500)
    expect(await first.outcome).toBe('refused: the room took too long to open')
    expect(reports.map(([error]) => error)).toEqual(['GlissadeError: open took longer than 30 s'])
    expect(lobby.rooms.size).toBe(0)
    opened().kept()
    await run(100)
    expect(calls).toEqual(['open', 'close'])
  })

  test('is waited for without anybody who still waits', async () => {
    const { lobby, join, run, opened } = castle()
    const first = join()
    await run(1000)
    first.session.close()
    await first.outcome
    await run(15_000)
    expect(lobby.rooms.get('castle/')!.isOpening).toBe(true)
    opened().kept()
    await run(1000)
    expect(lobby.rooms.size).toBe(1)
    await run(12_000)
    expect(lobby.rooms.size).toBe(0)
  })

  test('that ends after the server has closed is no error, and what it opened is closed', async () => {
    const { lobby, calls, join, run, opened, reports } = castle()
    const first = join()
    await run(1000)
    lobby.close()
    await run(3000)
    expect(first.session.state).toBe('closed')
    await first.outcome
    opened().kept()
    await run(100)
    expect([calls, reports]).toEqual([['open', 'close'], []])
  })

  test('has seats that wait as long as the room', async () => {
    const { lobby, run, opened } = castle()
    const seats = await lobby.rooms.create({ id: 'den' })
    await run(29_000)
    opened().kept()
    await run(100)
    expect(seats.keys.length).toBe(1)
    expect(lobby.rooms.get('castle/den')!.isOpening).toBe(false)
  })
})

test('a room that is still opening is not saved, and takes nobody', async () => {
  let isOpen = (): void => {}
  const slow = defineRoom(game, {
    open: () =>
      new Promise<void>((resolve) => {
        isOpen = resolve
      }),
  })
  const room = new Room(slow, { nowMs: 0 })
  expect(() => room.save()).toThrow('the room is still opening')
  const { server } = memoryPair(new VirtualClock())
  expect(room.join(server, { profile: {} }, 10)).toMatchObject({ reason: 'timeout' })
  isOpen()
  await new Promise(setImmediate)
  room.advance(100)
  expect([room.isOpening, room.tick]).toEqual([false, 0])
  room.advance(200)
  expect(room.tick).toBe(3)
})

test('a simulation waits for it in virtual time', async () => {
  const quick = defineRoom(game, {
    open: async (world) => {
      await Promise.resolve()
      world.spawn('wall', null)
    },
    join: (world, player) => void world.spawn('man', player),
  })
  const sim = new Simulation(quick)
  const { session } = sim.join()
  sim.run(100)
  expect(session.state).toBe('joining')
  await new Promise(setImmediate)
  sim.run(3000)
  await new Promise(setImmediate)
  sim.run(500)
  expect([session.state, session.entities('wall').length]).toEqual(['open', 1])
})

test('a page that is in already is told to wait by no server', async () => {
  const clock = new VirtualClock()
  const lobby = new Lobby({ rooms: [defineRoom(game)], clock, seed: () => 1 })
  const { client, server } = memoryPair(clock)
  lobby.accept(server)
  const session = new Session(game, client, clock)
  clock.advance(100)
  expect(session.state).toBe('open')
  const ended = new Promise((resolve) => session.onClose(resolve))
  server.send(Uint8Array.of(10))
  clock.advance(100)
  expect(await ended).toBe('bad-packet')
})
