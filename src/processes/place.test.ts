import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { expect, test } from 'vitest'
import { bind } from '../net/listen.ts'
import { placeOf } from './place.ts'

const onError = (): void => {}

test('without a number of processes, the process is alone', () => {
  const { member, hasRooms } = placeOf({ onError })
  expect({ member, hasRooms }).toEqual({ member: null, hasRooms: true })
})

test('other numbers are mistakes, and several processes with a server of one’s own', () => {
  for (const processes of [0, -1, 1.5, 257, Number.NaN, '2' as unknown as number])
    expect(() => placeOf({ processes, onError })).toThrow(
      `processes is ${processes}, but must be an integer from 1 to 256`,
    )
  expect(() => placeOf({ processes: 2, server: createServer(), onError })).toThrow(
    "serve: 'processes' and 'server' cannot be used together",
  )
})

test('each process needs a UDP port that exists', () => {
  expect(() => placeOf({ processes: 3, udpPort: 65_534, onError })).toThrow(
    'udpPort is 65534, but must be at most 65533, because each of 3 processes has one',
  )
  expect(placeOf({ processes: 3, udpPort: 65_533, onError }).hasRooms).toBe(false)
})

test('a group that cannot listen leaves its place to the next one', async () => {
  const taken = createTcpServer()
  const { port } = await bind(taken, { port: 0 })
  try {
    for (let n = 0; n < 2; n++) {
      const place = placeOf({ processes: 1, onError })
      expect({ member: place.member, hasRooms: place.hasRooms }).toEqual({
        member: null,
        hasRooms: false,
      })
      await expect(place.listen(createServer(), { port })).rejects.toThrow('cannot listen on')
    }
  } finally {
    taken.close()
  }
})
