import { expect, test } from 'vitest'
import { splitPath, urlOfProcess } from './process-path.ts'

test('an address of a process has its number before the path of the WebSocket', () => {
  expect(urlOfProcess(1, undefined, '/glissade')).toBe('/p/1/glissade')
  for (const url of ['wss://a.example', 'wss://a.example/', 'wss://a.example/glissade'])
    expect(urlOfProcess(0, url, '/glissade')).toBe('wss://a.example/p/0/glissade')
  expect(urlOfProcess(2, 'https://a.example/eu/play', '/play')).toBe(
    'https://a.example/eu/p/2/play',
  )
  expect(splitPath(urlOfProcess(2, undefined, '/play'))).toEqual({ wanted: 2, rest: '/play' })
})
