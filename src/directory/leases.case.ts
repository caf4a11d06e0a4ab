import { expect, test } from 'vitest'
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

/** What outlives its owner, and what happens when an owner comes back. */
export function testLeases(stage: Stage): void {
  test('saved bytes are kept until the next ones or the release', async () => {
    const a = await stage.joined('a')
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
    await stage.begin({ savedMs: 300 })
    const a = await stage.joined('a')
    const b = await stage.joined('b')
    for (let term = 1; term < 4; term++) {
      const [one, other] = term % 2 === 1 ? [a, b] : [b, a]
      expect((await own(one, 'x')).term).toBe(term)
      expect(await one.handOver('duel/x', term, BYTES)).toMatchObject({ isMine: false })
      await stage.until(async () => (await claimed(other, 'x')).saved === null)
    }
    expect(await b.find('duel/x')).toMatchObject({ processId: 'b', term: 4 })
  })

  test('when a lease has run out, others claim the rooms, with their checkpoints', async () => {
    const a = await stage.joined('a')
    const b = await stage.joined('b')
    const x = await own(a, 'x')
    const y = await own(a, 'y')
    await own(b, 'z')
    await stage.lapse('a')
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
    const a = await stage.joined('a')
    await stage.lapse('a')
    const gone = { code: 'unreachable', message: expect.stringContaining('not in the directory') }
    await expect(a.claim(GAME, 'x', HASH, { preferSelf: true })).rejects.toMatchObject(gone)
    // Whoever has never joined can only be told that there is no place.
    expect(await stage.open().claim(GAME, 'x', HASH)).toBe('full')
    await stage.joined('b')
    expect(await a.claim(GAME, 'x', HASH, { preferSelf: true })).toMatchObject({ processId: 'b' })
  })

  test('a room that others had and gave up meanwhile is not taken back', async () => {
    const a = await stage.joined('a')
    const b = await stage.joined('b')
    const { term } = await own(a, 'x')
    await stage.lapse('a')
    const taken = await own(b, 'x')
    expect(await b.release('duel/x', taken.term)).toBe(true)
    await a.join(processOf('a'))
    expect(await a.reclaim(new Map([['duel/x', term]]))).toEqual(new Map([['duel/x', null]]))
    expect((await own(a, 'x')).term).toBe(3)
  })

  test('a process takes back rooms of which the data knows nothing', async () => {
    const a = await stage.joined('a')
    const rooms = new Map(Array.from({ length: 1200 }, (_, n) => [`duel/room ${n}`, 1 + (n % 5)]))
    expect(await a.reclaim(rooms)).toEqual(new Map())
    const b = await stage.joined('b')
    expect(await claimed(b, 'room 1199')).toEqual(claim('room 1199', 'a', { term: 5 }))
    expect(await a.checkpoint('duel/room 1199', 5, BYTES)).toBe(true)
  })

  test('a heartbeat tells of rooms that are lost without a lapse, each within a few', async () => {
    const a = await stage.joined('a')
    for (let n = 0; n < 250; n++) await own(a, `room ${n}`)
    const twin = await stage.joined('a')
    for (const n of [3, 155, 249]) expect(await twin.release(`duel/room ${n}`, 1)).toBe(true)
    const lost: string[] = []
    for (let n = 0; n < 10; n++) {
      const heartbeat = await a.heartbeat({ ...IDLE, rooms: 250 }, NO_CHANGES)
      lost.push(...heartbeat.lost)
      expect(heartbeat.hasLapsed).toBe(false)
    }
    expect(lost.sort()).toEqual(['duel/room 155', 'duel/room 249', 'duel/room 3'])
    expect(await a.reclaim(new Map([['duel/room 3', 1]]))).toEqual(new Map())
    expect(await twin.find('duel/room 3')).toEqual(claim('room 3', 'a', { isMine: true }))
  })

  test('a room claimed for another process, which does not ask for it, is nobody’s again', async () => {
    const a = await stage.joined('a', { games: { race: 1 } })
    const b = await stage.joined('b')
    const wish = { reserveForMs: 500 }
    for (const id of ['x', 'y'])
      expect(await a.claim(GAME, id, HASH, wish)).toMatchObject({ processId: 'b', term: 1 })
    // On a slow machine, the reservation of y may be over before, and b gets it anew.
    const y = await claimed(b, 'y')
    expect(y).toMatchObject({ isMine: true, term: y.isNew ? 2 : 1 })
    await stage.until(async () => {
      await b.heartbeat({ ...IDLE, rooms: 1 }, NO_CHANGES)
      return (await a.find('duel/x')) === null
    })
    await b.heartbeat({ ...IDLE, rooms: 1 }, NO_CHANGES)
    expect((await b.processes()).map(({ rooms }) => rooms)).toEqual([0, 1])
    expect(await a.find('duel/y')).toEqual(claim('y', 'b', { term: y.term }))
    expect(await own(b, 'x')).toMatchObject({ isMine: true, isNew: true, term: 2 })
  })

  test('a room that was handed over to a process that ends goes on elsewhere', async () => {
    const a = await stage.joined('a')
    const b = await stage.joined('b')
    const { term } = await own(a, 'x')
    expect(await a.handOver('duel/x', term, BYTES)).toMatchObject({ processId: 'b' })
    expect(await claimed(b, 'x')).toMatchObject({ isMine: true })
    await b.leave()
    expect(await a.find('duel/x')).toBeNull()
    const back = claim('x', 'a', { term: 3, isMine: true, isNew: true, saved: BYTES })
    expect(await own(a, 'x')).toEqual(back)
  })

  test('a process that leaves has no room any more, and may join again', async () => {
    const a = await stage.joined('a')
    const b = await stage.joined('b')
    await own(a, 'x')
    await a.leave()
    expect(await b.processes()).toEqual([{ ...processOf('b'), ...IDLE }])
    expect(await own(b, 'x')).toMatchObject({ isMine: true, term: 2 })
    await expect(a.leave()).rejects.toThrow('needs join')
    await a.join(processOf('a', { url: 'wss://elsewhere.example' }))
    expect(await b.claim(GAME, 'y', HASH)).toMatchObject({ url: 'wss://elsewhere.example' })
  })
}
