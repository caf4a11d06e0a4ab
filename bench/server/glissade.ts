import { angle, defineGame, int, number } from 'glissade'
import { serve } from 'glissade/node'
import { defineRoom, Room } from 'glissade/server'
import { closeCode } from '../../src/net/close-codes.ts'
import { realClock } from '../../src/net/real-clock.ts'
import { BitReader, BitWriter } from '../../src/wire/bits.ts'
import { NOTHING_HELD, readWelcome, writeHello } from '../../src/wire/packets/handshake.ts'
import { emptyInputHead, InputRows, writeInput } from '../../src/wire/packets/input-packet.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'
import { readClose } from '../../src/wire/packets/packets.ts'
import { type Bot, type Dialect, Moved, SocketBot } from './bots.ts'
import {
  drift,
  HEADINGS,
  MOST_HEALTH,
  PARTS,
  place,
  RATE_HZ,
  ROOM_SIZE,
  SIZE,
  step,
  TURN_PARTS,
  taken,
} from './movement.ts'
import type { Served } from './served.ts'

const placed = {
  x: number({ max: SIZE, step: 1 / PARTS }),
  y: number({ max: SIZE, step: 1 / PARTS }),
  angle: angle({ bits: Math.log2(TURN_PARTS) }),
}
const game = defineGame({
  name: 'server-bench',
  stepHz: RATE_HZ,
  sendHz: RATE_HZ,
  input: { heading: int({ max: HEADINGS - 1 }) },
  entities: {
    player: placed,
    thing: { ...placed, health: int({ max: MOST_HEALTH }) },
    rock: { ...placed, health: int({ max: MOST_HEALTH }) },
  },
  move: {
    player(player, { heading }, ctx) {
      step(player, heading)
      // What extrapolates where players will be counts as no step of theirs.
      if (ctx.replaying) taken.steps--
    },
  },
})
/** What only the server has of it. */
const arena = defineRoom(game, {
  join(world, player) {
    const at = { x: 0, y: 0, angle: 0 }
    place(at)
    world.spawn('player', player, at)
  },
  update(world) {
    for (const thing of world.entities('thing')) drift(thing, world.tick)
  },
})

/** Glissade's own server, in one process or in several. */
export async function serveGlissade(processes?: number): Promise<Served> {
  const kept: Room[] = []
  const { port, rooms } = await serve(arena, {
    port: 0,
    processes,
    maxPlayers: ROOM_SIZE,
    maxRooms: 10_000,
    resumeMs: 0,
    maxPerAddress: Infinity,
    joinsPerSecond: Infinity,
    roomsPerSecond: Infinity,
  })
  return {
    port,
    openRooms: (count) => {
      for (let n = 0; n < count; n++) kept.push(new Room(arena, { nowMs: realClock.nowMs() }))
    },
    addThings: (count, move) => {
      for (const { world } of rooms.values())
        for (let n = 0; n < count; n++)
          world.spawn(move ? 'thing' : 'rock', null, { x: n % SIZE, y: n % SIZE, health: 100 })
    },
  }
}

/** How clients speak with it: in its own packets, made by its own writers. What comes is acknowledged, not decoded. */
export const glissade: Dialect = {
  name: 'Glissade',
  kind: 'glissade',
  join: (port, room) => joinAt(`ws://127.0.0.1:${port}/glissade`, room),
}

/** Joins a room that is at this address, or where the server there sends the client. */
async function joinAt(address: string, room: string): Promise<Bot> {
  try {
    return await new GlissadeBot(address, room).joined
  } catch (error) {
    if (!(error instanceof Moved)) throw error
    return joinAt(new URL(error.message, address).href, room)
  }
}

/** The own time on display is about one and a half steps before the newest input: in 32nds of a step. */
const OWN_AGE = 48

class GlissadeBot extends SocketBot {
  readonly joined = this.welcomed((packet) => this.#isWelcome(packet))
  readonly #writer = new BitWriter()
  readonly #head = emptyInputHead()
  readonly #inputs = new InputRows(game.inputSchema, 256)
  #sequence = 0
  #newest = 0
  /** Packets received: their sequences go from 0 and, on an ordered link, without gaps. */
  #received = 0

  constructor(address: string, room: string) {
    super(address)
    this.socket.once('open', () => {
      const { hash, name } = game
      const hello = { hash, game: name, room, token: '', held: NOTHING_HELD }
      writeHello(this.#writer, game, { ...hello, resumeKey: [0, 0] }, {})
      this.socket.send(this.#writer.toBytes())
    })
  }

  #isWelcome(packet: Buffer): boolean {
    // The end of the socket, which follows, says the same.
    if (packet[0] === PACKET.close) return false
    const reader = new BitReader().start(packet)
    const welcome = reader.read(8) === PACKET.welcome ? readWelcome(reader) : null
    if (!welcome) throw new Error('the server has not said welcome')
    return true
  }

  protected isUpdate(packet: Buffer): boolean {
    if (packet[0] === PACKET.close) {
      const closing = readClose(new BitReader().start(packet.subarray(1)))
      throw new Error(`the server has ended a connection: ${closing?.reason} ${closing?.detail}`)
    }
    if (packet[0] !== PACKET.snapshot) throw new Error(`a packet of type ${packet[0]}`)
    this.#received++
    return true
  }

  send(heading: number, inputs: number): void {
    for (let n = 0; n < inputs; n++)
      this.#inputs.row[this.#inputs.offsetOf(++this.#newest)] = heading
    const head = this.#head
    head.sequence = this.#sequence++ & 0xffff
    head.newest = this.#newest & 0xffff
    head.count = inputs
    head.isResting = inputs > 1
    if (this.#received > 0) {
      head.ack = (this.#received - 1) & 0xffff
      head.viewAge = 0
      head.ownAge = OWN_AGE
    }
    writeInput(this.#writer, game.inputSchema, head, this.#inputs, true)
    this.socket.send(this.#writer.toBytes())
  }

  override close(): void {
    this.socket.close(closeCode('left'))
  }
}
