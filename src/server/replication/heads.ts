import type { SubTick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { SPAWNED_BITS } from '../../game/spawned.ts'
import type { BitWriter } from '../../wire/bits.ts'
import { placeOf } from '../../wire/coding/coding.ts'
import {
  emptySnapshotHead,
  LONG_AGO,
  type SnapshotHead,
  writeSnapshotHead,
} from '../../wire/packets/snapshot-head.ts'
import { writeChanged, writeRests, writeWhole } from '../../wire/records/columns.ts'
import type { Peer } from '../connection/peer.ts'
import type { Entity } from '../world/entity.ts'
import type { SnapshotPlan } from './snapshot-plan.ts'

/** Writes what only one client is told: the head of its snapshot, and its owner block. Creates no object. */
export class Heads {
  readonly #sendSubTicks: SubTick
  readonly #head: SnapshotHead

  constructor(game: AnyGame) {
    this.#sendSubTicks = game.sendSubTicks
    this.#head = emptySnapshotHead(game.inputSchema.presses.length)
  }

  /** Writes a client's head and owner block, aligned. Notes the packet as sent at the moment of the plan. */
  write(writer: BitWriter, peer: Peer, plan: SnapshotPlan): void {
    this.#fill(peer, plan)
    writeSnapshotHead(writer, this.#head)
    const { entities } = peer.owner
    for (let i = 0; i < entities.length; i++) writeOwn(writer, entities[i]!, plan.baseline)
    writer.align()
  }

  #fill(peer: Peer, { tick, nowMs, baseline, hasBody }: SnapshotPlan): void {
    const head = this.#head
    const { inputBuffer, inputs, link, messages } = peer
    const subTicks = tick * this.#sendSubTicks
    const isOrdered = link.kind === 'ordered'
    const sequence = peer.sent.note(tick, nowMs)
    head.sequence = isOrdered ? -1 : sequence
    head.distance = baseline < 0 ? 0 : tick - baseline
    head.tick = isOrdered && baseline >= 0 ? -1 : tick & 0xffff
    head.isGapless = !peer.hasSkipped
    head.isQuiet = !hasBody
    head.place = peer.tables ? placeOf(peer.tables.version) : -1
    head.inputAck =
      inputBuffer.received > 0 || inputBuffer.applied > 0 ? inputBuffer.applied & 0xffff : -1
    head.waiting = Math.max(-LONG_AGO, inputBuffer.received - inputBuffer.applied)
    head.timedAge = subTicks - peer.place.newestArrival
    head.arrivals = inputs.tellArrivals(head.sooner)
    head.tellsTaken = inputBuffer.tellTaken(head.taken)
    if (messages.received !== peer.messagesTold) {
      peer.messagesTold = messages.received
      peer.messagesTick = tick
    }
    head.messageAck = baseline < peer.messagesTick ? messages.received & 0xffff : -1
    const { epochs } = inputs
    const stamp = epochs.stampOf(epochs.from)
    head.epochFrom = baseline < peer.epochTick ? epochs.from & 0xffff : -1
    head.epochStamp = stamp - subTicks
    head.epochHeld = epochs.timeOf(epochs.from) - stamp
    head.owned = peer.owner.entities.length
  }
}

function writeOwn(writer: BitWriter, entity: Entity, baseline: number): void {
  const { schema } = entity.kind
  const which = schema.privateColumns
  const { own, fine } = entity
  const base = own && baseline >= 0 ? own.find(baseline) : -1
  const isNew = own ? base < 0 : entity.ownTick > baseline
  writer.small(entity.slot)
  writer.flag(isNew)
  if (isNew) {
    writer.write(entity.generation, 8)
    writer.write(entity.kind.index, 8)
    writer.flag(entity.seed < 0)
    if (entity.seed < 0) writer.write(-1 - entity.seed, SPAWNED_BITS)
    writeWhole(writer, schema, which, 'fine', fine)
    writeRests(writer, schema, fine.row, null, 0)
  } else if (own) {
    writeChanged(writer, schema, which, 'fine', fine, own.rows, base)
    writeRests(writer, schema, fine.row, own.rows, base)
  }
}
