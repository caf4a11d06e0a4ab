import type { shepherd } from '../../games/shepherd/game.ts'
import type { shepherdRoom } from '../../games/shepherd/room.ts'
import { Session } from '../../src/client/session.ts'
import { memoryPair } from '../../src/link/memory.ts'
import { coreOf, Room } from '../../src/server/room.ts'
import { Reception } from '../../src/server/rooms/reception.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'

/** As often as the room steps. */
const FRAME_MS = 1000 / 30

/** So much later than it is due the room is asked to do something. */
const AFTER_MS = 0.001

/** The rooms of Shepherd's World, whatever their `update` does. */
export type Meadow = typeof shepherdRoom

/** Presses the keys of a client before a frame. */
export type Play = (session: Session<typeof shepherd>, timeMs: number) => void

/** A client of a stage, and what it has been sent. */
export interface Client {
  readonly session: Session<typeof shepherd>
  readonly player: number
  /** Bytes of the newest snapshot; 0 when the newest network tick had none for it. */
  snapshotBytes: number
}

/** A room and its clients in one process and virtual time: real sessions over links that neither wait nor lose. */
export class Stage {
  readonly clock = new VirtualClock()
  readonly room: Room<Meadow>
  readonly clients: Client[] = []
  /** Newest network tick sent. */
  tick = 0
  readonly #definition: Meadow
  readonly #reception: Reception

  constructor(definition: Meadow, id: string) {
    this.#definition = definition
    this.room = new Room(definition, { nowMs: 0, id, seed: 7 })
    this.#reception = new Reception({
      clock: this.clock,
      definition: () => definition,
      roomFor: () => this.room,
      count: (reason) => {
        throw new Error(`a client could not join: ${reason}`)
      },
    })
  }

  /** Lets a client in. The frames of clients are spread over the time of one. */
  join(play: Play): void {
    const { clock } = this
    const { client: link, server } = memoryPair(clock, 'ordered')
    const send = server.send.bind(server)
    let client: Client | null = null
    server.send = (bytes) => {
      if (client && bytes[0] === PACKET.snapshot) client.snapshotBytes = bytes.length
      send(bytes)
    }
    this.#reception.accept(server)
    const session = new Session(this.#definition.game, link, clock, {})
    const frame = (): void => {
      if (session.state === 'closed') throw new Error('a client was closed')
      if (session.state === 'open') play(session, clock.nowMs())
      session.frame(clock.nowMs())
      clock.after(FRAME_MS, frame)
    }
    clock.after((FRAME_MS * this.clients.length) / 64, frame)
    clock.advance(0)
    client = { session, player: session.playerId, snapshotBytes: 0 }
    this.clients.push(client)
  }

  /** Lets clients play until the room has something to do; then `advance` has to be called. */
  wait(): void {
    // The moment itself may be rounded to just before it.
    this.clock.advanceTo(Math.max(this.clock.nowMs(), this.room.nextDueMs + AFTER_MS))
    for (const client of this.clients) client.snapshotBytes = 0
  }

  /** Lets the room do it: one step, or the snapshots of one network tick, or both. */
  advance(): void {
    this.room.advance(this.clock.nowMs())
  }

  /** Hands over what was sent. Whether that was the snapshots of a network tick. */
  deliver(): boolean {
    this.clock.advance(0)
    const sent = coreOf(this.room).nextNetworkTick - 1
    if (sent === this.tick) return false
    this.tick = sent
    return true
  }
}
