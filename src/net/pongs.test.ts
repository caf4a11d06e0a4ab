import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Link } from '../link/link.ts'
import { webSocketServer } from './websocket-node.ts'

test('pings are answered, but not into a full socket', async () => {
  const http = createServer()
  let link!: Link
  let packets = 0
  const door = webSocketServer(http, (opened) => {
    link = opened
    link.open({ packet: () => packets++, closed: () => {} })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/glissade`)
  await new Promise((resolve) => client.once('open', resolve))
  const pong = new Promise((resolve) => client.once('pong', resolve))
  client.ping('there?')
  expect(String(await pong)).toBe('there?')

  const { _socket: socket } = client as unknown as { _socket: Socket }
  socket.pause()
  const piece = new Uint8Array(60_000)
  for (let n = 0; n < 1000 && link.bufferedBytes < 1_000_000; n++) {
    link.send(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(link.bufferedBytes).toBeGreaterThan(16_384)
  const { bufferedBytes } = link
  // No more than a new socket may send.
  for (let n = 0; n < 8; n++) client.ping(Buffer.alloc(125))
  client.send(new Uint8Array(1))
  while (packets === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(link.bufferedBytes).toBeLessThanOrEqual(bufferedBytes)

  client.terminate()
  await door.close()
  await new Promise((resolve) => http.close(resolve))
})
