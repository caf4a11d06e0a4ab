import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { drift, HEADINGS, type Mover, place, RATE_HZ, SIZE, step, type Thing } from './movement.ts'
import type { Served } from './served.ts'

/** A player, as a server written by hand for this game would have it. */
export interface Player extends Mover {
  readonly socket: WebSocket
  readonly id: number
  heading: number
}

/** A room of such a server. */
export interface Room {
  readonly players: Set<Player>
  /** Those that move and those that do not, each as `Thing`. */
  readonly things: Thing[]
  readonly rocks: Thing[]
  readonly number: number
  nextId: number
}

/** What such a server sends and gets. */
export interface Coding {
  /** What all players of a room are told. */
  encode(room: Room, tick: number): Buffer | string
  /** The direction that an input says. */
  headingOf(packet: Buffer): number
}

const INTERVAL_MS = 1000 / RATE_HZ

/**
 * A server on `ws` alone, written by hand for this one game: every update tells all players whole, and is encoded once for all
 * of a room. Of inputs, the newest counts. It holds things and tells of none. `updateHz`: how many updates a second a room
 * gets, a divisor of `RATE_HZ`; all rooms move at `RATE_HZ`.
 */
export function serveByHand(
  { encode, headingOf }: Coding,
  updateHz: number = RATE_HZ,
): Promise<Served> {
  const rooms = new Map<string, Room>()
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket, { url = '' }) => {
    const room = roomOf(rooms, url)
    const player: Player = { socket, id: room.nextId++, heading: 0, x: 0, y: 0, angle: 0 }
    place(player)
    room.players.add(player)
    socket.on('message', (packet: Buffer) => {
      player.heading = headingOf(packet) & (HEADINGS - 1)
    })
    socket.on('close', () => {
      room.players.delete(player)
      if (room.players.size === 0) rooms.delete(url)
    })
  })
  let tick = 0
  const startedMs = performance.now()
  const update = (): void => {
    tick++
    for (const room of rooms.values()) {
      for (const thing of room.things) drift(thing, tick)
      for (const player of room.players) step(player, player.heading)
      // Each room in its turn, so that the updates of all rooms are spread evenly.
      if ((tick + room.number) % (RATE_HZ / updateHz) !== 0) continue
      const update = encode(room, tick)
      for (const { socket } of room.players) socket.send(update)
    }
    // By the clock, so that timers that fire late do not add up.
    setTimeout(update, startedMs + (tick + 1) * INTERVAL_MS - performance.now())
  }
  setTimeout(update, INTERVAL_MS)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        openRooms: (count) => {
          for (let n = 0; n < count; n++) roomOf(rooms, `empty ${rooms.size}`)
        },
        addThings: (count, move) => {
          for (const { things, rocks } of rooms.values())
            for (let n = 0; n < count; n++)
              (move ? things : rocks).push({ x: n % SIZE, y: n % SIZE, angle: 0, health: 100 })
        },
      }),
    )
  })
}

function roomOf(rooms: Map<string, Room>, url: string): Room {
  const found = rooms.get(url)
  if (found) return found
  const number = rooms.size
  const made: Room = { players: new Set(), things: [], rocks: [], number, nextId: 0 }
  rooms.set(url, made)
  return made
}
