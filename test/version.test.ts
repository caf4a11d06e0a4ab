import { defineGame } from 'glissade'
import { Session } from 'glissade/client'
import { type AnyRoom, DirectoryStore, defineRoom, memoryDirectory, Room } from 'glissade/server'
import { VirtualClock } from 'glissade/testing'
import { expect, test } from 'vitest'
import { memoryPair } from '../src/link/memory.ts'
import { open } from './lobby/virtual.ts'
import { runner } from './support/runner.ts'

/** The runner as of a version. */
const ofVersion = (version: string | number | undefined) =>
  defineRoom(defineGame({ ...runner.game.definition, version }), runner.definition)

const VERSIONS = [undefined, 1, 2, '2026-11-28', ''] as const

/** Opens a page of one version at a lobby. */
function pageAt({ lobby, clock }: ReturnType<typeof open>, { game }: AnyRoom, room = 'den') {
  const { client, server } = memoryPair(clock)
  lobby.accept(server)
  const session = new Session(game, client, clock, { room })
  const ends: string[] = []
  session.onClose((reason, detail) => ends.push(`${reason}: ${detail}`))
  return { session, ends }
}

test('a page of another version is told to load itself again', async () => {
  for (const theirs of VERSIONS)
    for (const ours of VERSIONS) {
      const stage = open({ rooms: [ofVersion(ours)] })
      const { session } = pageAt(stage, ofVersion(theirs))
      await stage.run(100)
      if (theirs === ours) expect(session.state).toBe('open')
      else
        await expect(session.joined).rejects.toMatchObject({
          code: 'schema',
          detail: "the client has another version of 'runner': reload the page",
        })
    }
})

test('a version may be written as a number or as a text', async () => {
  const stage = open({ rooms: [ofVersion(3)] })
  const { session } = pageAt(stage, ofVersion('3'))
  await stage.run(100)
  expect(session.state).toBe('open')
  expect(() => ofVersion(Number.NaN)).toThrow('version is NaN, but must be a text or a number')
  expect(() => ofVersion({} as string)).toThrow('version is [object Object]')
})

test('a room that one version saved goes on with another one', () => {
  for (const [before, now] of [
    [1, 2],
    [undefined, 'b'],
    ['b', undefined],
  ]) {
    const room = new Room(ofVersion(before), { nowMs: 0, id: 'den' })
    room.world.spawn('ball', null, { x: 7 })
    room.advance(200)
    const [ball] = room.world.entities('ball')
    expect(ball!.x).toBeGreaterThan(10)
    const restored = Room.restore(ofVersion(now), room.save(), { nowMs: 0 })
    expect(restored.world.entities('ball').map(({ x }) => x)).toEqual([ball!.x])
    expect(restored.tick).toBe(room.tick)
  }
})

test('rooms of two versions in one directory are two rooms, and each page finds its own', async () => {
  const clock = new VirtualClock()
  const store = new DirectoryStore(clock)
  const [v1, v2] = [ofVersion(1), ofVersion(2)]
  const [a, b] = [open({ rooms: [v1] }, clock), open({ rooms: [v2] }, clock)]
  for (const [name, stage] of Object.entries({ a, b }))
    await stage.share(memoryDirectory(store), name)
  const run = async () => {
    for (const stage of [a, b, a, b]) await stage.run(100)
  }
  const old = pageAt(a, v1)
  const young = pageAt(b, v2)
  await run()
  expect([old.session.state, young.session.state]).toEqual(['open', 'open'])
  for (const { lobby } of [a, b]) expect([...lobby.rooms.keys()]).toEqual(['runner/den'])
  // An old page reaches the new process, which sends it on. A page without a room anywhere has to load itself again.
  const late = pageAt(b, v1)
  const lost = pageAt(b, v1, 'elsewhere')
  await run()
  expect(late.ends).toEqual(['moved: ws://a'])
  expect(lost.ends).toEqual(["schema: the client has another version of 'runner': reload the page"])
})
