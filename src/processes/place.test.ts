import { createServer } from 'node:http'
import { expect, test } from 'vitest'
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

test('a program has one group, even of one process', () => {
  const first = placeOf({ processes: 1, onError })
  expect({ member: first.member, hasRooms: first.hasRooms }).toEqual({
    member: null,
    hasRooms: false,
  })
  expect(() => placeOf({ processes: 2, onError })).toThrow(
    "serve: only one call of a program may have 'processes'",
  )
})
