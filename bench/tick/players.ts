import { Random } from 'glissade'
import { platformer } from '../../games/platformer/game.ts'
import { platformerRoom } from '../../games/platformer/room.ts'
import type { PlayerReceiver } from '../../src/server/players/player-receiver.ts'
import { Room } from '../../src/server/room.ts'
import { BitWriter } from '../../src/wire/bits.ts'
import { emptyInputHead, InputRows, writeInput } from '../../src/wire/packets/input-packet.ts'
import { acknowledgeAll, Sink } from '../../test/support/crowd.ts'
import type { TickServer } from './child.ts'

/** A player turns round or jumps in one step of so many. */
const KEYS_EVERY = 30

const { inputSchema, sendHz, stepHz } = platformer
const STEPS = stepHz / sendHz

/** A room of the platformer with so many players who run and jump, each in a time of its own, and see each other. */
export function playersServer(players: number): TickServer {
  const room = new Room(platformerRoom, { nowMs: 0, maxPlayers: players })
  const bots = Array.from({ length: players }, (_, n) => new Bot(room, n))
  let nowMs = 0
  return {
    bytes: () => bots.reduce((sum, { link }) => sum + link.bytes, 0) / players,
    tick: () => {
      for (let step = 0; step < STEPS; step++) {
        nowMs += 1000 / stepHz
        for (const bot of bots) bot.send(nowMs)
        room.advance(nowMs)
      }
      acknowledgeAll(room, nowMs)
    },
  }
}

/** A client that runs to and fro, jumps now and then, and takes every snapshot. */
class Bot {
  readonly link = new Sink()
  readonly #receiver: PlayerReceiver
  readonly #random: Random
  readonly #writer = new BitWriter()
  readonly #head = emptyInputHead()
  readonly #inputs = new InputRows(inputSchema, 256)
  readonly #keys = inputSchema.create()
  #sequence = 0
  #newest = 0

  constructor(room: Room<typeof platformerRoom>, n: number) {
    this.#random = new Random(n + 1)
    const profile = { name: `bot ${n}`, hue: 360 }
    this.#receiver = room.join(this.link, { profile }, 0) as PlayerReceiver
  }

  /** Sends the input of a step. */
  send(nowMs: number): void {
    const keys = this.#keys
    if (this.#random.next() < 1 / KEYS_EVERY) {
      keys['left'] = this.#random.next() < 0.5
      keys['right'] = !keys['left']
      keys['jump'] = this.#random.next() < 0.5
    }
    const { row } = this.#inputs
    inputSchema.gather(keys, row, this.#inputs.offsetOf(++this.#newest), null)
    const head = this.#head
    head.sequence = this.#sequence++ & 0xffff
    head.newest = this.#newest & 0xffff
    head.count = 1
    writeInput(this.#writer, inputSchema, head, this.#inputs, true)
    this.#receiver.packet(this.#writer.view(), nowMs)
  }
}
