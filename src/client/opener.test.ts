import { expect, test } from 'vitest'
import type { Link } from '../link/link.ts'
import { memoryPair } from '../link/memory.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { opener } from './opener.ts'

const LIST = ['ws://a', 'ws://b/play', 'ws://c']

/** An opener whose tries the test answers. */
function begun(to: readonly string[] = LIST) {
  const tries: { url: string; open: (link: Link) => void; fail: (error: Error) => void }[] = []
  const next = opener(to, (url) => new Promise((open, fail) => tries.push({ url, open, fail })))
  return { tries, next, urls: () => tries.map(({ url }) => url) }
}

const link = (): Link => memoryPair(new VirtualClock()).client

test('addresses are tried in turn while there is no server, and the one that answered again', async () => {
  const { tries, next, urls } = begun()
  for (let n = 0; n < 4; n++) {
    const opening = next()
    tries[n]!.fail(new Error('refused'))
    await expect(opening).rejects.toThrow('refused')
  }
  const opening = next()
  tries[4]!.open(link())
  await opening
  void next()
  expect(urls()).toEqual([
    'ws://a/glissade',
    'ws://b/play',
    'ws://c/glissade',
    'ws://a/glissade',
    'ws://b/play',
    'ws://b/play',
  ])
})

test('an address that does not answer is left for the next one, and its failure later changes nothing', async () => {
  const { tries, next, urls } = begun()
  const first = next()
  void next()
  tries[0]!.fail(new Error('no answer'))
  await expect(first).rejects.toThrow('no answer')
  void next()
  tries[0]!.open(link())
  void next()
  expect(urls()).toEqual(['ws://a/glissade', 'ws://b/play', 'ws://c/glissade', 'ws://a/glissade'])
})

test('an address that answers too late does not bring back the one that hangs now', async () => {
  const { tries, next, urls } = begun()
  const first = next()
  void next()
  tries[0]!.open(link())
  await first
  void next()
  expect(urls()).toEqual(['ws://a/glissade', 'ws://b/play', 'ws://c/glissade'])
})

test('where the server says that the room is comes first, with the query of the address before', async () => {
  const { tries, next, urls } = begun(['ws://a/play?link=datagram', 'ws://b'])
  const opening = next()
  tries[0]!.open(link())
  await opening
  void next('/p/2/glissade')
  void next('ws://d')
  void next()
  expect(urls()).toEqual([
    'ws://a/play?link=datagram',
    'ws://a/p/2/glissade?link=datagram',
    'ws://d/glissade?link=datagram',
    'ws://b/glissade',
  ])
})

test('a text that is no address is misuse', () => {
  expect(() => begun(['nowhere'])).toThrow("connect: 'nowhere' is not an address")
})
