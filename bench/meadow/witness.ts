import { insides } from '../../src/client/inside.ts'
import type { Kind } from '../../src/game/define-game.ts'
import * as OP from '../../src/game/op.ts'
import { coreOf, viewOf } from '../../src/server/room.ts'
import type { Entity } from '../../src/server/world/entity.ts'
import type { MeadowPeer } from './peer.ts'
import type { Client, Stage } from './stage.ts'
import { type Told, toldOf } from './told.ts'

/** What the clients of a stage were sent, added up over all of them. */
export interface Counted {
  /**
   * Network ticks. Each brings an update to every client. If there is nothing new it brings none, which counts as one of 0
   * bytes.
   */
  ticks: number
  ownBytes: number
  peerBytes: number
  /** Entities in view with a place of their own; and in view of any kind, those that changed. */
  placed: number
  changed: number
  /** Entities that came into view. */
  entered: number
  /** Values compared at the clients' ends. */
  compared: number
}

/**
 * Watches network ticks: hands the room's states and the clients' views to a peer, counts the bytes of both, and compares
 * what every client holds with what the room has. Throws where that differs.
 */
export class Witness {
  readonly counted: Counted = {
    ticks: 0,
    ownBytes: 0,
    peerBytes: 0,
    placed: 0,
    changed: 0,
    entered: 0,
    compared: 0,
  }
  readonly #stage: Stage
  readonly #peer: MeadowPeer | null
  readonly #placed: ReadonlySet<string>
  /** By slot: what is in it, and what is told of that. */
  readonly #ids: number[] = []
  readonly #told: (Told | undefined)[] = []
  /** By client: the slots that it saw last. */
  readonly #seen: Set<number>[]

  constructor(stage: Stage, peer: MeadowPeer | null) {
    this.#stage = stage
    this.#peer = peer
    const at = coreOf(stage.room).rules.interest?.at ?? {}
    this.#placed = new Set(Object.keys(at))
    this.#seen = stage.clients.map(() => new Set())
  }

  /** Takes the network tick just sent and delivered. */
  take(): void {
    this.counted.ticks++
    this.#takeStates()
    this.#peer?.begin()
    this.#stage.clients.forEach((client, n) => {
      const seen = this.#seenBy(client)
      this.#count(n, client, seen)
      if (this.#peer) this.counted.peerBytes += this.#peer.update(n, seen)
      this.#checkOwn(client, new Set(seen))
      if (this.#peer) this.#checkPeer(n, new Set(seen))
    })
    this.#peer?.end()
  }

  #takeStates(): void {
    const { tick, room } = this.#stage
    const { slots } = coreOf(room).entities
    for (let slot = 0; slot < Math.max(slots.length, this.#ids.length); slot++) {
      const entity = slots[slot]
      const id = entity && entity.changedTick >= 0 ? entity.id : 0
      if (id !== (this.#ids[slot] ?? 0)) {
        if (this.#told[slot]) this.#peer?.drop(slot)
        this.#told[slot] = undefined
        this.#ids[slot] = id
      }
      if (!entity || id === 0) continue
      if (this.#told[slot] && entity.changedTick !== tick) continue
      const told = toldOf(entity.kind, entity)
      this.#told[slot] = told
      this.#peer?.put(slot, entity.kind.name, told)
    }
  }

  #seenBy({ player }: Client): readonly number[] {
    const { room } = this.#stage
    const report = viewOf(room, coreOf(room).peers.get(player)!.player)
    if (!report) return this.#told.flatMap((told, slot) => (told ? [slot] : []))
    if (report.deferred.length > 0) throw new Error('something was deferred')
    return report.seen
  }

  #count(n: number, client: Client, seen: readonly number[]): void {
    const { tick, room } = this.#stage
    const { counted } = this
    counted.ownBytes += client.snapshotBytes
    const before = this.#seen[n]!
    for (const slot of seen) {
      const entity = coreOf(room).entities.slots[slot]!
      if (this.#placed.has(entity.kind.name)) counted.placed++
      if (!before.has(slot)) counted.entered++
      else if (entity.changedTick === tick) counted.changed++
    }
    this.#seen[n] = new Set(seen)
  }

  /** Without a snapshot too a client has to hold what the room has. */
  #checkOwn({ session, player, snapshotBytes }: Client, seen: ReadonlySet<number>): void {
    const { tick, room } = this.#stage
    const { timeline } = insides.get(session)!()!
    if (snapshotBytes > 0 && timeline.newestTick !== tick)
      throw new Error(`player ${player} is not at tick ${tick}`)
    const { slots } = coreOf(room).entities
    for (let slot = 0; slot < slots.length; slot++) {
      const entity = seen.has(slot) ? slots[slot] : undefined
      const remote = timeline.find(slot)
      const where = `player ${player}, tick ${tick}, slot ${slot}`
      same(remote?.id, entity?.id, where)
      if (!entity || !remote) continue
      const { row, history } = remote
      this.#checkRow(
        entity,
        row,
        history.newestOffset,
        (column) => String(remote.texts!.at(column, remote.row[remote.offset + column]!)),
        where,
      )
    }
  }

  #checkRow(
    { kind, row, texts }: Entity,
    held: Int32Array,
    at: number,
    textOf: (column: number) => string,
    where: string,
  ): void {
    const { schema }: Kind = kind
    for (const i of schema.viewed) {
      const what = `${where}, ${String(schema.columns[i]!.name)}`
      if (schema.columns[i]!.op !== OP.text) same(held[at + i], row[i], what)
      else same(textOf(i), texts[schema.textIndex[i]!], what)
      this.counted.compared++
    }
  }

  #checkPeer(n: number, seen: ReadonlySet<number>): void {
    const { slots } = coreOf(this.#stage.room).entities
    for (let slot = 0; slot < slots.length; slot++) {
      const told = this.#told[slot]
      const held = this.#peer!.held(n, slot)
      const where = `${this.#peer!.name}, client ${n}, tick ${this.#stage.tick}, slot ${slot}`
      if (!told || !seen.has(slot)) {
        same(held, undefined, where)
        continue
      }
      for (const [name, value] of Object.entries(told)) {
        const is = held?.[name]
        // Their numbers come back from a product and a quotient of doubles.
        if (typeof value === 'number' && Math.abs((is as number) - value) < 1e-6) continue
        same(is, value, `${where}, ${name}`)
      }
    }
  }
}

function same(is: unknown, should: unknown, where: string): void {
  if (is !== should) throw new Error(`${where}: is ${is}, not ${should}`)
}
