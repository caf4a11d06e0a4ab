import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { connect, type Session } from 'glissade/client'
import { connectWebSocket, type Server, serve } from 'glissade/node'
import { Simulation } from 'glissade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundled } from './support/bundled.ts'
import { greeter } from './support/greeter.ts'
import { listening } from './support/late-listener.ts'

/** What a page that listens late hears: all messages in their order, and no event of before. */
const HEARD = ['hello 1', '1 is here', 'and that is all']

let server: Server
beforeAll(async () => {
  server = await serve(greeter, { port: 0 })
})
afterAll(() => server?.close())

describe('what `join` sends is heard by a page that listens 5 s later', () => {
  test('in Node, over a socket of `ws`', async () => {
    const session = await connect(greeter.game, await connectWebSocket(server.url), { room: 'ws' })
    expect(await listening(session, 5000)).toEqual(HEARD)
    session.close()
  })

  test("in Node, over undici's WebSocket", async () => {
    const program = await bundled(`${import.meta.dirname}/support/late-child.ts`)
    // Node 20 has one only by this option; later versions always do.
    const args = ['--experimental-websocket', '--no-warnings', program, server.url]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(JSON.parse(stdout)).toEqual(HEARD)
  })

  test.each(['ordered', 'datagram'] as const)('in a simulation, over an %s link', (kind) => {
    const sim = new Simulation(greeter, { kind })
    const { session } = sim.join()
    sim.run(5000)
    const heard: string[] = []
    ;(session as Session<typeof greeter.game>).onMessage('said', ({ text }) => heard.push(text))
    expect(heard).toEqual([])
    sim.run(0)
    expect(heard).toEqual(HEARD)
  })

  test('also if the connection broke meanwhile', () => {
    const sim = new Simulation(greeter)
    const client = sim.join({ reopens: true })
    sim.run(2000)
    client.cut(1000)
    sim.run(3000)
    sim.room.world.broadcast('said', { text: 'welcome back' })
    sim.run(1000)
    const heard: string[] = []
    client.session.onMessage('said', ({ text }) => heard.push(text))
    sim.run(0)
    expect(heard).toEqual([...HEARD, 'welcome back'])
  })

  test('also if the session has ended', () => {
    const sim = new Simulation(greeter)
    const { session } = sim.join()
    sim.run(1000)
    session.close()
    const heard: string[] = []
    session.onMessage('said', ({ text }) => heard.push(text))
    sim.run(0)
    expect(heard).toEqual(HEARD)
  })
})
