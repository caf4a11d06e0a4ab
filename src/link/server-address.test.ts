import { expect, test } from 'vitest'
import { serverAddress } from './server-address.ts'

test.each([
  ['http://a.example', 'http://a.example/glissade'],
  ['wss://a.example/?link=datagram', 'wss://a.example/glissade?link=datagram'],
  [new URL('http://127.0.0.1:3000'), 'http://127.0.0.1:3000/glissade'],
  ['ws://a.example/play', 'ws://a.example/play'],
])('%s', (to, href) => {
  expect(serverAddress(to, 'connect').href).toBe(href)
})

test('an address relative to another one keeps the query of that one', () => {
  const base = new URL('wss://a.example/x/glissade?link=datagram')
  expect(serverAddress('/p/1/glissade', 'connect', base).href).toBe(
    'wss://a.example/p/1/glissade?link=datagram',
  )
  expect(serverAddress('wss://b.example', 'connect', base).href).toBe(
    'wss://b.example/glissade?link=datagram',
  )
  expect(serverAddress('/p/1/glissade?link=ordered', 'connect', base).search).toBe('?link=ordered')
})

test.each([
  ['nowhere'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['file:///etc/passwd'],
  ['mailto:a@b.example'],
])('%s is no address of a game server, and the error names the caller', (to) => {
  const base = new URL('wss://a.example/glissade')
  for (const from of to === 'nowhere' ? [undefined] : [undefined, base])
    expect(() => serverAddress(to, 'connectWebSocket', from)).toThrow(
      `connectWebSocket: '${to}' is not an address`,
    )
})

test('an address is left as it was', () => {
  const to = new URL('http://a.example')
  serverAddress(to, 'connect')
  expect(to.href).toBe('http://a.example/')
})
