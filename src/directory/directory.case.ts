import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import type {
  Claim,
  Directory,
  DirectoryTimes,
  ProcessLoad,
  RoomListing,
  ServerProcess,
} from './directory.ts'

/** Data that the directories of several processes share. */
export interface SharedData {
  /** The directory of one more process. */
  open(): Directory
  /** Has the lease of a process run out now. */
  lapse(id: string): Promise<void>
  /** Lets a moment pass: advances the virtual clock, or waits a moment of real time. */
  pass(): Promise<void>
  /** Frees what `open` has taken. Called after each test. */
  end(): Promise<void>
}

/** No lease runs out because a machine is slow. */
const LEASE_MS = 3_600_000
const GAME = 'duel'
const HASH = 0xfedc_ba98
const IDLE: ProcessLoad = { rooms: 0, players: 0, isDraining: false }
const NO_CHANGES = new Map<string, RoomListing>()
const BYTES = Uint8Array.from({ length: 256 }, (_, i) => i)

/** The contract of `Directory` as a test. Every kind of directory runs it. */
export function runDirectoryCases({
  name,
  share,
}: {
  readonly name: string
  /** Empty data. */
  share(times: DirectoryTimes): Promise<SharedData>
}): void {
  describe(`${name} keeps the promises of a Directory`, () => {
    let data: SharedData
    const all: Directory[] = []
    beforeEach(async () => {
      data = await share({ leaseMs: LEASE_MS })
    })
    afterEach(async () => {
      for (const directory of all.splice(0)) await directory.close()
      await data.end()
    })

    function open(): Directory {
      const directory = data.open()
      all.push(directory)
      return directory
    }

    async function joined(id: string, more: Partial<ServerProcess> = {}): Promise<Directory> {
      const directory = open()
      await directory.join(processOf(id, more))
      return directory
    }

    /** Lets time pass until something holds: for a minute, or two of virtual time. */
    async function until(what: () => Promise<boolean>): Promise<void> {
      for (let n = 0; n < 1200; n++) {
        if (await what()) return
        await data.pass()
      }
      throw new Error('it has not come true')
    }

    test('processes that join are listed with what they have said', async () => {
      const b = await joined('b', { games: { duel: HASH, race: 0 }, capacity: 7 })
      await joined('a')
      await b.heartbeat({ rooms: 3, players: 11, isDraining: true }, NO_CHANGES)
      expect(await b.processes()).toEqual([
        { ...processOf('a'), ...IDLE },
        {
          ...processOf('b', { games: { duel: HASH, race: 0 }, capacity: 7 }),
          ...{ rooms: 3, players: 11, isDraining: true },
        },
      ])
    })

    test('a room that nobody has goes to the process with the fewest rooms, and stays there', async () => {
      const a = await joined('a')
      const b = await joined('b')
      await a.heartbeat({ ...IDLE, rooms: 2 }, NO_CHANGES)
      await b.heartbeat({ ...IDLE, rooms: 1 }, NO_CHANGES)
      const first = await claimed(a, 'x')
      expect(first).toEqual(claim('x', 'b', { isNew: true }))
      expect(await claimed(b, 'x')).toEqual(claim('x', 'b', { isMine: true }))
      expect(await claimed(a, 'x')).toEqual(claim('x', 'b'))
      expect(await open().claim(GAME, 'x', HASH)).toEqual(claim('x', 'b'))
      expect(await a.find('duel/x')).toEqual(claim('x', 'b'))
      expect(await a.find('duel/y')).toBeNull()
    })

    test('rooms are spread evenly over the processes', async () => {
      const views = [await joined('a'), await joined('b'), await joined('c')]
      const owners = new Map<string, number>()
      for (let n = 0; n < 90; n++) {
        const { processId } = await claimed(views[n % 2]!, `room ${n}`)
        owners.set(processId, (owners.get(processId) ?? 0) + 1)
      }
      expect([...owners.values()]).toEqual([30, 30, 30])
      expect((await views[0]!.processes()).map(({ rooms }) => rooms)).toEqual([30, 30, 30])
    })

    test('a process that wishes to have a room itself gets it if it can take it', async () => {
      const a = await joined('a', { capacity: 1 })
      await joined('b')
      expect(await a.claim(GAME, 'w', HASH + 1, { preferSelf: true })).toBe('full')
      const wish = { preferSelf: true }
      await a.heartbeat({ ...IDLE, isDraining: true }, NO_CHANGES)
      expect(await a.claim(GAME, 'x', HASH, wish)).toMatchObject({ processId: 'b' })
      await a.heartbeat(IDLE, NO_CHANGES)
      expect(await a.claim(GAME, 'y', HASH, wish)).toMatchObject({ isMine: true, isNew: true })
      expect(await a.claim(GAME, 'z', HASH, wish)).toMatchObject({ processId: 'b' })
    })

    test('full, draining and other versions take no room', async () => {
      const a = await joined('a', { capacity: 2 })
      const b = await joined('b', { games: { duel: 5, race: HASH } })
      const c = await joined('c')
      await c.heartbeat({ ...IDLE, isDraining: true }, NO_CHANGES)
      expect(await claimed(b, 'x')).toMatchObject({ processId: 'a' })
      expect(await claimed(b, 'y')).toMatchObject({ processId: 'a' })
      expect(await b.claim(GAME, 'z', HASH)).toBe('full')
      expect(await b.claim(GAME, 'z', 5)).toMatchObject({ processId: 'b' })
      expect(await b.claim('chess', 'z', HASH)).toBe('full')
      const x = await claimed(a, 'x')
      expect(await a.release('duel/x', x.term)).toBe(true)
      expect(await b.claim(GAME, 'w', HASH)).toMatchObject({ processId: 'a' })
      await c.heartbeat(IDLE, NO_CHANGES)
      expect(await b.claim(GAME, 'v', HASH)).toMatchObject({ processId: 'c' })
    })

    test('two processes that claim the same 1,000 rooms at once get the same answers', async () => {
      const views = [await joined('a'), await joined('b')]
      const ids = Array.from({ length: 1000 }, (_, n) => `room ${n}`)
      const answers = await Promise.all(
        views.map((view) => Promise.all(ids.map((id) => claimed(view, id)))),
      )
      const [ofA, ofB] = answers.map((claims) =>
        claims.map(({ processId, term }) => ({ processId, term })),
      )
      expect(ofA).toEqual(ofB)
      for (let n = 0; n < 1000; n++) {
        const pair = answers.map((claims) => claims[n]!)
        expect(pair.filter(({ isNew }) => isNew).length).toBe(1)
        expect(pair.filter(({ isMine }) => isMine).length).toBe(1)
      }
    })

    test('a released room is claimed at the next term', async () => {
      const a = await joined('a')
      const b = await joined('b')
      const first = await own(a, 'x')
      expect(await b.release('duel/x', first.term)).toBe(false)
      expect(await a.release('duel/x', first.term + 1)).toBe(false)
      expect(await a.release('duel/x', first.term)).toBe(true)
      expect(await a.release('duel/x', first.term)).toBe(false)
      expect(await a.find('duel/x')).toBeNull()
      expect(await own(b, 'x')).toEqual(claim('x', 'b', { term: 2, isMine: true, isNew: true }))
      expect(await a.release('duel/x', first.term)).toBe(false)
      expect(await a.release('duel/never', 1)).toBe(false)
    })

    test('a room that is handed over goes to another process, with its bytes', async () => {
      const a = await joined('a')
      const { term } = await own(a, 'x')
      expect(await a.handOver('duel/x', term, BYTES)).toBe('full')
      expect(await a.checkpoint('duel/x', term, BYTES)).toBe(true)
      const b = await joined('b')
      await b.heartbeat({ ...IDLE, rooms: 50 }, NO_CHANGES)
      const saved = BYTES.slice()
      const handed = a.handOver('duel/x', term, saved)
      saved.fill(7)
      expect(await handed).toEqual(claim('x', 'b', { term: 2 }))
      expect(await a.handOver('duel/x', term, BYTES)).toBe('lost')
      expect(await a.checkpoint('duel/x', term, BYTES)).toBe(false)
      expect(await a.release('duel/x', term)).toBe(false)
      expect(await claimed(a, 'x')).toEqual(claim('x', 'b', { term: 2 }))
      for (let n = 0; n < 2; n++) {
        const mine = await claimed(b, 'x')
        expect(mine).toEqual(claim('x', 'b', { term: 2, isMine: true, saved: BYTES }))
        mine.saved!.fill(0)
      }
    })

    test('saved bytes are kept until the next ones or the release', async () => {
      const a = await joined('a')
      const { term } = await own(a, 'x')
      expect(await a.checkpoint('duel/x', term, BYTES)).toBe(true)
      expect(await a.checkpoint('duel/x', term, BYTES.subarray(3, 5))).toBe(true)
      expect((await claimed(a, 'x')).saved).toEqual(Uint8Array.of(3, 4))
      expect(await a.checkpoint('duel/x', term, new Uint8Array(0))).toBe(true)
      expect((await claimed(a, 'x')).saved).toEqual(new Uint8Array(0))
      expect(await a.release('duel/x', term)).toBe(true)
      expect((await own(a, 'x')).saved).toBeNull()
    })

    test('saved bytes expire, and the term does not', async () => {
      await data.end()
      data = await share({ leaseMs: LEASE_MS, savedMs: 300 })
      const a = await joined('a')
      const b = await joined('b')
      for (let term = 1; term < 4; term++) {
        const [one, other] = term % 2 === 1 ? [a, b] : [b, a]
        expect((await own(one, 'x')).term).toBe(term)
        expect(await one.handOver('duel/x', term, BYTES)).toMatchObject({ isMine: false })
        await until(async () => (await claimed(other, 'x')).saved === null)
      }
      expect(await b.find('duel/x')).toMatchObject({ processId: 'b', term: 4 })
    })

    test('when a lease has run out, others claim the rooms, with their checkpoints', async () => {
      const a = await joined('a')
      const b = await joined('b')
      const x = await own(a, 'x')
      const y = await own(a, 'y')
      await own(b, 'z')
      await data.lapse('a')
      expect(await a.checkpoint('duel/x', x.term, BYTES)).toBe(true)
      const taken = claim('x', 'b', { term: 2, isMine: true, isNew: true, saved: BYTES })
      expect(await claimed(b, 'x')).toEqual(taken)
      expect(await b.find('duel/z')).toEqual(claim('z', 'b', { isMine: true }))
      expect(await b.find('duel/y')).toBeNull()

      expect(await a.heartbeat(IDLE, NO_CHANGES)).toEqual({ hasLapsed: true, lost: [] })
      expect(await a.heartbeat(IDLE, NO_CHANGES)).toEqual({ hasLapsed: true, lost: [] })
      expect(await a.checkpoint('duel/x', x.term, BYTES)).toBe(false)
      expect(await a.release('duel/x', x.term)).toBe(false)
      expect(await a.handOver('duel/x', x.term, BYTES)).toBe('lost')
      await a.join(processOf('a'))
      const rooms = new Map([
        ['duel/x', x.term],
        ['duel/y', y.term],
      ])
      const lost = new Map([['duel/x', claim('x', 'b', { term: 2 })]])
      for (let n = 0; n < 2; n++) expect(await a.reclaim(rooms)).toEqual(lost)
      expect(await claimed(b, 'y')).toEqual(claim('y', 'a'))
      expect(await a.checkpoint('duel/y', y.term, BYTES)).toBe(true)
      expect(await a.heartbeat({ ...IDLE, rooms: 1 }, NO_CHANGES)).toEqual({
        hasLapsed: false,
        lost: [],
      })
    })

    test('a process whose lease has run out gets no rooms, even if it asks', async () => {
      const a = await joined('a')
      await data.lapse('a')
      expect(await a.claim(GAME, 'x', HASH, { preferSelf: true })).toBe('full')
      await joined('b')
      expect(await a.claim(GAME, 'x', HASH, { preferSelf: true })).toMatchObject({ processId: 'b' })
    })

    test('a room that others had and gave up meanwhile is not taken back', async () => {
      const a = await joined('a')
      const b = await joined('b')
      const { term } = await own(a, 'x')
      await data.lapse('a')
      const taken = await own(b, 'x')
      expect(await b.release('duel/x', taken.term)).toBe(true)
      await a.join(processOf('a'))
      expect(await a.reclaim(new Map([['duel/x', term]]))).toEqual(new Map([['duel/x', null]]))
      expect((await own(a, 'x')).term).toBe(3)
    })

    test('a process takes back rooms of which the data knows nothing', async () => {
      const a = await joined('a')
      const rooms = new Map(Array.from({ length: 1200 }, (_, n) => [`duel/room ${n}`, 1 + (n % 5)]))
      expect(await a.reclaim(rooms)).toEqual(new Map())
      const b = await joined('b')
      expect(await claimed(b, 'room 1199')).toEqual(claim('room 1199', 'a', { term: 5 }))
      expect(await a.checkpoint('duel/room 1199', 5, BYTES)).toBe(true)
    })

    test('a heartbeat tells of rooms that are lost without a lapse, each within a few', async () => {
      const a = await joined('a')
      for (let n = 0; n < 250; n++) await own(a, `room ${n}`)
      const twin = await joined('a')
      for (const n of [3, 155, 249]) expect(await twin.release(`duel/room ${n}`, 1)).toBe(true)
      const lost: string[] = []
      for (let n = 0; n < 3; n++) {
        const heartbeat = await a.heartbeat({ ...IDLE, rooms: 250 }, NO_CHANGES)
        lost.push(...heartbeat.lost)
        expect(heartbeat.hasLapsed).toBe(false)
      }
      expect(lost.sort()).toEqual(['duel/room 155', 'duel/room 249', 'duel/room 3'])
      expect(await a.reclaim(new Map([['duel/room 3', 1]]))).toEqual(new Map())
      expect(await twin.find('duel/room 3')).toEqual(claim('room 3', 'a', { isMine: true }))
    })

    test('a room claimed for another process, which does not ask for it, is nobody’s again', async () => {
      const a = await joined('a', { games: { race: 1 } })
      const b = await joined('b')
      const wish = { reserveForMs: 500 }
      for (const id of ['x', 'y'])
        expect(await a.claim(GAME, id, HASH, wish)).toMatchObject({ processId: 'b', term: 1 })
      // On a slow machine, the reservation of y may be over before, and b gets it anew.
      const y = await claimed(b, 'y')
      expect(y).toMatchObject({ isMine: true, term: y.isNew ? 2 : 1 })
      await until(async () => {
        await b.heartbeat({ ...IDLE, rooms: 1 }, NO_CHANGES)
        return (await a.find('duel/x')) === null
      })
      await b.heartbeat({ ...IDLE, rooms: 1 }, NO_CHANGES)
      expect((await b.processes()).map(({ rooms }) => rooms)).toEqual([0, 1])
      expect(await a.find('duel/y')).toEqual(claim('y', 'b', { term: y.term }))
      expect(await own(b, 'x')).toMatchObject({ isMine: true, isNew: true, term: 2 })
    })

    test('a room that was handed over to a process that ends goes on elsewhere', async () => {
      const a = await joined('a')
      const b = await joined('b')
      const { term } = await own(a, 'x')
      expect(await a.handOver('duel/x', term, BYTES)).toMatchObject({ processId: 'b' })
      expect(await claimed(b, 'x')).toMatchObject({ isMine: true })
      await b.leave()
      expect(await a.find('duel/x')).toBeNull()
      const back = claim('x', 'a', { term: 3, isMine: true, isNew: true, saved: BYTES })
      expect(await own(a, 'x')).toEqual(back)
    })

    test('a process that leaves has no room any more, and may join again', async () => {
      const a = await joined('a')
      const b = await joined('b')
      await own(a, 'x')
      await a.leave()
      expect(await b.processes()).toEqual([{ ...processOf('b'), ...IDLE }])
      expect(await own(b, 'x')).toMatchObject({ isMine: true, term: 2 })
      await expect(a.leave()).rejects.toThrow('needs join')
      await a.join(processOf('a', { url: 'wss://elsewhere.example' }))
      expect(await b.claim(GAME, 'y', HASH)).toMatchObject({ url: 'wss://elsewhere.example' })
    })

    test('the list has the public and open rooms of live processes, the fullest first', async () => {
      const a = await joined('a', { games: { duel: HASH, race: HASH } })
      const b = await joined('b')
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
      await data.lapse('a')
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
      const a = await joined('a')
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
      const a = open()
      const join = (more: Partial<ServerProcess>) => a.join(processOf('a', more))
      await expect(join({ id: '' })).rejects.toThrow("id is ''")
      await expect(join({ id: 'x'.repeat(101) })).rejects.toThrow('1 to 100 characters')
      await expect(join({ url: 'example.com' })).rejects.toThrow("url is 'example.com'")
      await expect(join({ url: 'wss://a b' })).rejects.toThrow('an address')
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

    test('whatever happens, no two processes have a room at the same term, and terms only rise', async () => {
      const random = new Random(20)
      const any = (n: number): number => random.uint32() % n
      const views = [await joined('p0'), await joined('p1'), await joined('p2'), await joined('p3')]
      const owners = new Map<string, string>()
      const terms = new Map<string, number>()
      const held = views.map(() => new Map<string, number>())
      const note = (answer: Claim | string | null) => {
        if (answer === null || typeof answer === 'string') return
        const { key, term, processId } = answer
        expect(term).toBeGreaterThanOrEqual(terms.get(key) ?? 1)
        terms.set(key, term)
        expect(owners.get(`${key} ${term}`) ?? processId).toBe(processId)
        owners.set(`${key} ${term}`, processId)
        const n = Number(processId.slice(1))
        if (answer.isMine) held[n]!.set(key, term)
      }
      for (let n = 0; n < 2500; n++) {
        const i = any(4)
        const view = views[i]!
        const id = `${any(8)}`
        const key = `duel/${id}`
        const term = held[i]!.get(key) ?? any(4)
        const rooms = held[i]!.size
        const what = any(8)
        if (what < 3) note(await view.claim(GAME, id, HASH, { preferSelf: what === 0 }))
        else if (what === 3) await view.release(key, term)
        else if (what === 4) note(await view.handOver(key, term, BYTES))
        else if (what === 5) await view.checkpoint(key, term, BYTES)
        else if (what === 6) note(await view.find(key))
        else {
          const { hasLapsed } = await view.heartbeat({ ...IDLE, rooms }, NO_CHANGES)
          if (hasLapsed) await view.join(processOf(`p${i}`))
          if (hasLapsed) for (const lost of await view.reclaim(held[i]!)) note(lost[1])
        }
        if (n % 100 === 0) await data.lapse(`p${any(4)}`)
      }
      expect(Math.max(...terms.values())).toBeGreaterThan(10)
    })
  })
}

function processOf(id: string, more: Partial<ServerProcess> = {}): ServerProcess {
  return { id, url: `wss://${id}.example/play`, games: { duel: HASH }, capacity: 5000, ...more }
}

/** A claim, as expected. */
function claim(id: string, processId: string, more: Partial<Claim> = {}): Claim {
  const url = `wss://${processId}.example/play`
  const basics = { key: `duel/${id}`, processId, url, term: 1 }
  return { ...basics, isMine: false, isNew: false, saved: null, ...more }
}

async function claimed(directory: Directory, id: string): Promise<Claim> {
  const answer = await directory.claim(GAME, id, HASH)
  if (answer === 'full') throw new Error(`no process takes ${id}`)
  return answer
}

async function own(directory: Directory, id: string): Promise<Claim> {
  const answer = await directory.claim(GAME, id, HASH, { preferSelf: true })
  if (answer === 'full' || !answer.isMine) throw new Error(`the process does not get ${id}`)
  return answer
}

function place(players: number) {
  return { players, maxPlayers: 4 }
}

function listing(players: number, about: RoomListing['about'] = {}): RoomListing {
  return { ...place(players), isPrivate: false, isLocked: false, about }
}
