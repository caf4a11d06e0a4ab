import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, Room, Server } from '@colyseus/core'
import { type MapSchema, type Schema, schema, t } from '@colyseus/schema'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { type Mover, place, RATE_HZ, ROOM_SIZE, SIZE, step } from '../server/movement.ts'
import { INPUT } from './bots-colyseus.ts'

const place16 = { min: 0, max: SIZE, bits: 16 } as const
const Player = schema(
  {
    x: t.quantized(place16),
    y: t.quantized(place16),
    angle: t.quantized({ min: -Math.PI, max: Math.PI, bits: 8, mode: 'wrap' }),
  },
  'Player',
)
type PlayerState = Mover & Schema
const State = schema({ players: t.map(Player) }, 'State')
interface RoomState extends Schema {
  readonly players: MapSchema<PlayerState>
}

class BenchRoom extends Room {
  override maxClients = ROOM_SIZE
  override patchRate = 1000 / RATE_HZ
  override state = new State() as unknown as RoomState
  readonly #headings = new Map<string, number>()

  override onCreate(): void {
    this.onMessage(INPUT, (client: Client, heading: number) => {
      this.#headings.set(client.sessionId, heading & 31)
    })
    this.setSimulationInterval(() => {
      for (const [id, player] of this.state.players) step(player, this.#headings.get(id)!)
    }, 1000 / RATE_HZ)
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

/** Colyseus with a quantized schema; inputs are messages, the newest counts. Resolves with its port. */
export async function serveColyseus(): Promise<number> {
  const http = createServer()
  const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false })
  server.define('bench', BenchRoom)
  await server.listen(0, '127.0.0.1')
  return (http.address() as AddressInfo).port
}
