import { Protocol } from '@colyseus/shared-types'
import { type Bot, type Dialect, SocketBot } from '../server/bots.ts'

/** The type of the message that holds an input. */
export const INPUT = 0

/** A seat reservation, as Colyseus calls what its matchmaker returns. */
interface SeatReservation {
  readonly sessionId: string
  readonly roomId: string
  readonly processId: string
}

/** Its own names of the rooms that were made, by ours. */
const rooms = new Map<string, Promise<SeatReservation>>()

/** How clients speak with it: what its SDK sends, without its decoding. */
export const colyseusDialect: Dialect = {
  name: 'Colyseus 0.18, quantized schema',
  kind: 'colyseus',
  join: async (port, room) => {
    const { sessionId, roomId, processId } = await reserve(port, room)
    const address = `ws://127.0.0.1:${port}/${processId}/${roomId}?sessionId=${sessionId}`
    return new ColyseusBot(address).joined
  },
}

async function reserve(port: number, room: string): Promise<SeatReservation> {
  const made = rooms.get(room)
  if (made) return ask(port, 'joinById', (await made).roomId)
  const making = ask(port, 'create', 'bench')
  rooms.set(room, making)
  return making
}

async function ask(port: number, method: string, what: string): Promise<SeatReservation> {
  const response = await fetch(`http://127.0.0.1:${port}/matchmake/${method}/${what}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: '{}',
  })
  const reservation = (await response.json()) as SeatReservation & { readonly error?: string }
  if (reservation.error !== undefined) throw new Error(`Colyseus: ${reservation.error}`)
  return reservation
}

class ColyseusBot extends SocketBot {
  readonly joined: Promise<Bot> = this.welcomed((packet) => {
    if (packet[0] !== Protocol.JOIN_ROOM) return false
    this.socket.send(Uint8Array.of(Protocol.JOIN_ROOM))
    return true
  })
  readonly #input = Uint8Array.of(Protocol.ROOM_DATA, INPUT, 0)

  protected isUpdate(packet: Buffer): boolean {
    return packet[0] === Protocol.ROOM_STATE_PATCH
  }

  send(heading: number): void {
    this.#input[2] = heading
    this.socket.send(this.#input)
  }
}
