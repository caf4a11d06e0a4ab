import { expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import type { Claim } from './directory.ts'
import {
  BYTES,
  claim,
  claimed,
  GAME,
  HASH,
  IDLE,
  NO_CHANGES,
  own,
  processOf,
  type Stage,
} from './stage.case.ts'

/** Which process gets a room, and which may change it. */
export function testClaims(stage: Stage): void {
  test('a room that nobody has goes to the process with the fewest rooms, and stays there', async () => {
    const a = await stage.joined('a')
    const b = await stage.joined('b')
    await a.heartbeat({ ...IDLE, rooms: 2 }, NO_CHANGES)
    await b.heartbeat({ ...IDLE, rooms: 1 }, NO_CHANGES)
    const first = await claimed(a, 'x')
    expect(first).toEqual(claim('x', 'b', { isNew: true }))
    expect(await claimed(b, 'x')).toEqual(claim('x', 'b', { isMine: true }))
    expect(await claimed(a, 'x')).toEqual(claim('x', 'b'))
    expect(await stage.open().claim(GAME, 'x', HASH)).toEqual(claim('x', 'b'))
    expect(await a.find('duel/x')).toEqual(claim('x', 'b'))
    expect(await a.find('duel/y')).toBeNull()
  })

  test('rooms are spread evenly over the processes', async () => {
    const views = [await stage.joined('a'), await stage.joined('b'), await stage.joined('c')]
    const owners = new Map<string, number>()
    for (let n = 0; n < 90; n++) {
      const { processId } = await claimed(views[n % 2]!, `room ${n}`)
      owners.set(processId, (owners.get(processId) ?? 0) + 1)
    }
    expect([...owners.values()]).toEqual([30, 30, 30])
    expect((await views[0]!.processes()).map(({ rooms }) => rooms)).toEqual([30, 30, 30])
  })

  test('a process that wishes to have a room itself gets it if it can take it', async () => {
    const a = await stage.joined('a', { capacity: 1 })
    await stage.joined('b')
    expect(await a.claim(GAME, 'w', HASH + 1, { preferSelf: true })).toBe('full')
    const wish = { preferSelf: true }
    await a.heartbeat({ ...IDLE, isDraining: true }, NO_CHANGES)
    expect(await a.claim(GAME, 'x', HASH, wish)).toMatchObject({ processId: 'b' })
    await a.heartbeat(IDLE, NO_CHANGES)
    expect(await a.claim(GAME, 'y', HASH, wish)).toMatchObject({ isMine: true, isNew: true })
    expect(await a.claim(GAME, 'z', HASH, wish)).toMatchObject({ processId: 'b' })
  })

  test('full, draining and other versions take no room', async () => {
    const a = await stage.joined('a', { capacity: 2 })
    const b = await stage.joined('b', { games: { duel: 5, race: HASH } })
    const c = await stage.joined('c')
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
    const views = [await stage.joined('a'), await stage.joined('b')]
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
    const a = await stage.joined('a')
    const b = await stage.joined('b')
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
    const a = await stage.joined('a')
    const { term } = await own(a, 'x')
    expect(await a.handOver('duel/x', term, BYTES)).toBe('full')
    expect(await a.checkpoint('duel/x', term, BYTES)).toBe(true)
    const b = await stage.joined('b')
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

  test('whatever happens, no two processes have a room at the same term, and terms only rise', async () => {
    const random = new Random(20)
    const any = (n: number): number => random.uint32() % n
    const views = [
      await stage.joined('p0'),
      await stage.joined('p1'),
      await stage.joined('p2'),
      await stage.joined('p3'),
    ]
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
      if (n % 100 === 0) await stage.lapse(`p${any(4)}`)
    }
    expect(Math.max(...terms.values())).toBeGreaterThan(10)
  })
}
