import { expect, test } from 'vitest'
import type { ServerProcess } from './directory.ts'
import {
  BYTES,
  GAME,
  HASH,
  IDLE,
  listing,
  NO_CHANGES,
  own,
  place,
  processOf,
  type Stage,
} from './stage.case.ts'

/** What a directory says of processes and rooms, and what it refuses. */
export function testListings(stage: Stage): void {
  test('processes that join are listed with what they have said', async () => {
    const b = await stage.joined('b', { games: { duel: HASH, race: 0 }, capacity: 7 })
    await stage.joined('a')
    await b.heartbeat({ rooms: 3, players: 11, isDraining: true }, NO_CHANGES)
    expect(await b.processes()).toEqual([
      { ...processOf('a'), ...IDLE },
      {
        ...processOf('b', { games: { duel: HASH, race: 0 }, capacity: 7 }),
        ...{ rooms: 3, players: 11, isDraining: true },
      },
    ])
  })

  test('the list has the public and open rooms of live processes, the fullest first', async () => {
    const a = await stage.joined('a', { games: { duel: HASH, race: HASH } })
    const b = await stage.joined('b')
    for (const id of ['p', 'q', 'r', 's', 't']) await own(a, id)
    await own(b, 'u')
    await a.claim('race', 'p', HASH, { preferSelf: true })
    await a.heartbeat(
      { ...IDLE, rooms: 6 },
      new Map([
        ['duel/p', listing(1, { map: 'moor' })],
        ['duel/q', listing(3, { map: 'moor' })],
        ['duel/r', { ...listing(2, { map: 'moor' }), isPrivate: true }],
        ['duel/s', { ...listing(2, { map: 'moor' }), isLocked: true }],
        ['race/p', listing(2, { map: 'moor' })],
      ]),
    )
    await b.heartbeat({ ...IDLE, rooms: 1 }, new Map([['duel/u', listing(4, { map: 'lake' })]]))
    const ids = async (filter = {}) => (await b.list(GAME, filter)).map(({ id }) => id)
    expect(await b.list(GAME, { most: 1 })).toEqual([
      {
        key: 'duel/u',
        id: 'u',
        url: 'wss://b.example/play',
        ...place(4),
        about: { map: 'lake' },
      },
    ])
    expect(await ids()).toEqual(['u', 'q', 'p'])
    expect(await ids({ about: { map: 'moor' } })).toEqual(['q', 'p'])
    expect(await ids({ about: { map: 'moor', hard: true } })).toEqual([])
    expect(await ids({ places: 1 })).toEqual(['q', 'p'])
    expect(await ids({ places: 2, most: 1 })).toEqual(['p'])

    await a.heartbeat(
      { ...IDLE, rooms: 6 },
      new Map([
        ['duel/q', { ...listing(3), isLocked: true }],
        ['duel/s', listing(2)],
        ['duel/u', listing(0)],
        ['duel/nobody', listing(0)],
      ]),
    )
    expect(await ids()).toEqual(['u', 's', 'p'])
    expect(await a.release('duel/s', 1)).toBe(true)
    expect(await ids()).toEqual(['u', 'p'])
    await stage.lapse('a')
    await b.heartbeat({ ...IDLE, rooms: 1 }, NO_CHANGES)
    expect(await ids()).toEqual(['u'])
    await a.join(processOf('a'))
    expect(await ids()).toEqual(['u', 'p'])
    await b.leave()
    expect((await a.list(GAME)).map(({ id }) => id)).toEqual(['p'])
  })

  test.each([
    'a/b/c',
    ' ',
    '{glissade}:alive',
    'p:a',
    'Ünïcode 🎈',
    'line\r\nbreak\0',
    '*'.repeat(200),
    '"\'\\',
    '$1',
  ])('a room may have the id %j', async (id) => {
    const a = await stage.joined('a')
    const mine = await own(a, id)
    expect(mine.key).toBe(`duel/${id}`)
    await a.heartbeat({ ...IDLE, rooms: 1 }, new Map([[mine.key, listing(1, { [id]: id })]]))
    expect(await a.list(GAME)).toMatchObject([{ id, about: { [id]: id } }])
    expect(await a.checkpoint(mine.key, 1, BYTES)).toBe(true)
    expect((await a.find(mine.key))?.term).toBe(1)
    expect(await a.release(mine.key, 1)).toBe(true)
    expect(await a.find(mine.key)).toBeNull()
  })

  test('what is wrong is told as misuse, with its name', async () => {
    const a = stage.open()
    const join = (more: Partial<ServerProcess>) => a.join(processOf('a', more))
    await expect(join({ id: '' })).rejects.toThrow("id is ''")
    await expect(join({ id: 'x'.repeat(101) })).rejects.toThrow('1 to 100 characters')
    await expect(join({ url: 'example.com' })).rejects.toThrow("url is 'example.com'")
    await expect(join({ url: 'wss://a b' })).rejects.toThrow('an address')
    await expect(join({ url: '//a.example' })).rejects.toThrow("url is '//a.example'")
    await expect(join({ capacity: 0 })).rejects.toThrow('capacity is 0')
    await expect(join({ games: {} })).rejects.toThrow('games is empty')
    await expect(join({ games: { 'a/b': 1 } })).rejects.toThrow('no slash')
    await expect(join({ games: { duel: -1 } })).rejects.toThrow('hash is -1')
    for (const call of [
      () => a.heartbeat(IDLE, NO_CHANGES),
      () => a.release('duel/x', 1),
      () => a.handOver('duel/x', 1, BYTES),
      () => a.checkpoint('duel/x', 1, BYTES),
      () => a.reclaim(new Map([['duel/x', 1]])),
      () => a.leave(),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'misuse' })
    await join({})
    await expect(a.claim('', 'x', 1)).rejects.toThrow("game is ''")
    await expect(a.claim('a/b', 'x', 1)).rejects.toThrow("game is 'a/b'")
    await expect(a.claim(GAME, '', 1)).rejects.toThrow("id is ''")
    await expect(a.claim(GAME, 'x', 0.5)).rejects.toThrow('hash is 0.5')
    const short = a.claim(GAME, 'x', 1, { reserveForMs: 1 })
    await expect(short).rejects.toThrow('reserveForMs is 1')
    await expect(a.find('x')).rejects.toThrow("key is 'x'")
    await expect(a.release('duel/', 1)).rejects.toThrow("key is 'duel/'")
    await expect(a.list(GAME, { most: 0 })).rejects.toThrow('most is 0')
    const load = a.heartbeat({ ...IDLE, rooms: Number.NaN }, NO_CHANGES)
    await expect(load).rejects.toThrow('rooms is NaN')
    const listed = a.heartbeat(IDLE, new Map([['duel/x', listing(-1)]]))
    await expect(listed).rejects.toThrow('players is -1')
    expect(await a.processes()).toEqual([{ ...processOf('a'), ...IDLE }])
  })
}
