import { defineGame, flag } from 'glissade'
import type { Link } from 'glissade/parts'
import { type AnyRoom, defineRoom } from 'glissade/server'
import { insides } from '../../../src/client/inside.ts'
import { Session } from '../../../src/client/session.ts'
import type { AnyGame } from '../../../src/game/define-game.ts'
import { ConditionedLink } from '../../../src/link/conditions.ts'
import { memoryPair } from '../../../src/link/memory.ts'
import { coreOf, Room } from '../../../src/server/room.ts'
import { Reception } from '../../../src/server/rooms/reception.ts'
import { VirtualClock } from '../../../src/testing/virtual-clock.ts'
import { BitReader } from '../../../src/wire/bits.ts'
import type { Coding } from '../../../src/wire/coding/coding.ts'
import * as PACKET from '../../../src/wire/packets/packet.ts'
import { emptySnapshotHead, readSnapshotHead } from '../../../src/wire/packets/snapshot-head.ts'
import { linkOver } from '../../../test/support/link-over.ts'
import { type Actor, Cast, type SceneKind } from './cast.ts'
import { Comparison } from './comparison.ts'

const FRAME_MS = 1000 / 60
/** So much later than it is due the room is asked to do something. */
const AFTER_MS = 0.001
/** One way, and how far packets differ from it: some overtake others. */
const LATENCY_MS = 50
const JITTER_MS = 30

/** How a scene is played. */
export interface PlayOptions {
  readonly seed: number
  readonly seconds: number
  /** Null: the packed coding. */
  readonly coding: Coding | null
  /** Share of packets lost either way, on a datagram link; 0: an ordered link that neither waits nor loses. */
  readonly loss: number
  /** Called after each network tick with who is on. */
  readonly onTick?: ((actors: ReadonlySet<Actor>) => void) | undefined
}

/** What it took. */
export interface Played {
  readonly updates: number
  /** Bytes of the bodies of all snapshots, and of the tables. */
  readonly bytes: number
  readonly tableBytes: number
  /** Values that were compared at the client's end, and network ticks of which it was sent everything. */
  readonly compared: number
  readonly comparedTicks: number
}

/** The game of a scene. */
export function gameOf(scene: SceneKind, coding: Coding | null): AnyGame {
  const { name, stepHz, entities } = scene
  const rest = coding ? { coding } : {}
  return defineGame({ name, stepHz, sendHz: 20, input: { go: flag() }, entities, ...rest })
}

/**
 * Plays a scene in a real room with one real session from the opening of the room, in virtual time. Compares every value that
 * the session holds after each snapshot with what the scene had at that network tick; throws where one is wrong.
 */
export function playScene(scene: SceneKind, options: PlayOptions): Played {
  const { seed, seconds, coding, loss, onTick } = options
  const cast = new Cast()
  const step = scene.begin(cast, seed)
  const entities = new Map<Actor, object>()
  const actors = new Map<object, Actor>()
  const staged = stagedRoom(scene, coding, cast, step, entities, actors)
  const clock = new VirtualClock()
  const room = new Room(staged, { nowMs: 0, id: scene.name, seed: 7 })
  const reception = new Reception({
    clock,
    definition: () => staged,
    roomFor: () => room,
    count: (reason) => {
      throw new Error(`the client could not join: ${reason}`)
    },
  })
  const pair = memoryPair(clock, loss > 0 ? 'datagram' : 'ordered')
  const taken = { updates: 0, bytes: 0, tableBytes: 0 }
  const send = pair.server.send.bind(pair.server)
  pair.server.send = (packet) => {
    count(packet, coding, loss === 0, taken)
    send(packet)
  }
  reception.accept(pair.server)
  const impairment = { latencyMs: LATENCY_MS, jitterMs: JITTER_MS, loss }
  const conditions = { up: impairment, down: impairment }
  const link = loss > 0 ? new ConditionedLink(pair.client, clock, conditions, seed) : pair.client
  const comparison = new Comparison(staged.game.kinds)
  let session: Session<AnyGame> | null = null
  const watched = watch(link, () => {
    const inside = session && insides.get(session)!()
    if (inside) comparison.compare(inside.timeline)
  })
  session = new Session<AnyGame>(staged.game, watched, clock, {})
  const frame = (): void => {
    if (session.state === 'closed') throw new Error('the client was closed')
    session.frame(clock.nowMs())
    clock.after(FRAME_MS, frame)
  }
  clock.after(FRAME_MS, frame)
  clock.advance(0)
  let tick = 0
  while (clock.nowMs() < seconds * 1000) {
    clock.advanceTo(Math.max(clock.nowMs(), room.nextDueMs + AFTER_MS))
    room.advance(clock.nowMs())
    const sent = coreOf(room).nextNetworkTick - 1
    if (sent !== tick) {
      tick = sent
      comparison.note(tick, room, (object) => actors.get(object)!)
      onTick?.(cast.actors)
    }
    clock.advance(0)
  }
  session.close()
  // A snapshot that is sent twice is one update.
  const updates = taken.updates - room.stats.snapshotsRepeated
  return { ...taken, updates, compared: comparison.values, comparedTicks: comparison.wholeTicks }
}

/** The room of a scene, whose functions play it. */
function stagedRoom(
  scene: SceneKind,
  coding: Coding | null,
  cast: Cast,
  step: () => void,
  entities: Map<Actor, object>,
  actors: Map<object, Actor>,
): AnyRoom {
  return defineRoom(gameOf(scene, coding), {
    update(world) {
      // The first state stands when the room opens; each step makes the next one.
      if (entities.size > 0) step()
      for (const [actor, entity] of entities) {
        if (cast.actors.has(actor)) continue
        world.despawn(entity as never)
        entities.delete(actor)
        actors.delete(entity)
      }
      for (const actor of cast.actors) {
        const entity = entities.get(actor)
        if (entity) write(entity as Record<string, unknown>, actor)
        else {
          const spawned = world.spawn(actor.kind, null, actor.values as never)
          entities.set(actor, spawned)
          actors.set(spawned, actor)
        }
      }
    },
  })
}

function write(entity: Record<string, unknown>, { values }: Actor): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object') Object.assign(entity[name] as object, value)
    else entity[name] = value
  }
}

/** Hears of each packet after its receiver has taken it. */
function watch(link: Link, heard: () => void): Link {
  return linkOver(link, {
    open: (receiver) =>
      link.open({
        packet: (bytes, arrivedAtMs) => {
          receiver.packet(bytes, arrivedAtMs)
          heard()
        },
        closed: (reason, detail) => receiver.closed(reason, detail),
      }),
  })
}

/** Counts what a snapshot takes beside the head, which is the client's own; the client of a scene owns no entity. */
function count(
  packet: Uint8Array,
  coding: Coding | null,
  isOrdered: boolean,
  taken: { updates: number; bytes: number; tableBytes: number },
): void {
  if (packet[0] === PACKET.tables) {
    taken.bytes += packet.length
    taken.tableBytes += packet.length
  }
  if (packet[0] !== PACKET.snapshot) return
  const reader = new BitReader().start(packet)
  reader.read(8)
  const head = emptySnapshotHead()
  // Frozen tables have a name of their own, and are not sent.
  const hasTables = coding?.name === 'tables'
  if (!readSnapshotHead(reader, head, isOrdered, undefined, hasTables))
    throw new Error('a snapshot has no head')
  reader.align()
  taken.updates++
  taken.bytes += packet.length - (reader.bit >>> 3)
}
