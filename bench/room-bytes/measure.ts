import { angle, defineGame, int, number } from 'glissade'
import { type AnyRoom, defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { authorityOf } from '../../test/support/authority.ts'
import { Decoder } from '../../test/wire/decoder.ts'
import type { GameSchema } from '../../test/wire/said.ts'
import { described } from '../goldens/golden.ts'
import { PARTS as GRID, HEADINGS, place, SIZE, step, TURN_PARTS } from '../server/movement.ts'
import { Steering } from '../server/steering.ts'
import type { Scene } from './scenes.ts'

const PLAYERS = 50
const FRAME_HZ = 60
const SEND_HZ = 20
/** How far apart they join, how long until some hide, and how long after that counting begins. */
const JOIN_EVERY_MS = 7
const HIDE_AFTER_MS = 5000
const SETTLE_MS = 5000
const FOR_EVER_MS = 1e9
/** Inputs change no more often than this. */
const STEER_EVERY_MS = 50

/** What the bytes of snapshots are for. */
export const PARTS = [
  'head',
  'own',
  'rests',
  'lists',
  'timelines',
  'times',
  'entities',
  'padding',
] as const

/** What `bytesOfRoom` plays. */
export interface RoomBytesOptions extends Omit<Scene, 'name'> {
  readonly authority: 'input' | 'tick'
  readonly stepHz: number
  /** How long is counted. */
  readonly seconds: number
  readonly seed: number
}

/** What a room sent, per client and second. */
export interface RoomBytes {
  readonly bytes: number
  readonly packets: number
  /** Of the bytes to the first client. */
  readonly parts: Readonly<Record<(typeof PARTS)[number], number>>
}

/** The room of `npm run bench -- server`, with a heading at which a player stands. */
function roomOf(authority: 'input' | 'tick', stepHz: number) {
  const grid = { max: SIZE, step: 1 / GRID }
  return defineRoom(
    defineGame({
      name: 'room-bytes',
      authority: authorityOf(authority),
      stepHz,
      sendHz: SEND_HZ,
      input: { heading: int({ max: HEADINGS }) },
      entities: {
        player: { x: number(grid), y: number(grid), angle: angle({ bits: Math.log2(TURN_PARTS) }) },
      },
      move: {
        player(player, { heading }) {
          if (heading > 0) step(player, heading - 1)
        },
      },
    }),
    {
      join(world, player) {
        const at = { x: 0, y: 0, angle: 0 }
        place(at)
        world.spawn('player', player, at)
      },
    },
  )
}

/** A room in virtual time that keeps what it says to its first client. */
class Tapped<R extends AnyRoom> extends Simulation<R> {
  /** Packets as hexadecimal digits, oldest first. */
  packets: string[] = []
  #isTapped = false

  override rawLink(): ReturnType<Simulation<R>['rawLink']> {
    const link = super.rawLink()
    if (this.#isTapped) return link
    this.#isTapped = true
    const open = link.open.bind(link)
    link.open = (receiver) =>
      open({
        packet: (bytes, arrivedAtMs) => {
          this.packets.push(Buffer.from(bytes).toString('hex'))
          receiver.packet(bytes, arrivedAtMs)
        },
        closed: (reason, detail) => receiver.closed(reason, detail),
      })
    return link
  }
}

/** Plays a room of 50 over ordered links, in virtual time, and counts what it sends. The same options give the same counts. */
export function bytesOfRoom(options: RoomBytesOptions): RoomBytes {
  const { authority, stepHz, seconds, seed } = options
  const room = roomOf(authority, stepHz)
  const sim = new Tapped(room, { seed })
  joinAll(sim, options)
  const schema: GameSchema = JSON.parse(JSON.stringify(described(room.game)))
  const decoder = new Decoder(schema, true)
  const decode = () => {
    for (const packet of sim.packets) decoder.down(packet)
    sim.packets = []
  }
  sim.run(HIDE_AFTER_MS)
  const { hidden, isHiddenFromStart = false, hiddenFrameHz } = options
  for (const client of isHiddenFromStart ? [] : sim.clients.slice(PLAYERS - hidden)) {
    const hide = () => {
      client.stall(hiddenFrameHz ? 1000 / hiddenFrameHz - 1000 / FRAME_HZ : FOR_EVER_MS)
      if (hiddenFrameHz) client.clock.after(1000 / hiddenFrameHz, hide)
    }
    hide()
  }
  sim.run(SETTLE_MS)
  decode()
  decoder.spent.clear()
  const { bytesOut, packetsOut } = sim.room.stats
  sim.run(1000 * seconds)
  decode()
  const { stats } = sim.room
  const parts = PARTS.map((part) => [part, (decoder.spent.get(part) ?? 0) / 8 / seconds])
  return {
    bytes: (stats.bytesOut - bytesOut) / PLAYERS / seconds,
    packets: (stats.packetsOut - packetsOut) / PLAYERS / seconds,
    parts: Object.fromEntries(parts) as RoomBytes['parts'],
  }
}

function joinAll(
  sim: Tapped<ReturnType<typeof roomOf>>,
  { conditions, walks, hidden, isHiddenFromStart = false, seed }: RoomBytesOptions,
): void {
  for (let n = 0; n < PLAYERS; n++) {
    const steering = new Steering(1000 * seed + n)
    let dueMs = 0
    const client = sim.join({
      conditions,
      seed: PLAYERS * seed + n,
      frameHz: FRAME_HZ,
      script({ input }, timeMs) {
        for (; walks && timeMs >= dueMs; dueMs += STEER_EVERY_MS)
          input.heading = steering.next() + 1
      },
    })
    if (isHiddenFromStart && n >= PLAYERS - hidden) client.stall(FOR_EVER_MS)
    sim.run(JOIN_EVERY_MS)
  }
}
