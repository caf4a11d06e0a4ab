import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Dialect, SocketBot } from './bots.ts'
import {
  drift,
  type Mover,
  PARTS,
  place,
  RATE_HZ,
  SIZE,
  step,
  type Thing,
  TURN_PARTS,
} from './movement.ts'
import type { Served } from './served.ts'

/** A player, as a server written by hand for this game would have it. */
interface Player extends Mover {
  readonly socket: WebSocket
  readonly id: number
  heading: number
}

interface Room {
  readonly players: Set<Player>
  /** Those that move and those that do not, each as `Thing`. */
  readonly things: Thing[]
  readonly rocks: Thing[]
  readonly number: number
  nextId: number
}

/** Of an update: its tick and the count of players; of a player: id, x, y, angle. */
const HEAD_BYTES = 5
const PLAYER_BYTES = 7
const INTERVAL_MS = 1000 / RATE_HZ
/** Updates a second of a server whose rooms are quiet: as many as ours sends. */
export const QUIET_HZ = 4

/**
 * A server on `ws` alone, written by hand for this one game: every update tells all players whole, rounded, 7 bytes each,
 * and is encoded once for all of a room. An input is one byte, the newest counts. It holds things and tells of none.
 * `updateHz`: how many updates a second a room gets, a divisor of `RATE_HZ`; all rooms move at `RATE_HZ`.
 */
export function serveQuantized(updateHz: number = RATE_HZ): Promise<Served> {
  const rooms = new Map<string, Room>()
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket, { url = '' }) => {
    const room = roomOf(rooms, url)
    const player: Player = { socket, id: room.nextId++, heading: 0, x: 0, y: 0, angle: 0 }
    place(player)
    room.players.add(player)
    socket.on('message', (packet: Buffer) => {
      player.heading = packet[0]! & 31
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
      const bytes = encode(room, tick)
      for (const { socket } of room.players) socket.send(bytes)
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

/** What a room's players are told. */
function encode({ players }: Room, tick: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + PLAYER_BYTES * players.size)
  bytes.writeUInt32LE(tick, 0)
  bytes.writeUInt8(players.size, 4)
  let at = HEAD_BYTES
  for (const player of players) {
    bytes.writeUInt16LE(player.id, at)
    bytes.writeUInt16LE(Math.round(player.x * PARTS), at + 2)
    bytes.writeUInt16LE(Math.round(player.y * PARTS), at + 4)
    bytes.writeUInt8(Math.round((player.angle / (2 * Math.PI)) * TURN_PARTS) & 255, at + 6)
    at += PLAYER_BYTES
  }
  return bytes
}

/** How clients speak with that server. */
export const quantized: Dialect = {
  name: '`ws`, quantized by hand',
  kind: 'quantized',
  join: (port, room) => new QuantizedBot(`ws://127.0.0.1:${port}/${room}`).joined,
}

/** The same, if the server has got nothing to say and knows it. */
export const quiet: Dialect = {
  ...quantized,
  name: `\`ws\`, by hand, ${QUIET_HZ} updates a second`,
  kind: 'quiet',
}

class QuantizedBot extends SocketBot {
  readonly joined = this.welcomed(() => true)
  readonly #packet = new Uint8Array(1)

  protected isUpdate(): boolean {
    return true
  }

  send(heading: number): void {
    this.#packet[0] = heading
    this.socket.send(this.#packet)
  }
}
