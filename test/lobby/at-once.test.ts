import { AddressLimits, DirectoryStore, type Match, memoryDirectory } from 'glissade/server'
import { describe, expect, test } from 'vitest'
import { ask, open, type Stage, told } from './virtual.ts'

/** A process that has been given a new room `id`, whose claim is confirmed when `confirm` is called, and no sooner. */
async function withClaim(): Promise<{ stage: Stage; id: string; confirm(): void }> {
  const a = open()
  const stage = open({}, a.clock)
  const store = new DirectoryStore(a.clock)
  await a.share(memoryDirectory(store), 'a')
  const directory = memoryDirectory(store)
  await stage.share(directory, 'b')
  await a.lobby.rooms.create()
  const sent = (await ask(a, { create: {} })) as { moved: string; room: string }
  expect(sent.moved).toBe('ws://b')
  let confirm = (): void => {}
  const isConfirmed = new Promise<void>((resolve) => {
    confirm = resolve
  })
  const claim = directory.claim.bind(directory)
  directory.claim = async (...wanted) => {
    await isConfirmed
    return claim(...wanted)
  }
  return { stage, id: sent.room, confirm }
}

describe('a page and a client that open the same room at once', () => {
  test.each([
    ['the client first', true],
    ['the page first', false],
  ])('meet in one room: %s', async (_what, isClientFirst) => {
    const { stage, id, confirm } = await withClaim()
    const { lobby, join, run, errors } = stage
    const post = () => ask(stage, { create: {}, room: id, hops: 1 })
    let client = isClientFirst ? join(id) : null
    await run(100)
    const posting = post()
    await run(100)
    client ??= join(id)
    await run(100)
    expect(lobby.rooms.size).toBe(0)
    confirm()
    await run(100)
    const found = await posting
    if (!('keys' in found)) throw new Error(JSON.stringify(found))
    expect(found.room).toBe(id)
    expect(told(client)).toBe(null)
    const room = lobby.rooms.get(`runner/${id}`)!
    const seated = join(id, found.keys[0])
    await run(100)
    expect(room.players.length).toBe(2)
    client.link.close('left')
    seated.link.close('left')
    await run(30_000)
    expect([lobby.rooms.size, lobby.nextDueMs]).toEqual([0, Number.POSITIVE_INFINITY])
    expect([room.isClosed, errors]).toEqual([true, []])
  })
})

test.each([false, true])(
  'of two calls that create a room at once, one rejects; shared: %s',
  async (isShared) => {
    const stage = open()
    const { rooms } = stage.lobby
    if (isShared) await stage.share(memoryDirectory(new DirectoryStore(stage.clock)), 'a')
    const [first, second] = await Promise.allSettled([
      rooms.create({ id: 'den' }),
      rooms.create({ id: 'den' }),
    ])
    expect(first).toMatchObject({ status: 'fulfilled', value: { room: 'den' } })
    const reason = { code: 'refused', message: "create: the room 'den' is open already" }
    expect(second).toMatchObject({ status: 'rejected', reason })
    await stage.run(40_000)
    expect([rooms.size, stage.lobby.nextDueMs]).toEqual([0, Number.POSITIVE_INFINITY])
  },
)

test.each([{ create: {} }, { join: 'den' }])(
  'requests at once reserve no more seats than their address may have players: %j',
  async (match) => {
    const addresses = new AddressLimits({ maxPerAddress: 2, roomsPerSecond: 100 })
    const stage = open({
      addresses,
      match: async (): Promise<Match> => {
        for (let turns = 0; turns < 5; turns++) await Promise.resolve()
        return match
      },
    })
    await stage.lobby.rooms.create({ id: 'den' })
    const all = Array.from({ length: 6 }, () => ask(stage, { address: 'a' }))
    const found = await Promise.all(all)
    expect(found.filter((one) => 'keys' in one).length).toBe(2)
    expect(found.slice(2)).toEqual(
      Array(4).fill({ reason: 'refused', detail: 'too many players from this address' }),
    )
    expect(addresses.places('a')).toBe(2)
    // Nobody opens a room in which there is nobody's seat.
    expect(stage.lobby.rooms.size).toBe('create' in match ? 3 : 1)
    // Nor may a page sit down directly in the room to which it was sent.
    expect(await ask(stage, { address: 'a', room: 'den' })).toMatchObject({ reason: 'refused' })
  },
)
