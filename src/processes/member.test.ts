import { expect, test } from 'vitest'
import { LAST_PORT, Member } from './member.ts'

test('each process has a UDP port of its own, as long as there are ports', () => {
  const address = { address: '127.0.0.1', family: 'IPv4', port: LAST_PORT - 1 }
  const ports = [0, 1, 2].map((number) => {
    const member = new Member({ number, address })
    return [member.udpPort(undefined), member.udpPort(4000)]
  })
  expect(ports).toEqual([
    [LAST_PORT - 1, 4000],
    [LAST_PORT, 4001],
    [undefined, 4002],
  ])
})
