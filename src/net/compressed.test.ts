import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Session } from '../client/session.ts'
import { jsonMessages } from '../client/timeline/messages.ts'
import { defineGame } from '../game/define-game.ts'
import { flag, number } from '../game/field.ts'
import { runLinkCases } from '../link/link.case.ts'
import type { Link } from '../link/link.ts'
import { defineRoom } from '../server/define-room.ts'
import { Lobby } from '../server/rooms/lobby.ts'
import { realClock } from './real-clock.ts'
import { openSocket } from './websocket.ts'

/** A server made with `ws` alone, with permessage-deflate, and links over both ends of its sockets. */
async function openServer() {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: true })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const made: WebSocket[] = []
  /** `ws` has the browser's interface, but its types are not the DOM's. */
  const linkOf = (socket: WebSocket) => {
    made.push(socket)
    return openSocket(() => socket as unknown as globalThis.WebSocket, 'ws://any', realClock)
  }
  const join = async (): Promise<[client: Link, server: Link]> => {
    const accepted = new Promise<Link>((resolve) => {
      sockets.once('connection', (socket) => {
        resolve(linkOf(socket))
        // The socket is already open, and would not emit this again.
        socket.emit('open')
      })
    })
    const client = await linkOf(new WebSocket(`ws://127.0.0.1:${port}`))
    const server = await accepted
    for (const { extensions } of made) expect(extensions).toBe('permessage-deflate')
    return [client, server]
  }
  const end = async () => {
    for (const socket of made) socket.terminate()
    sockets.close()
    await new Promise((resolve) => http.close(resolve))
  }
  return { join, end }
}

runLinkCases({
  name: 'a pair of `ws` sockets that compress',
  open: async () => {
    const server = await openServer()
    const [client, accepted] = await server.join()
    const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
    return { client, server: accepted, turn, end: server.end }
  },
})

describe('a session over `ws` that compresses', () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  test('plays on, with eight players and messages both ways', async () => {
    const game = defineGame({
      name: 'dots',
      messages: jsonMessages(),
      stepHz: 60,
      sendHz: 60,
      input: { right: flag(), up: flag() },
      entities: { dot: { x: number({ max: 100_000 }), y: number({ max: 100_000 }) } },
      move: {
        dot: (dot, input) => {
          dot.x += Number(input.right)
          dot.y += Number(input.up)
        },
      },
    })
    const dots = defineRoom(game, { join: (world, player) => world.spawn('dot', player) })
    const server = await openServer()
    ends.push(server.end)
    const lobby = new Lobby({ rooms: [dots], clock: realClock, seed: () => 1 })
    ends.push(() => lobby.close())
    const closed: string[] = []
    let heard = 0
    const sessions: Session<typeof game>[] = []
    for (let n = 0; n < 8; n++) {
      const [client, accepted] = await server.join()
      lobby.accept(accepted)
      const session = new Session(game, client, realClock)
      session.onClose((reason, detail) => closed.push(`${reason}: ${detail}`))
      session.onMessage(() => heard++)
      sessions.push(session)
    }
    const timer = setInterval(() => {
      lobby.advance(realClock.nowMs())
      for (const room of lobby.rooms.values()) room.world.broadcast(heard)
      for (const session of sessions) {
        session.input.right = !session.input.right
        session.frame(realClock.nowMs())
        if (session.state === 'open') session.send(heard)
      }
    }, 16)
    ends.push(() => clearInterval(timer))
    const enough = () => closed.length > 0 || heard > 8 * 60
    await vi.waitUntil(enough, { timeout: 60_000, interval: 20 })
    expect(closed).toEqual([])
    const [room] = [...lobby.rooms.values()]
    expect(room!.stats.inputsApplied).toBeGreaterThan(8)
    expect(room!.stats.closed['bad-packet']).toBe(0)
  })
})

describe('what a socket is given', () => {
  test.each([
    ['', true],
    ['permessage-deflate', false],
  ])('with extensions %j it is the sender’s own bytes: %s', async (extensions, isLent) => {
    const sent: Uint8Array[] = []
    const listeners = new Map<string, (event: object) => void>()
    const socket = {
      extensions,
      addEventListener: (type: string, run: () => void) => listeners.set(type, run),
      send: (bytes: Uint8Array) => sent.push(bytes),
    }
    const opening = openSocket(() => socket as unknown as globalThis.WebSocket, 'ws://a', realClock)
    listeners.get('open')?.({})
    const link = await opening
    const bytes = Uint8Array.of(1, 2, 3)
    link.send(bytes.subarray(1))
    expect(sent).toEqual([Uint8Array.of(2, 3)])
    expect(sent[0]!.buffer === bytes.buffer).toBe(isLent)
  })
})
