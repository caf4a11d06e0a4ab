import type { AnyGame } from 'glissade'
import type { Clock, Link, LinkKind } from 'glissade/parts'
import { type AnyRoom, StrictTime } from 'glissade/server'
import { Simulation, type SimulationOptions } from 'glissade/testing'
import { Client, type ClientChoice } from './client.ts'
import type { Host } from './connection.ts'
import { roomCounts } from './counts.ts'
import type { Playable } from './games.ts'
import { MARK, Recording } from './recording.ts'

/** How a room is made. */
export interface RoomChoice {
  readonly link: LinkKind
  readonly seed: number
  readonly maxPlayers?: number | undefined
  readonly resumeMs?: number | undefined
  readonly quietHz?: number | undefined
  /** Whether `StrictTime` holds inputs to real time, and not the usual guard. */
  readonly isStrict?: boolean | undefined
}

/** Where a simulation is played: a room and its clients in virtual time, and the record of all that happens. */
export class Stage implements Host {
  readonly record: Recording
  readonly clients: Client[] = []
  readonly #game: AnyGame
  readonly #sim: Simulation<AnyRoom>

  constructor(playable: Playable, { link, isStrict, ...choice }: RoomChoice) {
    const options: SimulationOptions = { ...choice, kind: link }
    if (isStrict) options.guard = (now, stepMs) => new StrictTime(now, stepMs)
    this.record = new Recording(playable)
    this.#game = playable.room.game
    this.#sim = new Simulation(playable.room, options)
    const { digest } = this.record
    const { room } = this.#sim
    room.onMessage((player, message) => {
      digest.numbers(MARK.told, player.id, this.clock.nowMs()).text(JSON.stringify(message))
      room.world.send(player, { heard: message })
      room.world.send(player, { seen: message }, { at: 'display' })
    })
  }

  get clock(): Clock {
    return this.#sim.clock
  }

  /** What the room has learned by the tables coding. */
  get tables(): Uint8Array {
    return this.#sim.room.tables
  }

  open(): Link {
    return this.#sim.rawLink()
  }

  /** Lets time pass. */
  run(ms: number): void {
    this.#sim.run(ms)
  }

  /** Does something at a moment to come. */
  at(atMs: number, run: () => void): void {
    this.clock.after(atMs - this.clock.nowMs(), run)
  }

  /** Lets a client connect. */
  join(choice: ClientChoice): void {
    this.clients.push(new Client(this.clients.length, this.#game, this, choice))
  }

  /** A stranger connects and says something that no client says. What it is answered is in the record. */
  visit(bytes: Uint8Array): void {
    const { record, clock } = this
    const link = this.open()
    link.open({
      packet: (answer, atMs) => record.packet(MARK.stranger, 0, atMs, answer),
      closed: (reason, detail) =>
        record.digest.numbers(MARK.stranger, clock.nowMs()).text(reason).text(detail),
    })
    link.send(bytes)
  }

  /** Throws the player of a client out. */
  kick(client: number, words: string): void {
    const id = this.clients[client]?.session.playerId
    const player = this.#sim.room.players.find((one) => one.id === id)
    if (player) this.#sim.room.world.kick(player, words)
  }

  /** Sends a message to everybody, twice: at once, and when this moment is on display. */
  say(message: unknown): void {
    this.#sim.room.world.broadcast({ atOnce: message })
    this.#sim.room.world.broadcast({ onDisplay: message }, { at: 'display' })
  }

  /** The server's process stands still for so long. */
  pause(forMs: number, isAdvanceFirst: boolean): void {
    this.#sim.pauseServer(forMs, isAdvanceFirst ? 'advance first' : 'packets first')
  }

  /** Ends the room. */
  close(): void {
    this.#sim.room.close()
  }

  /** Adds to the record what the room holds. */
  recordWorld(): void {
    const { room, clock } = this.#sim
    this.record.digest.numbers(MARK.world, clock.nowMs(), room.tick, room.players.length)
    this.record.entities((kind) => room.world.entities(kind as never))
  }

  /** Adds the statistics of the room and of all clients to the record. */
  recordStats(): void {
    this.record.digest.numbers(MARK.stats, ...roomCounts(this.#sim.room.stats))
    for (const client of this.clients) client.recordStats()
  }
}
