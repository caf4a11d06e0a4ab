import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, matchMaker, Room, Server } from '@colyseus/core'
import { type MapSchema, type Schema, schema, t } from '@colyseus/schema'
import { WebSocketTransport } from '@colyseus/ws-transport'
import {
  drift,
  MOST_HEALTH,
  type Mover,
  place,
  RATE_HZ,
  ROOM_SIZE,
  SIZE,
  step,
  type Thing,
} from '../server/movement.ts'
import type { Served } from '../server/served.ts'
import { INPUT } from './bots-colyseus.ts'

const place16 = { min: 0, max: SIZE, bits: 16 } as const
const turn8 = { min: -Math.PI, max: Math.PI, bits: 8, mode: 'wrap' } as const
const Player = schema(
  { x: t.quantized(place16), y: t.quantized(place16), angle: t.quantized(turn8) },
  'Player',
)
const ThingState = schema(
  {
    x: t.quantized(place16),
    y: t.quantized(place16),
    angle: t.quantized(turn8),
    health: t.quantized({ min: 0, max: MOST_HEALTH, bits: 8 }),
  },
  'Thing',
)
type PlayerState = Mover & Schema
const State = schema({ players: t.map(Player), things: t.map(ThingState) }, 'State')
interface RoomState extends Schema {
  readonly players: MapSchema<PlayerState>
  readonly things: MapSchema<Thing & Schema>
}

const opened = new Set<BenchRoom>()

class BenchRoom extends Room {
  override maxClients = ROOM_SIZE
  override patchRate = 1000 / RATE_HZ
  override state = new State() as unknown as RoomState
  readonly #headings = new Map<string, number>()
  readonly #moving: Thing[] = []
  #tick = 0

  override onCreate({ stays = false }: { stays?: boolean } = {}): void {
    opened.add(this)
    this.autoDispose = !stays
    this.onMessage(INPUT, (client: Client, heading: number) => {
      this.#headings.set(client.sessionId, heading & 31)
    })
    this.setSimulationInterval(() => {
      for (const [id, player] of this.state.players) step(player, this.#headings.get(id)!)
      this.#tick++
      for (const thing of this.#moving) drift(thing, this.#tick)
    }, 1000 / RATE_HZ)
  }

  override onDispose(): void {
    opened.delete(this)
  }

  addThings(count: number, move: boolean): void {
    const { things } = this.state
    for (let n = 0; n < count; n++) {
      const thing = new (ThingState as unknown as new () => Thing & Schema)()
      Object.assign(thing, { x: n % SIZE, y: n % SIZE, angle: 0, health: 100 })
      things.set(`${things.size}`, thing)
      if (move) this.#moving.push(thing)
    }
  }

  override onJoin({ sessionId }: Client): void {
    const player = new (Player as unknown as new () => PlayerState)()
    place(player)
    this.#headings.set(sessionId, 0)
    this.state.players.set(sessionId, player)
  }

  override onLeave({ sessionId }: Client): void {
    this.#headings.delete(sessionId)
    this.state.players.delete(sessionId)
  }
}

/** Colyseus with a quantized schema; inputs are messages, the newest counts. */
export async function serveColyseus(): Promise<Served> {
  const http = createServer()
  const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false })
  server.define('bench', BenchRoom)
  await server.listen(0, '127.0.0.1')
  return {
    port: (http.address() as AddressInfo).port,
    openRooms: async (count) => {
      for (let n = 0; n < count; n++) await matchMaker.createRoom('bench', { stays: true })
    },
    addThings: (count, move) => {
      for (const room of opened) room.addThings(count, move)
    },
  }
}
