import { type About, DirectoryStore, defineRoom, memoryDirectory } from 'glissade/server'
import { expect, test } from 'vitest'
import { runner } from '../support/runner.ts'
import { ask, open, told } from './virtual.ts'

/** The ids of the rooms that players find. */
const ids = async (
  { lobby }: ReturnType<typeof open>,
  filter: Parameters<typeof lobby.rooms.list>[0] = {},
): Promise<string[]> => (await lobby.rooms.list(filter)).map(({ id }) => id)

test('a room is listed unless it is private, locked or full', async () => {
  const stage = open()
  const { rooms } = stage.lobby
  await rooms.create({ id: 'open' })
  await rooms.create({ id: 'private', isPrivate: true })
  await rooms.create({ id: 'full', maxPlayers: 1 })
  await rooms.create({ id: 'locked' })
  rooms.get('runner/locked')!.isLocked = true
  expect(await ids(stage)).toEqual(['open'])
  rooms.get('runner/locked')!.isLocked = false
  rooms.get('runner/private')!.isPrivate = false
  expect(await ids(stage)).toEqual(['locked', 'open', 'private'])
})

test('a room that a client has opened by its name is private, so that strangers do not read the name', async () => {
  const stage = open()
  stage.join('only for us')
  await stage.run(100)
  const room = stage.lobby.rooms.get('runner/only for us')!
  expect(room.isPrivate).toBe(true)
  expect(await ids(stage)).toEqual([])
  room.isPrivate = false
  expect(await ids(stage)).toEqual(['only for us'])
})

test('a list has the fullest rooms first, and only those that the filter asks for', async () => {
  const stage = open({ maxPlayers: 4 })
  const { rooms } = stage.lobby
  await rooms.create({ id: 'a', about: { map: 'dunes', level: 1 }, seats: 1 })
  await rooms.create({ id: 'b', about: { map: 'dunes', level: 2 }, seats: 3 })
  await rooms.create({ id: 'c', about: { map: 'moor' }, seats: 2 })
  expect(await rooms.list({ most: 1 })).toEqual([
    {
      key: 'runner/b',
      id: 'b',
      url: '',
      players: 3,
      maxPlayers: 4,
      about: { map: 'dunes', level: 2 },
    },
  ])
  expect(await ids(stage)).toEqual(['b', 'c', 'a'])
  expect(await ids(stage, { about: { map: 'dunes' } })).toEqual(['b', 'a'])
  expect(await ids(stage, { about: { map: 'dunes', level: 1 } })).toEqual(['a'])
  expect(await ids(stage, { places: 2 })).toEqual(['c', 'a'])
  expect(await ids(stage, { about: { constructor: 'x' } })).toEqual([])
})

test.each([{ most: 0 }, { most: 1001 }, { places: -1 }])(
  'a list without a directory refuses a wrong filter: %j',
  async (filter) => {
    await expect(open().lobby.rooms.list(filter)).rejects.toMatchObject({ code: 'misuse' })
  },
)

test('a locked room lets nobody in but those who have a place', async () => {
  const { lobby, join, run } = open()
  const { keys } = await lobby.rooms.create({ id: 'den', seats: 1 })
  const room = lobby.rooms.get('runner/den')!
  const first = join('den')
  await run(100)
  room.isLocked = true
  const stranger = join('den')
  const [seated, back] = [join('den', keys[0]), join('den', first.welcome!.resumeKey)]
  await run(100)
  expect(told(stranger)).toBe("full: room 'den' takes no new players for now")
  expect([told(seated), told(back)]).toEqual([null, null])
})

test('the game reads what its room is about when it opens, and changes it', async () => {
  const seen: About[] = []
  const definition = defineRoom(runner.game, {
    open(world) {
      seen.push(world.about)
      world.about = { ...world.about, round: 1 }
      world.isLocked = world.about['map'] === 'closed'
    },
  })
  const stage = open({ rooms: [definition] })
  const { rooms } = stage.lobby
  await rooms.create({ id: 'den', about: { map: 'dunes' } })
  expect(seen).toEqual([{ map: 'dunes' }])
  expect(await ids(stage, { about: { round: 1 } })).toEqual(['den'])
  const room = rooms.get('runner/den')!
  expect(() => {
    room.about = { nested: {} as never }
  }).toThrow('about.nested is an object, but must be a text')
  expect(room.about).toEqual({ map: 'dunes', round: 1 })
})

test('whoever creates a room that locks itself gets a seat in it, and nobody else does', async () => {
  const definition = defineRoom(runner.game, {
    open(world) {
      world.isLocked = true
    },
  })
  const stage = open({ rooms: [definition] })
  const { lobby, join, run } = stage
  const { keys } = await lobby.rooms.create({ id: 'den' })
  const late = await ask(stage, { room: 'den' })
  expect(late).toMatchObject({ keys: [expect.any(String)] })
  expect(late).not.toMatchObject({ room: 'den' })
  const [creator, stranger] = [join('den', keys[0]), join('den')]
  await run(100)
  expect([told(creator), told(stranger)]).toEqual([
    null,
    "full: room 'den' takes no new players for now",
  ])
})

test('other processes learn within a second what rooms are about', async () => {
  const a = open()
  const b = open({}, a.clock)
  const store = new DirectoryStore(a.clock)
  const shared = [
    await a.share(memoryDirectory(store), 'a'),
    await b.share(memoryDirectory(store), 'b'),
  ]
  await a.lobby.rooms.create({ id: 'den', about: { map: 'dunes' } })
  expect(await ids(b)).toEqual([])
  expect(await ids(a)).toEqual(['den'])
  await a.run(1100)
  expect(await b.lobby.rooms.list({ about: { map: 'dunes' } })).toEqual([
    expect.objectContaining({ id: 'den', url: 'ws://a', players: 1 }),
  ])
  a.lobby.rooms.get('runner/den')!.about = { map: 'moor' }
  await a.run(1400)
  expect(await ids(b, { about: { map: 'dunes' } })).toEqual([])
  expect(await ids(b, { about: { map: 'moor' } })).toEqual(['den'])
  a.lobby.rooms.get('runner/den')!.isPrivate = true
  await a.run(1400)
  expect(await ids(b)).toEqual([])
  for (const one of shared) await one.stop()
  expect([...a.errors, ...b.errors]).toEqual([])
})

test('an id that is in use is refused, here and in another process', async () => {
  const a = open()
  const b = open({}, a.clock)
  const store = new DirectoryStore(a.clock)
  await a.share(memoryDirectory(store), 'a')
  await b.share(memoryDirectory(store), 'b')
  await a.lobby.rooms.create({ id: 'den' })
  const refused = { code: 'refused', message: "create: the room 'den' is open already" }
  await expect(a.lobby.rooms.create({ id: 'den' })).rejects.toMatchObject(refused)
  await expect(b.lobby.rooms.create({ id: 'den' })).rejects.toMatchObject(refused)
})

test('a server that has no place for another room says so', async () => {
  const { lobby } = open({ maxRooms: 1 })
  await lobby.rooms.create()
  const full = { code: 'full', message: 'create: this server has no place for another room' }
  await expect(lobby.rooms.create()).rejects.toMatchObject(full)
})
