import { type Dialect, SocketBot } from './bots.ts'
import { type Coding, type Room, serveByHand } from './by-hand.ts'
import { PARTS, TURN_PARTS } from './movement.ts'
import type { Served } from './served.ts'

/** Of an update: its tick and the count of players; of a player: id, x, y, angle. */
const HEAD_BYTES = 5
const PLAYER_BYTES = 7
/** Updates a second of a server whose rooms are quiet: as many as ours sends. */
export const QUIET_HZ = 4

const quantizedCoding: Coding = { encode, headingOf: (packet) => packet[0]! }

/** A server by hand whose updates take 7 bytes for each player, rounded, and whose inputs are one byte. */
export const serveQuantized = (updateHz?: number): Promise<Served> =>
  serveByHand(quantizedCoding, updateHz)

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
