import { serve } from 'glissade/node'
import { RTCPeerConnection } from 'node-datachannel/polyfill'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../support/free-port.ts'
import { join } from './datagrams.ts'
import { open } from './datagrams-server.ts'
import { room } from './ferry-server.ts'

afterEach(() => vi.unstubAllGlobals())

test('the page of the guide says which way its packets take', async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  const server = await serve(room, { port: await freePort() })
  const said: string[] = []
  const watch = async (): Promise<string> => {
    const session = await join(server.url, (text) => said.push(text))
    await expect
      .poll(() => {
        session.frame(performance.now())
        return said.at(-1)
      })
      .toMatch(/^on datagrams|no WebRTC/)
    session.close()
    return said.at(-1) ?? ''
  }
  expect(await watch()).toBe('on the WebSocket: this browser has no WebRTC')
  vi.stubGlobal('RTCPeerConnection', RTCPeerConnection)
  expect(await watch()).toBe('on datagrams')
  expect(server.stats.datagrams).toEqual({ offers: 1, refused: 0, opened: 1, lost: 0 })
  await server.close()
})

test('the server of the guide takes an address of its own', async () => {
  await expect(open('example.org')).rejects.toThrow('publicAddress')
})
