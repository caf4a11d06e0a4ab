import { setTimeout as passing } from 'node:timers/promises'
import { createClient } from 'redis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RedisServer } from '../../test/support/redis-server.ts'
import type { Claim, Directory, RoomListing } from '../directory/directory.ts'
import { LEASE_MS } from '../directory/limits.ts'
import { type RedisDirectoryOptions, redisDirectory } from './redis-directory.ts'

const HASH = 7
const BYTES = Uint8Array.of(1, 2, 3)
/** What a process does not get within this time, it tries once more. */
const HASTY = { timeoutMs: 200 }
const NO_CHANGES = new Map<string, RoomListing>()
const LOAD = { rooms: 3, players: 3, isDraining: false }

let server: RedisServer
const all: Directory[] = []
let errors: Error[] = []

beforeEach(async () => {
  server = await RedisServer.start()
  errors = []
})

afterEach(async () => {
  for (const directory of all.splice(0)) await directory.close()
  await server.kill()
})

/** A listing as JSON, with one field as it is given. */
const listingWith = (field: string): string =>
  `${JSON.stringify(listing(1)).slice(0, -1)},${field}}`

/** A slow machine ends no lease, and no call. */
const PATIENT = { leaseMs: 3_600_000, timeoutMs: 60_000 }

/** One process with its rooms, which does what a server does after an outage. */
class Process {
  readonly directory: Directory
  readonly rooms = new Map<string, number>()
  readonly lost: (Claim | null)[] = []
  readonly #id: string

  constructor(id: string, options: Partial<RedisDirectoryOptions> = {}) {
    this.#id = id
    const { url } = server
    const onError = (error: Error) => void errors.push(error)
    this.directory = redisDirectory({ ...PATIENT, url, onError, ...options })
    all.push(this.directory)
  }

  /** A process that has joined, however often it has to try. */
  static async joined(id: string, options: Partial<RedisDirectoryOptions> = {}): Promise<Process> {
    const process = new Process(id, options)
    await until(() => process.join().then(...YES_OR_NO))
    return process
  }

  async join(): Promise<void> {
    const url = `ws://${this.#id}.example`
    await this.directory.join({ id: this.#id, url, games: { duel: HASH }, capacity: 100 })
  }

  /** The process that has a room. Tries until the directory answers and some process has it. */
  async claim(id: string): Promise<Claim> {
    let claim: Claim | 'full' = 'full'
    await until(async () => {
      const isLive = await this.beat()
      if (isLive) claim = await this.directory.claim('duel', id, HASH, { preferSelf: true })
      return claim !== 'full'
    })
    const { key, term, isMine } = claim as unknown as Claim
    if (isMine) this.rooms.set(key, term)
    return claim as unknown as Claim
  }

  /** A heartbeat and, where the lease has run out, all that follows from it. Resolves to whether all of it came through. */
  async beat(listings: ReadonlyMap<string, RoomListing> = NO_CHANGES): Promise<boolean> {
    const { directory, rooms } = this
    const load = { rooms: rooms.size, players: 0, isDraining: false }
    try {
      const { hasLapsed } = await directory.heartbeat(load, listings)
      if (!hasLapsed) return true
      await this.join()
      for (const [key, claim] of await directory.reclaim(rooms)) {
        rooms.delete(key)
        this.lost.push(claim)
      }
      return true
    } catch {
      return false
    }
  }
}

const YES_OR_NO = [() => true, () => false] as const

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 1200; n++) {
    if (await what().catch(() => false)) return
    await passing(50)
  }
  throw new Error('it has not come true')
}

function listing(players: number): RoomListing {
  return { players, maxPlayers: 8, isPrivate: false, isLocked: false, about: { map: 'moor' } }
}

test('when Redis ends and starts again without its data, processes join again and take their rooms back', async () => {
  const [a, b] = [await Process.joined('a'), await Process.joined('b')]
  for (const id of ['x', 'y']) await a.claim(id)
  await b.claim('z')
  expect(await a.beat(new Map([['duel/x', listing(3)]]))).toBe(true)
  await server.kill()
  await expect(a.directory.claim('duel', 'w', HASH)).rejects.toMatchObject({ code: 'unreachable' })
  await expect(a.directory.find('duel/x')).rejects.toMatchObject({ code: 'unreachable' })
  expect(await b.beat()).toBe(false)
  expect(await a.beat(new Map([['duel/y', listing(5)]]))).toBe(false)
  await server.start()
  await until(async () => (await a.beat()) && (await b.beat()))
  await until(async () => (await a.beat()) && (await b.beat()))
  expect([...a.lost, ...b.lost]).toEqual([])
  expect(await b.claim('y')).toMatchObject({ processId: 'a', term: 1, isMine: false })
  expect(await a.claim('z')).toMatchObject({ processId: 'b', term: 1, isMine: false })
  expect(await a.directory.checkpoint('duel/x', 1, BYTES)).toBe(true)
  const found = await b.directory.list('duel')
  expect(found.map(({ id, players }) => [id, players])).toEqual([
    ['y', 5],
    ['x', 3],
  ])
  expect(errors.length).toBeGreaterThan(0)
})

test('a room that somebody claims before its owner is back is the claimer’s, and its owner is told', async () => {
  const [a, b] = [await Process.joined('a'), await Process.joined('b')]
  await a.claim('x')
  await server.kill()
  await server.start()
  await until(() => b.beat())
  expect(await b.claim('x')).toMatchObject({ isMine: true, isNew: true })
  await until(async () => (await a.beat()) && a.lost.length > 0)
  expect(a.lost).toMatchObject([{ key: 'duel/x', processId: 'b', isMine: false }])
  expect(await a.directory.checkpoint('duel/x', 1, BYTES)).toBe(false)
})

describe.each(['SIGSTOP', 'CLIENT PAUSE'])('while Redis stands still (%s)', (how) => {
  async function pause(): Promise<() => Promise<unknown>> {
    if (how === 'SIGSTOP') {
      server.pause()
      return async () => server.goOn()
    }
    const admin = createClient({ url: server.url })
    await admin.connect()
    await admin.sendCommand(['CLIENT', 'PAUSE', '600000', 'WRITE'])
    return () => admin.sendCommand(['CLIENT', 'UNPAUSE']).finally(() => admin.destroy())
  }

  test('calls reject, and afterwards every room has the owner that it had', async () => {
    const [a, b] = [await Process.joined('a', HASTY), await Process.joined('b', HASTY)]
    await a.claim('x')
    const goOn = await pause()
    const calls = [
      a.directory.claim('duel', 'y', HASH),
      b.directory.claim('duel', 'y', HASH),
      a.directory.checkpoint('duel/x', 1, BYTES),
      a.directory.find('duel/x'),
    ]
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'unreachable' } })
    await goOn()
    const [ofA, ofB] = [await a.claim('y'), await b.claim('y')]
    expect(ofA.processId).toBe(ofB.processId)
    expect(ofA.term).toBe(ofB.term)
    expect(await b.claim('x')).toMatchObject({ processId: 'a', term: 1 })
  })
})

test('a connection on which nothing is answered any more is replaced', async () => {
  const a = await Process.joined('a', HASTY)
  server.pause()
  await until(async () => {
    await a.beat()
    return errors.some(({ message }) => message.includes('answered nothing'))
  })
  server.goOn()
  expect(await a.claim('x')).toMatchObject({ isMine: true })
})

test('a directory may be there before Redis is', async () => {
  await server.kill()
  const a = new Process('a', HASTY)
  await expect(a.join()).rejects.toMatchObject({ code: 'unreachable' })
  await server.start()
  await until(() => a.join().then(...YES_OR_NO))
  expect(await a.claim('x')).toMatchObject({ isMine: true })
})

test('a process whose heartbeats end loses its rooms after 3 s, with their checkpoints', async () => {
  const times = { leaseMs: LEASE_MS }
  const [a, b] = [await Process.joined('a', times), await Process.joined('b', times)]
  await a.claim('x')
  expect(await a.directory.checkpoint('duel/x', 1, BYTES)).toBe(true)
  await until(async () => (await b.claim('x')).isMine)
  expect(await b.claim('x')).toMatchObject({ term: 2, saved: BYTES })
  await until(async () => (await a.beat()) && a.lost.length > 0)
  expect(a.lost).toMatchObject([{ processId: 'b', term: 2 }])
})

describe('what somebody else has written into Redis', () => {
  const admins: { destroy(): void }[] = []
  afterEach(() => {
    for (const admin of admins.splice(0)) admin.destroy()
  })

  /** Two processes, of which the first has three rooms that are listed, and a connection for the odd entries. */
  async function begin() {
    const [a, b] = [await Process.joined('a'), await Process.joined('b')]
    const rooms = ['x', 'y', 'ok']
    for (const id of rooms) await a.directory.claim('duel', id, HASH, { preferSelf: true })
    await a.beat(new Map(rooms.map((id) => [`duel/${id}`, listing(1)])))
    const admin = createClient({ url: server.url })
    await admin.connect()
    admins.push(admin)
    return { a, b, admin }
  }

  /** Lists, claims and heartbeats work for everybody else. */
  async function expectOthersToGoOn(a: Process, b: Process): Promise<void> {
    expect((await b.directory.list('duel')).map(({ id }) => id)).toContain('ok')
    const owners = new Set<string>()
    for (let n = 0; n < 6; n++) {
      const claim = await b.directory.claim('duel', `new ${n}`, HASH)
      owners.add(claim === 'full' ? claim : claim.processId)
    }
    expect([...owners].sort()).toEqual(['a', 'b'])
    expect((await b.directory.processes()).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(await b.directory.find('duel/ok')).toMatchObject({ processId: 'a', term: 1 })
    for (let n = 0; n < 3; n++)
      expect(await a.directory.heartbeat(LOAD, NO_CHANGES)).toMatchObject({ hasLapsed: false })
  }

  test.each<[string, (key: string) => [string, Record<string, string>] | string]>([
    ['a text', () => 'garbage'],
    ['no numbers', (key) => [key, { term: 'many', until: '\0', listing: '{' }]],
    ['an owner that there is not', (key) => [key, { owner: 'nobody' }]],
    ...[
      ...['null', '7', '[]', '{}', '{"players":null,"about":null}', '{"players":1,"about":{}}'],
      ...['1e999', '-1', '"1"', 'null'].map((players) => listingWith(`"players":${players}`)),
      ...['null', '[]', '{"a":{}}', '{"a":null}', '7'].map((about) =>
        listingWith(`"about":${about}`),
      ),
      ...['null', '0', '"no"', 'true'].map((is) => listingWith(`"isPrivate":${is}`)),
    ].map(
      (text) =>
        [`the listing ${text}`, (key: string) => [key, { listing: text }]] as [
          string,
          (key: string) => [string, Record<string, string>],
        ],
    ),
  ])('over a room, %s, hurts that room alone', async (_what, write) => {
    const { a, b, admin } = await begin()
    const written = write('{glissade}:r:duel/x')
    if (typeof written === 'string') await admin.set('{glissade}:r:duel/x', written)
    else await admin.hSet(...written)
    await expectOthersToGoOn(a, b)
    expect((await b.directory.list('duel')).map(({ id }) => id).sort()).toEqual(['ok', 'y'])
    // What has become of it can be asked, and taken back.
    const taken = ['x', 'ok'].map((id) => [`duel/${id}`, 1] as const)
    expect([...(await a.directory.reclaim(new Map(taken))).keys()]).not.toContain('duel/ok')
    expect(await a.claim('x')).toMatchObject({ key: 'duel/x' })
  })

  test.each(['nokey', 'duel/', 'race/x', '/', ''])(
    'into the list of rooms, the key %j, hurts no other',
    async (key) => {
      const { a, b, admin } = await begin()
      const fields = { owner: 'a', term: '1', until: '0', listing: JSON.stringify(listing(1)) }
      await admin.hSet(`{glissade}:r:${key}`, fields)
      await admin.zAdd('{glissade}:o:duel', { score: -99, value: key })
      await expectOthersToGoOn(a, b)
      expect((await b.directory.list('duel')).map(({ id }) => id).sort()).toEqual(['ok', 'x', 'y'])
    },
  )

  const SOUND = {
    ...{ url: 'wss://evil.example', games: `{"duel":${HASH}}`, queues: `["duel:${HASH}"]` },
    ...{ capacity: '10', rooms: '0', players: '0', draining: '0' },
  }
  test.each<[string, Partial<typeof SOUND> | string]>([
    ...[
      ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc', '//evil.example', '', 'evil'],
      ...['wss://', 'http:// x', 'ws:evil.example', 'https:///x'],
    ].map((url) => [`address ${url}`, { url }] as [string, Partial<typeof SOUND>]),
    ['no JSON for queues', { queues: 'no json' }],
    ['a number for queues', { queues: '7' }],
    ['odd queues', { queues: '[{}]' }],
    ['no number for a capacity', { capacity: 'many' }],
    ['a fraction of rooms', { rooms: '1.5' }],
    ['more rooms than there are numbers', { rooms: '9'.repeat(40) }],
    ['a text instead of fields', 'garbage'],
  ])('a process with %s gets no room, has none, and is not listed', async (_what, odd) => {
    const { a, b, admin } = await begin()
    const fields = { owner: 'evil', term: '1', until: '0', listing: JSON.stringify(listing(1)) }
    await admin.hSet('{glissade}:r:duel/forged', fields)
    await admin.zAdd('{glissade}:o:duel', { score: -99, value: 'duel/forged' })
    if (typeof odd === 'string') await admin.set('{glissade}:p:evil', odd)
    else await admin.hSet('{glissade}:p:evil', { ...SOUND, ...odd })
    await admin.zAdd('{glissade}:alive', { score: Date.now() + 1e6, value: 'evil' })
    await admin.zAdd(`{glissade}:q:duel:${HASH}`, { score: -99, value: 'evil' })
    await expectOthersToGoOn(a, b)
    expect((await b.directory.list('duel')).map(({ id }) => id).sort()).toEqual(['ok', 'x', 'y'])
    expect(await b.directory.find('duel/forged')).toBeNull()
    expect(await b.claim('forged')).toMatchObject({ isNew: true })
    // Its lease runs out like any other.
    await admin.zAdd('{glissade}:alive', { score: 1, value: 'evil' })
    await expectOthersToGoOn(a, b)
  })

  test('games that are none leave their process out of the list of processes', async () => {
    const { a, b, admin } = await begin()
    for (const [n, games] of ['no json', '7', '{"duel":"x"}', 'null'].entries()) {
      await admin.hSet(`{glissade}:p:odd ${n}`, { ...SOUND, games })
      await admin.zAdd('{glissade}:alive', { score: Date.now() + 1e6, value: `odd ${n}` })
    }
    await expectOthersToGoOn(a, b)
  })
})

test('all keys have one hash tag, and what nobody renews expires', async () => {
  const a = await Process.joined('a', { prefix: 'my-game', savedMs: 60_000 })
  const { key } = await a.claim('x')
  expect(await a.directory.checkpoint(key, 1, BYTES)).toBe(true)
  await a.beat(new Map([[key, listing(1)]]))
  await new Process('b', { prefix: 'other' }).join()
  const admin = createClient({ url: server.url })
  await admin.connect()
  const keys = (await admin.keys('*')).sort()
  const mine = keys.filter((name) => name.startsWith('{my-game}:'))
  expect(mine).toEqual(
    ['alive', 'o:duel', 'p:a', `q:duel:${HASH}`, 'r:duel/x', 's:duel/x'].map(
      (name) => `{my-game}:${name}`,
    ),
  )
  expect(keys.filter((name) => !mine.includes(name))).toEqual(
    ['alive', 'p:b', `q:duel:${HASH}`].map((name) => `{other}:${name}`),
  )
  const kept = await Promise.all(mine.map(async (name) => ({ name, ms: await admin.pTTL(name) })))
  for (const { name, ms } of kept.filter(({ name }) => /:[pqrs]:/.test(name)))
    expect({ name, ms, expires: ms > 0 }).toEqual({ name, ms, expires: true })
  admin.destroy()
})

test('a room that is given up while a heartbeat is under way is not reported as lost', async () => {
  const [a, b] = [await Process.joined('a'), await Process.joined('b')]
  await a.claim('x')
  await a.claim('y')
  const released = a.directory.release('duel/x', 1)
  const handed = a.directory.handOver('duel/y', 1, BYTES)
  const load = { rooms: 0, players: 0, isDraining: false }
  expect(await a.directory.heartbeat(load, NO_CHANGES)).toEqual({ hasLapsed: false, lost: [] })
  expect(await released).toBe(true)
  expect(await handed).toMatchObject({ processId: 'b' })
  expect(await b.claim('y')).toMatchObject({ isMine: true, saved: BYTES })
})
