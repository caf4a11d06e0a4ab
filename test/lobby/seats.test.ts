import { AddressLimits, DirectoryStore, defineRoom, memoryDirectory, Room } from 'glissade/server'
import { describe, expect, test } from 'vitest'
import { coreOf } from '../../src/server/room.ts'
import { keyToText } from '../../src/wire/packets/handshake.ts'
import { runner } from '../support/runner.ts'
import { keyOf, open, told } from './virtual.ts'

describe('a seat', () => {
  test('is taken by its key, which stays the key of the player', async () => {
    const { lobby, join, run } = open()
    const seats = await lobby.rooms.create({ id: 'den' })
    expect(seats).toMatchObject({ room: 'den', address: '' })
    const client = join('den', keyOf(seats))
    await run(100)
    expect(keyToText(client.welcome!.resumeKey)).toBe(keyOf(seats))
    const room = lobby.rooms.get('runner/den')!
    expect(room.players.map(({ id }) => id)).toEqual([1])
    // The same HELLO once more is the same player, as after a WELCOME that was lost.
    const again = join('den', keyOf(seats))
    await run(100)
    expect(again.welcome!.player).toBe(1)
    expect(told(client)).toContain('replaced')
    expect(room.players.length).toBe(1)
    expect(room.stats.resumes).toBe(1)
  })

  test('counts as a player, and a full room lets in nobody but those who have one', async () => {
    const { lobby, join, run } = open({ maxPlayers: 3 })
    const { keys } = await lobby.rooms.create({ id: 'den', seats: 2 })
    expect(new Set(keys).size).toBe(2)
    const [first, second] = [join('den'), join('den')]
    await run(100)
    expect([told(first), told(second)]).toEqual([null, "full: room 'den' is full"])
    expect(await lobby.rooms.list()).toEqual([])
    const seated = keys.map((key) => join('den', key))
    await run(100)
    expect(seated.map(told)).toEqual([null, null])
    expect(lobby.rooms.get('runner/den')!.players.length).toBe(3)
  })

  test('expires after its time, and is free then', async () => {
    const { lobby, join, run } = open({ maxPlayers: 1 })
    const seats = await lobby.rooms.create({ id: 'den', seatMs: 5000 })
    await run(4900)
    const early = join('den')
    await run(50)
    expect(told(early)).toContain('full')
    await run(100)
    const [other, late] = [join('den'), join('den', keyOf(seats))]
    await run(100)
    expect([told(other), told(late)]).toEqual([null, "full: room 'den' is full"])
  })

  test('keeps a room open until it expires, and 10 s longer, without running it', async () => {
    const { lobby, run } = open()
    await lobby.rooms.create({ id: 'den' })
    const room = lobby.rooms.get('runner/den')!
    await run(15_000)
    expect(room.isClosed).toBe(false)
    expect(room.tick).toBeLessThan(100)
    await run(9_000)
    expect(room.isClosed).toBe(false)
    await run(4_000)
    expect(room.isClosed).toBe(true)
    expect(lobby.rooms.size).toBe(0)
  })

  test('is looked at from time to time in a room that keeps no places of players', async () => {
    const { lobby, clock } = open({ resumeMs: 0 })
    await lobby.rooms.create()
    lobby.advance(clock.nowMs())
    expect(lobby.nextDueMs - clock.nowMs()).toBeGreaterThan(1000)
  })

  test.each([
    ['seats', { seats: 5 }, 'seats is 5, but must be a whole number from 0 to 4'],
    ['seats', { seats: 0.5 }, 'seats is 0.5, but must be a whole number from 0 to 4'],
    ['seatMs', { seatMs: 0 }, 'seatMs is 0, but must be above 0'],
    ['seatMs', { seatMs: 1e6 }, 'seatMs is 1000000, but must be from 0 to 600000'],
    [
      'maxPlayers',
      { maxPlayers: 2, seats: 3 },
      'seats is 3, but must be a whole number from 0 to 2',
    ],
    ['maxPlayers', { maxPlayers: 0 }, 'maxPlayers is 0, but must be a whole number, at least 1'],
    ['id', { id: 'x'.repeat(128) }, 'id is 128 characters long, but must be at most 127'],
    ['game', { game: 'chess' }, 'game is chess, but must be runner'],
    ['about', { about: { a: {} as string } }, 'about.a is an object, but must be a text'],
    ['about', { about: { 'a b': 1 } }, 'a name in about is "a b", but must be a letter'],
    ['about', { about: [1] as never }, 'about is a list, but must be an object'],
  ])('is not reserved with a wrong %s: %o', async (_name, options, message) => {
    const { lobby } = open({ maxPlayers: 4 })
    await expect(lobby.rooms.create(options)).rejects.toMatchObject({
      code: 'misuse',
      message: expect.stringContaining(message),
    })
    expect(lobby.rooms.size).toBe(0)
  })
})

describe('the seats of an address', () => {
  test('count as its players, so that one address does not reserve everything', async () => {
    const addresses = new AddressLimits({ maxPerAddress: 2 })
    const { lobby, join, run } = open({ addresses })
    const ask = () =>
      lobby.matchmaker.place({
        definition: runner,
        wish: {},
        create: null,
        room: null,
        hops: 0,
        visitor: { request: null, address: 'a', resumeKey: [0, 0], account: undefined },
        seats: 1,
        seatMs: 5000,
        isGone: () => false,
      })
    const [first, second, third] = [await ask(), await ask(), await ask()]
    if (!('keys' in first && 'keys' in second)) throw new Error('no seats')
    expect(third).toEqual({ reason: 'refused', detail: 'too many players from this address' })
    expect(addresses.places('a')).toBe(2)
    // The seat becomes the player, of whatever address that is.
    const client = join(first.room, first.keys[0], 'a')
    await run(100)
    expect(told(client)).toBe(null)
    expect(addresses.places('a')).toBe(2)
    const elsewhere = join(second.room, second.keys[0], 'b')
    await run(100)
    expect([told(elsewhere), addresses.places('a'), addresses.places('b')]).toEqual([null, 1, 1])
    await ask()
    await run(6000)
    expect(addresses.places('a')).toBe(1)
  })

  test('of others do not let more players in than the address may have', async () => {
    const addresses = new AddressLimits({ maxPerAddress: 1 })
    const { lobby, join, run } = open({ addresses })
    const { keys } = await lobby.rooms.create({ id: 'den', seats: 2 })
    const clients = keys.map((key) => join('den', key, 'a'))
    await run(100)
    expect(clients.map(told)).toEqual([null, 'refused: too many players from this address'])
  })
})

describe('a saved room', () => {
  test('keeps its seats, what it is about, and how many players it takes', async () => {
    const details = {
      about: { map: 'dunes', level: 3, ranked: true },
      isPrivate: true,
      maxPlayers: 5,
    }
    const { lobby } = open()
    await lobby.rooms.create({ ...details, id: 'den', seats: 2, seatMs: 5000 })
    const room = lobby.rooms.get('runner/den')!
    room.isLocked = true
    const restored = Room.restore(runner, room.save(), { nowMs: 1000, maxPlayers: 10 })
    expect(restored).toMatchObject({ ...details, isLocked: true })
    const { seats } = coreOf(restored as unknown as Room)
    expect([seats.taken(5999), seats.taken(6000)]).toEqual([2, 0])
    // A server that allows fewer players comes before it.
    expect(Room.restore(runner, room.save(), { nowMs: 0, maxPlayers: 3 }).maxPlayers).toBe(3)
  })

  test('of another version of the game keeps them too', async () => {
    const { lobby } = open()
    await lobby.rooms.create({ about: { map: 'dunes' }, id: 'den' })
    const saved = lobby.rooms.get('runner/den')!.save()
    const newer = { ...runner.game, schemaHash: runner.game.schemaHash ^ 1 }
    const migrate = <T>(room: T): T => room
    const restored = Room.restore(defineRoom(newer as typeof runner.game), saved, {
      nowMs: 0,
      migrate,
    })
    expect(restored.about).toEqual({ map: 'dunes' })
  })

  test('takes its seats along to another process', async () => {
    const a = open({ maxPlayers: 2 })
    const b = open({ maxPlayers: 2 }, a.clock)
    const store = new DirectoryStore(a.clock)
    const shared = await a.share(memoryDirectory(store), 'a')
    await b.share(memoryDirectory(store), 'b')
    const { keys } = await a.lobby.rooms.create({ id: 'den', seats: 1, about: { map: 'moor' } })
    const first = a.join('den')
    await a.run(100)
    expect(told(first)).toBe(null)
    const draining = shared.drain()
    await a.run(1000)
    expect(await draining).toBe(0)
    expect(told(first)).toBe('moved: ws://b')
    const late = a.join('den', keys[0])
    await a.run(100)
    expect(told(late)).toBe('moved: ws://b')
    const back = b.join('den', first.welcome!.resumeKey)
    await b.run(100)
    const [stranger, seated] = [b.join('den'), b.join('den', keys[0])]
    await b.run(100)
    expect([told(back), told(stranger), told(seated)]).toEqual([
      null,
      "full: room 'den' is full",
      null,
    ])
    expect(b.lobby.rooms.get('runner/den')!.about).toEqual({ map: 'moor' })
    expect([...a.errors, ...b.errors]).toEqual([])
  })

  test('is handed over even if it has seats alone', async () => {
    const a = open()
    const b = open({}, a.clock)
    const store = new DirectoryStore(a.clock)
    const shared = await a.share(memoryDirectory(store), 'a')
    await b.share(memoryDirectory(store), 'b')
    const { keys } = await a.lobby.rooms.create({ id: 'den', about: { map: 'moor' } })
    const draining = shared.drain()
    await a.run(1000)
    expect(await draining).toBe(0)
    const sent = a.join('den', keys[0])
    await a.run(100)
    expect(told(sent)).toBe('moved: ws://b')
    const seated = b.join('den', keys[0])
    await b.run(100)
    expect(told(seated)).toBe(null)
    expect(b.lobby.rooms.get('runner/den')!.about).toEqual({ map: 'moor' })
  })
})
