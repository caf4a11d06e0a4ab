import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connectWebSocket } from './connect-node.ts'
import { type Listening, type ListenOptions, listen } from './listen.ts'
import { webSocketServer } from './websocket-node.ts'

describe('listen', () => {
  const open: Listening[] = []
  afterEach(async () => {
    for (const listening of open.splice(0)) await listening.close()
  })

  async function start(options: ListenOptions = {}): Promise<Listening> {
    const server = createServer((_, response) => response.end('hello'))
    webSocketServer(server, () => undefined)
    const listening = await listen(server, options)
    open.push(listening)
    return listening
  }

  test('the server answers at its address', async () => {
    const { url, port } = await start({ port: 0 })
    expect(url).toBe(`http://127.0.0.1:${port}`)
    expect(await (await fetch(url)).text()).toBe('hello')
  })

  test('without a given port it takes the next free one', async () => {
    const first = await start()
    const second = await start()
    expect(first.port).toBeGreaterThanOrEqual(3000)
    expect(second.port).toBeGreaterThan(first.port)
    expect(await (await fetch(second.url)).text()).toBe('hello')
  })

  test('a given port that is taken causes an error of one clear line', async () => {
    const { port } = await start({ port: 0 })
    await expect(start({ port })).rejects.toMatchObject({
      code: 'misuse',
      message: `cannot listen on 127.0.0.1:${port}: the port is in use already`,
    })
    await expect(start({ port: 70_000 })).rejects.toThrow('a number from 0 to 65535')
  })

  test('a server for everybody has its address at localhost', async () => {
    const { url, port } = await start({ port: 0, host: '0.0.0.0' })
    expect(url).toBe(`http://localhost:${port}`)
  })

  test('close ends every connection, and the port is free at once', async () => {
    const listening = await start({ port: 0 })
    const { port, url } = listening
    await fetch(url)
    const link = await connectWebSocket(`${url}/glissade`)
    const ended = new Promise<string>((resolve) => {
      link.open({ packet: () => undefined, closed: resolve })
    })
    const silent = connect(port, '127.0.0.1')
    const hungUp = new Promise((resolve) => silent.once('close', resolve))
    await new Promise<void>((resolve) => silent.once('connect', () => resolve()))
    await Promise.all([listening.close(), listening.close()])
    expect(await ended).toBe('lost')
    await hungUp
    expect((await start({ port })).port).toBe(port)
  })
})
