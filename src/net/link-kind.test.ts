import { expect, test } from 'vitest'
import { linkKindOf } from './link-kind.ts'

test.each([
  ['ws://a/glissade', 'ordered'],
  ['/glissade', 'ordered'],
  ['/glissade?token=link=datagram', 'ordered'],
  ['/glissade?link=ordered', 'ordered'],
  ['wss://a:1/glissade?link=datagram', 'datagram'],
  ['/glissade?token=1&link=datagram&x', 'datagram'],
  ['/glissade?link=datagram#top', 'datagram'],
  ['/glissade?link=datagrams', null],
  ['/glissade?link=', null],
] as const)('%s asks for a link of kind %s', (address, kind) => {
  expect(linkKindOf(address)).toBe(kind)
})
