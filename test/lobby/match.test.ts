import { GlissadeError } from 'glissade'
import type { LobbyOptions, Match, MatchRequest } from 'glissade/server'
import { DirectoryStore, memoryDirectory } from 'glissade/server'
import { describe, expect, test } from 'vitest'
import { ask, open, told } from './virtual.ts'

const withMatch = (match: NonNullable<LobbyOptions['match']>) => open({ match, maxPlayers: 4 })

describe('without a function', () => {
  test('a player joins the fullest room that has all values of the wish', async () => {
    const stage = open({ maxPlayers: 4 })
    const { rooms } = stage.lobby
    await rooms.create({ id: 'empty', about: { map: 'moor', mode: 'duel' }, seats: 0 })
    await rooms.create({ id: 'busy', about: { map: 'moor', mode: 'race' }, seats: 3 })
    await rooms.create({ id: 'full', about: { map: 'moor', mode: 'race' }, seats: 4 })
    expect(await ask(stage, { wish: { map: 'moor' } })).toMatchObject({ room: 'busy' })
    expect(await ask(stage, { wish: { map: 'moor' } })).toMatchObject({ room: 'empty' })
    expect(await ask(stage, { wish: { mode: 'duel' } })).toMatchObject({ room: 'empty' })
    const created = await ask(stage, { wish: { map: 'moor', mode: 'race' } })
    expect(rooms.size).toBe(4)
    const { room } = created as { room: string }
    expect(room).toMatch(/^[0-9a-z]{28}$/)
    expect(rooms.get(`runner/${room}`)!.about).toEqual({ map: 'moor', mode: 'race' })
  })

  test('a page cannot choose the id of a new room, but sits down in an open one', async () => {
    const stage = open()
    const made = (await ask(stage, { room: 'mine', create: {} })) as { room: string }
    expect(made.room).toMatch(/^[0-9a-z]{28}$/)
    await stage.lobby.rooms.create({ id: 'den', isPrivate: true })
    expect(await ask(stage, { room: 'den' })).toMatchObject({ room: 'den' })
    await stage.share(memoryDirectory(new DirectoryStore(stage.clock)), 'a')
    expect(await ask(stage, { room: 'mine', hops: 1 })).not.toMatchObject({ room: 'mine' })
  })

  test('a page creates the room that it describes', async () => {
    const stage = open({ maxPlayers: 4 })
    const details = { about: { map: 'moor' }, isPrivate: true, maxPlayers: 2 }
    const created = (await ask(stage, { create: details })) as { room: string }
    expect(stage.lobby.rooms.get(`runner/${created.room}`)).toMatchObject(details)
    const larger = (await ask(stage, { create: { maxPlayers: 100 } })) as { room: string }
    expect(stage.lobby.rooms.get(`runner/${larger.room}`)!.maxPlayers).toBe(4)
  })

  test.each([
    [['dunes'], 'the wish is a list, but must be an object'],
    ['dunes', 'the wish is dunes, but must be an object'],
    [
      { map: 'x'.repeat(65) },
      'the wish.map is 65 characters long, but must be a text of at most 64',
    ],
    [{ map: null }, 'the wish.map is null, but must be a text of at most 64 characters'],
    [Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`a${i}`, i])), 'an object of 17'],
  ])('a wish that is no About is refused: %j', async (wish, detail) => {
    const stage = open()
    const refusal = { reason: 'refused', detail: expect.stringContaining(detail) }
    expect(await ask(stage, { wish })).toEqual(refusal)
    expect(stage.errors).toEqual([])
    expect(stage.lobby.rooms.size).toBe(0)
  })

  test('rooms are opened only where mayOpenRoom allows it, and no faster than an address may', async () => {
    const stage = open({ mayOpenRoom: (request) => request !== 'the request' })
    expect(await ask(stage)).toEqual({
      reason: 'refused',
      detail: 'this server opens no such room',
    })
    const fast = open()
    const details = []
    for (let left = 6; left > 0; left--) details.push(await ask(fast, { create: {}, address: 'a' }))
    expect(details[4]).toMatchObject({ keys: [expect.any(String)] })
    expect(details[5]).toMatchObject({
      detail: 'too many rooms opened from this address: try again in a moment',
    })
  })
})

describe('a function', () => {
  test('gets the wish and the rooms with free places, and decides', async () => {
    const asked: MatchRequest[] = []
    const stage = withMatch((request) => {
      asked.push(request)
      const { level } = request.wish as { level: number }
      const near = request.rooms.find(({ about }) => Math.abs(Number(about['level']) - level) < 10)
      return near ? { join: near.id } : { create: { about: { level }, maxPlayers: 2 } }
    })
    const first = (await ask(stage, { wish: { level: 30 } })) as { room: string }
    const second = (await ask(stage, { wish: { level: 35 } })) as { room: string }
    const third = (await ask(stage, { wish: { level: 32 } })) as { room: string }
    expect(second.room).toBe(first.room)
    expect(third.room).not.toBe(first.room)
    expect(asked.map(({ rooms }) => rooms.length)).toEqual([0, 1, 0])
    expect(asked[1]).toMatchObject({ game: 'runner', create: null, request: 'the request' })
    expect(asked[1]!.rooms[0]).toMatchObject({ id: first.room, players: 1, maxPlayers: 2 })
  })

  test('may answer later, and the next player waits for that', async () => {
    let running = 0
    const stage = withMatch(async ({ rooms }): Promise<Match> => {
      expect(++running).toBe(1)
      for (let turns = 0; turns < 5; turns++) await Promise.resolve()
      running--
      return rooms[0] ? { join: rooms[0].id } : { create: {} }
    })
    const found = await Promise.all(Array.from({ length: 10 }, () => ask(stage)))
    expect(found.every((one) => 'keys' in one)).toBe(true)
    expect(stage.lobby.rooms.size).toBe(3)
    expect((await stage.lobby.rooms.list()).map(({ players }) => players)).toEqual([2])
  })

  test('decides about what a page wants to create, too', async () => {
    const stage = withMatch(({ create, wish }) => {
      expect([create, wish]).toEqual([{ about: { ranked: true }, isPrivate: false }, {}])
      return { create: { about: { ranked: false } } }
    })
    await ask(stage, { create: { about: { ranked: true }, isPrivate: false } })
    const [room] = stage.lobby.rooms.values()
    expect(room!.about).toEqual({ ranked: false })
  })

  test('alone opens rooms if mayOpenRoom refuses all', async () => {
    const stage = open({ match: () => ({ create: {} }), mayOpenRoom: () => false })
    const { join, run } = stage
    const found = await ask(stage)
    if (!('keys' in found)) throw new Error(JSON.stringify(found))
    const [seated, stranger] = [join(found.room, found.keys[0]), join('den')]
    await run(100)
    expect([told(seated), told(stranger)]).toEqual([
      null,
      'refused: this server opens no such room',
    ])
    const details = []
    for (let left = 6; left > 0; left--) details.push(await ask(stage, { address: 'a' }))
    expect(details[4]).toMatchObject({ keys: [expect.any(String)] })
    expect(details[5]).toMatchObject({ reason: 'refused' })
  })

  test('refuses a player with words', async () => {
    const stage = withMatch(() => {
      throw new GlissadeError('refused', 'come back on Friday')
    })
    expect(await ask(stage)).toEqual({ reason: 'refused', detail: 'come back on Friday' })
    expect(stage.errors).toEqual([])
    const mine = { code: 'refused', message: 'joinOrCreate: come back on Friday' }
    await expect(stage.lobby.rooms.joinOrCreate()).rejects.toMatchObject(mine)
  })

  test.each<[string, () => unknown, string]>([
    ['throws', () => null!['x' as never], 'TypeError'],
    ['rejects', () => Promise.reject(new Error('the secret is 42')), 'the secret is 42'],
    ['returns nothing', () => undefined, 'the result of match is undefined, but must be'],
    ['creates nonsense', () => ({ create: { maxPlayers: -1 } }), 'maxPlayers is -1'],
  ])('that %s refuses, and its error goes to the operator alone', async (_what, match, error) => {
    const stage = withMatch(match as NonNullable<LobbyOptions['match']>)
    expect(await ask(stage)).toEqual({ reason: 'refused', detail: 'the server refused' })
    expect(stage.errors).toEqual([expect.stringContaining(error)])
  })

  test('that takes longer than 7 s refuses, and the next player is decided about', async () => {
    let calls = 0
    const stage = withMatch(() => (++calls === 1 ? new Promise<Match>(() => {}) : { create: {} }))
    const [slow, next] = [ask(stage), ask(stage)]
    await stage.run(7100)
    expect(await slow).toEqual({ reason: 'timeout', detail: 'the server took too long to decide' })
    expect(await next).toMatchObject({ keys: [expect.any(String)] })
    expect(stage.errors).toEqual([
      expect.stringContaining("match took longer than 7 s: game 'runner'"),
    ])
  })

  test('that is slow holds up a request for 12 s at most, which reserves no seat afterwards', async () => {
    let calls = 0
    const stage = withMatch(() => {
      calls++
      return new Promise<Match>((resolve) => stage.clock.after(5000, () => resolve({ create: {} })))
    })
    const [first, second, third, fourth] = [ask(stage), ask(stage), ask(stage), ask(stage)]
    await stage.run(12_100)
    for (const seated of [first, second])
      expect(await seated).toMatchObject({ keys: [expect.any(String)] })
    const late = { reason: 'timeout', detail: 'the server took too long to decide' }
    expect([await third, await fourth]).toEqual([late, late])
    await stage.run(10_000)
    // The third was being decided about. The fourth has never reached the function.
    expect([calls, stage.lobby.rooms.size, stage.lobby.refused.timeout]).toEqual([3, 2, 2])
    expect(stage.errors).toEqual([])
  })

  test('that is slow decides about addresses in turn, however much one of them asks for', async () => {
    const stage = withMatch(async ({ wish }): Promise<Match> => {
      await new Promise((resolve) => stage.clock.after(200, () => resolve(null)))
      if ((wish as { bad?: 1 }).bad) throw new GlissadeError('refused', 'you have no rating yet')
      return { create: {} }
    })
    const greedy = Array.from({ length: 600 }, () => ask(stage, { wish: { bad: 1 }, address: '6' }))
    const honest = ['7', '8', '9'].map((address) => ask(stage, { address }))
    const seated: number[] = []
    for (const one of honest) void one.then(() => seated.push(stage.clock.nowMs()))
    await stage.run(2000)
    expect(await Promise.all(honest)).toEqual(
      honest.map(() => expect.objectContaining({ keys: [expect.any(String)] })),
    )
    // One decision is under way, and the greedy address has one more turn.
    expect(seated.length).toBe(3)
    expect(Math.max(...seated)).toBeLessThanOrEqual(5 * 250)
    // Its own last requests have found no place to wait.
    expect(await greedy.at(-1)).toMatchObject({
      detail: expect.stringContaining('too many players'),
    })
  })

  test('is not called for a page that has gone, and keeps no seat for it', async () => {
    let calls = 0
    const gone = [false, false]
    const stage = withMatch(() => {
      calls++
      return new Promise<Match>((resolve) => stage.clock.after(1000, () => resolve({ create: {} })))
    })
    const asked = gone.map((_, page) => ask(stage, { isGone: () => gone[page]! }))
    await stage.run(500)
    gone.fill(true)
    await stage.run(5000)
    for (const answer of asked) expect(await answer).toMatchObject({ reason: 'timeout' })
    expect([calls, stage.lobby.rooms.size]).toEqual([1, 0])
  })

  test('is asked again if its room is full or gone, and not for ever', async () => {
    let calls = 0
    const stage = withMatch(() => (++calls < 3 ? { join: 'gone' } : { create: {} }))
    expect(await ask(stage)).toMatchObject({ keys: [expect.any(String)] })
    const stubborn = withMatch(() => ({ join: 'gone' }))
    const refusal = { reason: 'full', detail: 'the room is full, or gone: try again' }
    expect(await ask(stubborn)).toEqual(refusal)
  })

  test('sends a player to a private room that it knows, wherever that is', async () => {
    const match = () => ({ join: 'secret' })
    const a = withMatch(match)
    const b = open({ match }, a.clock)
    const store = new DirectoryStore(a.clock)
    await a.share(memoryDirectory(store), 'a')
    await b.share(memoryDirectory(store), 'b')
    await a.lobby.rooms.create({ id: 'secret', isPrivate: true })
    expect(await ask(b)).toEqual({ moved: 'ws://a', room: 'secret', hops: 1 })
    expect(await ask(a, { room: 'secret', hops: 1 })).toMatchObject({ room: 'secret' })
    expect(await ask(b, { hops: 3 })).toMatchObject({ reason: 'full' })
  })
})

describe('several processes', () => {
  const several = async () => {
    const a = open({ maxPlayers: 2 })
    const b = open({ maxPlayers: 2 }, a.clock)
    const store = new DirectoryStore(a.clock)
    await a.share(memoryDirectory(store), 'a')
    await b.share(memoryDirectory(store), 'b')
    return { a, b }
  }

  test('the process with the fewest rooms gets a new one, and the page is sent there', async () => {
    const { a, b } = await several()
    await a.lobby.rooms.create({ about: { map: 'moor' } })
    const wish = { map: 'dunes' }
    const sent = (await ask(a, { wish })) as { moved: string; room: string; hops: number }
    expect(sent).toMatchObject({ moved: 'ws://b', hops: 1 })
    // The next player is sent after the first one, although that one has not arrived.
    expect(await ask(a, { wish })).toEqual(sent)
    // Two players fill it.
    expect(await ask(a, { wish })).not.toMatchObject({ room: sent.room })
    const seat = await ask(b, { wish, room: sent.room, hops: 1 })
    expect(seat).toMatchObject({ room: sent.room })
    expect(b.lobby.rooms.get(`runner/${sent.room}`)!.about).toEqual(wish)
  })

  test('a page that comes too late is decided about anew, and at last stays where it is', async () => {
    const { a, b } = await several()
    await b.lobby.rooms.create({ id: 'den', seats: 2 })
    expect(await ask(b, { room: 'den', hops: 1 })).not.toMatchObject({ room: 'den' })
    const last = (await ask(b, { room: 'den', hops: 3 })) as { room: string }
    expect(last).toMatchObject({ keys: [expect.any(String)] })
    expect(b.lobby.rooms.has(`runner/${last.room}`)).toBe(true)
    expect([...a.errors, ...b.errors]).toEqual([])
  })

  test('a process that the directory has forgotten asks players to try again, instead of saying that all is full', async () => {
    const stage = open()
    const store = new DirectoryStore(stage.clock)
    await stage.share(memoryDirectory(store), 'a')
    store.remove('a')
    const again = {
      reason: 'timeout',
      detail: 'this server cannot reach its directory of rooms: try again in a moment',
    }
    expect(await ask(stage, { create: {} })).toEqual(again)
    const player = stage.join('den')
    await stage.run(50)
    expect(told(player)).toBe(`timeout: ${again.detail}`)
    expect(stage.errors).toEqual([
      expect.stringContaining('not in the directory'),
      expect.stringContaining('not in the directory'),
    ])
    // The next heartbeat brings it back.
    await stage.run(1500)
    expect(await ask(stage, { create: {} })).toMatchObject({ keys: [expect.any(String)] })
  })

  test('a room with an odd id in the directory is not shown, and the others are', async () => {
    const stage = open()
    const directory = memoryDirectory(new DirectoryStore(stage.clock))
    await stage.share(directory, 'a')
    const room = { url: 'ws://b', players: 1, maxPlayers: 4, about: {} }
    directory.list = async () => [
      { key: 'runner@1/odd', id: 'odd', ...room },
      { key: 'runner@1/=den', id: '=den', ...room },
    ]
    expect(await stage.lobby.rooms.list()).toEqual([{ key: 'runner/den', id: 'den', ...room }])
  })

  test('a process without contact to its directory decides nothing', async () => {
    const clock = open().clock
    const stage = open({}, clock)
    const directory = memoryDirectory(new DirectoryStore(clock))
    await stage.share(directory, 'a')
    directory.list = () => Promise.reject(new Error('the directory is gone'))
    const refusal = {
      reason: 'timeout',
      detail: 'the server could not find a room: try again in a moment',
    }
    expect(await ask(stage)).toEqual(refusal)
    expect(stage.errors).toEqual(['Error: the directory is gone'])
  })
})
