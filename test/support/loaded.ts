import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type ServeOptions, type Server, serve } from 'glissade/node'
import { defineRoom } from 'glissade/server'
import { game } from '../guide/load.ts'

/** The module of the guide's game, which a load can name as its bot. */
export const BOT: string = fileURLToPath(new URL('../guide/load.ts', import.meta.url))

const ends: (() => unknown)[] = []
/** Ends what the test has started, the newest first. Call it after each test. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** Adds something to end after the test. */
export const after = (end: () => unknown): number => ends.push(end)

/** A server that counts who joins and leaves which room. */
export async function started(options: ServeOptions = {}) {
  const counts = { joined: 0, left: 0 }
  const walkers: {
    readonly name: string
    readonly startX: number
    readonly entity: { x: number }
  }[] = []
  const kicks: (() => void)[] = []
  const room = defineRoom(game, {
    join: (world, player) => {
      counts.joined++
      const startX = 10 * player.id
      const entity = world.spawn('walker', player, { x: startX })
      walkers.push({ name: player.profile.name, startX, entity })
      kicks.push(() => world.kick(player, 'no bots'))
    },
    leave: () => {
      counts.left++
    },
  })
  const limits = { maxPerAddress: Infinity, joinsPerSecond: Infinity, roomsPerSecond: Infinity }
  const server: Server = await serve(room, { port: 0, ...limits, ...options })
  after(() => server.close())
  return { server, counts, walkers, kicks, url: server.url }
}

/** A server whose connections can be cut, as when a router restarts or the process is killed. */
export async function cuttable() {
  const http = createServer()
  const sockets = new Set<Socket>()
  let upgrades = 0
  http.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  after(() => http.close())
  const { counts } = await started({ server: http, port: undefined })
  http.on('upgrade', () => upgrades++)
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const { port } = http.address() as { port: number }
  return {
    counts: {
      get joined() {
        return counts.joined
      },
      /** Connections of clients that come back. */
      get returned() {
        return upgrades - counts.joined
      },
    },
    cut,
    die: () => {
      http.close()
      cut()
    },
    url: `http://127.0.0.1:${port}`,
  }
}
