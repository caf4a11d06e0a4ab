import {
  angle,
  bits,
  defineGame,
  fields,
  flag,
  gameEvents,
  int,
  once,
  quat,
  text,
  vec2,
} from 'glissade'
import type { Conditions } from 'glissade/client'
import type { SnapshotCoding } from 'glissade/parts'
import { type AnyRoom, defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { insides } from '../../src/client/inside.ts'
import type { Timeline } from '../../src/client/timeline/timeline.ts'
import * as OP from '../../src/game/op.ts'
import type { LinkKind } from '../../src/link/link.ts'
import type { Peer } from '../../src/server/connection/peer.ts'
import { coreOf } from '../../src/server/room.ts'

/** The meadow's side, in units. */
export const SIDE = 2000

const sheep = fields({
  at: vec2({ max: SIDE, step: 0.25, velocity: 'speed' }),
  speed: vec2({ min: -300, max: 300, step: 1 }),
  turn: angle(),
  wool: int({ max: 100 }),
  mark: bits(4),
  lies: flag(),
  name: once(text(8)),
  says: text(8),
})

export interface FlockOptions {
  readonly sheep?: number | undefined
  readonly interest?: boolean | undefined
  readonly radius?: number | undefined
  /** Sheep of a number that this divides are hidden from players of odd numbers. */
  readonly hidden?: number | undefined
  readonly bytesPerSecond?: number | undefined
  readonly priority?: ((entity: object) => number) | undefined
  /** Whether players look from everywhere for 3 s of every 9. */
  readonly free?: boolean | undefined
  readonly coding?: SnapshotCoding | undefined
  /** How likely a sheep dies and another is born in a step, all in all. */
  readonly births?: number | undefined
}

/** Sheep that wander, rest, jump and speak; players that walk among them. */
export function flock({
  sheep: count = 120,
  interest = true,
  radius = 400,
  hidden = 0,
  bytesPerSecond,
  priority,
  free = false,
  births = 0.1,
  coding,
}: FlockOptions = {}) {
  return defineRoom(
    defineGame({
      name: 'flock',
      stepHz: 30,
      sendHz: 20,
      input: { right: flag(), down: flag() },
      entities: {
        player: { at: vec2({ max: SIDE, step: 0.5 }), score: int({ max: 9 }) },
        sheep,
        // What has no place: everybody sees it.
        gate: { open: flag(), opened: int({ max: 1000 }), spin: quat() },
      },
      events: gameEvents({ baa: { how: int({ max: 9 }), words: text(20) } }),
      coding,
      move: {
        player(one, input, { dtSeconds }) {
          one.at.x = (one.at.x + (input.right ? 200 : 50) * dtSeconds) % SIDE
          one.at.y = (one.at.y + (input.down ? 200 : -50) * dtSeconds + SIDE) % SIDE
        },
      },
    }),
    {
      interest: interest
        ? {
            at: { player: (player) => player.at, sheep: (one) => one.at },
            from(world, player) {
              if (free && Math.floor(world.tick / 90) % 3 === 1) return null
              return world.entities('player').find(({ owner }) => owner === player.id)?.at ?? null
            },
            radius,
            sees:
              hidden > 0
                ? (_world, player, entity) =>
                    entity.kind !== 'sheep' || player.id % 2 === 0 || entity.wool % hidden !== 0
                : undefined,
          }
        : undefined,
      budget: { bytesPerSecond, priority },
      open(world) {
        for (let n = 0; n < count; n++) born(world)
        for (let n = 0; n < 5; n++) world.spawn('gate', null)
      },
      join: (world, player) =>
        world.spawn('player', player, {
          at: { x: world.random() * SIDE, y: world.random() * SIDE },
        }),
      update(world, { dtSeconds, tick }) {
        const flockNow = world.entities('sheep')
        for (const one of flockNow) {
          if (world.random() < 0.03) {
            one.lies = !one.lies
            one.speed.x = one.lies ? 0 : (world.random() - 0.5) * 500
            one.speed.y = one.lies ? 0 : (world.random() - 0.5) * 500
          }
          if (world.random() < 0.01) one.wool = Math.floor(world.random() * 100)
          if (world.random() < 0.005) one.says = `ba${'a'.repeat(Math.floor(world.random() * 6))}`
          if (world.random() < 0.02) one.mark = Math.floor(world.random() * 16)
          if (!one.lies) one.turn += 0.1
          one.at.x += one.speed.x * dtSeconds
          one.at.y += one.speed.y * dtSeconds
          if (one.at.x <= 0 || one.at.x >= SIDE) one.speed.x = -one.speed.x
          if (one.at.y <= 0 || one.at.y >= SIDE) one.speed.y = -one.speed.y
          if (world.random() < 0.002) {
            one.at.x = world.random() * SIDE
            world.teleport(one)
          }
        }
        if (world.random() < births && flockNow.length > 0) {
          world.despawn(flockNow[Math.floor(world.random() * flockNow.length)]!)
          born(world)
        }
        for (const gate of world.entities('gate')) {
          if (tick % 40 !== 0) continue
          gate.open = !gate.open
          gate.opened++
          gate.spin.x = world.random()
        }
        if (world.random() < 0.05)
          world.emit('baa', { how: tick % 10, words: 'a'.repeat(tick % 20) })
      },
    },
  )
}

function born(world: {
  random(): number
  spawn(kind: 'sheep', player: null, start: object): object
}): void {
  const at = { x: world.random() * SIDE, y: world.random() * SIDE }
  world.spawn('sheep', null, { at, name: `n${Math.floor(world.random() * 1000)}` })
}

/** What the room had at a network tick. */
interface Truth {
  readonly rows: ReadonlyMap<
    number,
    { readonly id: number; readonly row: Int32Array; texts: string[] }
  >
  /** By player: what its packet of this tick was about; undefined: about everything. */
  readonly views: ReadonlyMap<number, Told | undefined>
}

interface Told {
  readonly seen: ReadonlySet<number>
  readonly deferred: ReadonlySet<number>
  /** What has left, without that being told yet. */
  readonly untold: ReadonlySet<number>
}

/** Runs a room and its clients, and compares each state that a client takes in with what the room had at that moment. */
export class Watch<R extends AnyRoom> {
  readonly sim: Simulation<R>
  /** By network tick. */
  readonly truths = new Map<number, Truth>()
  /** By player: the sizes of its snapshots by network tick. */
  readonly sizes = new Map<number, Map<number, number>>()
  /** States compared, of how many snapshots; and how many entities of them were deferred. */
  compared = 0
  snapshots = 0
  deferred = 0
  /** The longest that anything in view waited, in network ticks. */
  longestWait = 0
  readonly #waits = new Map<string, number>()
  readonly #newest = new Map<object, number>()
  readonly #watched = new WeakSet<object>()
  #tick = 0

  constructor(room: R, kind: LinkKind, seed: number) {
    this.sim = new Simulation(room, { kind, seed })
  }

  join(conditions: Conditions, seed: number): ReturnType<Simulation<R>['join']> {
    let until = 0
    return this.sim.join({
      conditions,
      seed,
      frameHz: 30,
      script: ({ input }, timeMs) => {
        if (timeMs < until) return
        until = timeMs + 300 + ((seed * 7919 + Math.floor(timeMs)) % 700)
        const keys = input as unknown as { right: boolean; down: boolean }
        keys.right = (seed + Math.floor(timeMs / 500)) % 3 > 0
        keys.down = (seed + Math.floor(timeMs / 700)) % 2 > 0
      },
    })
  }

  run(ms: number): this {
    const { room } = this.sim
    for (let passed = 0; passed < ms; passed += 5) {
      for (const peer of coreOf(room).peerList) this.#watch(peer)
      this.sim.run(5)
      if (coreOf(room).nextNetworkTick - 1 !== this.#tick)
        this.#note(coreOf(room).nextNetworkTick - 1)
      for (const { session } of this.sim.clients) {
        const inside = insides.get(session)?.()
        if (inside) this.#check(inside.timeline, session.playerId)
      }
    }
    return this
  }

  #watch(peer: Peer): void {
    if (this.#watched.has(peer)) return
    this.#watched.add(peer)
    const { link } = peer
    const send = link.send.bind(link)
    const sizes = new Map<number, number>()
    this.sizes.set(peer.player.id, sizes)
    link.send = (bytes) => {
      if (bytes[0] === 6) sizes.set(coreOf(this.sim.room).nextNetworkTick - 1, bytes.length)
      send(bytes)
    }
  }

  #note(tick: number): void {
    this.#tick = tick
    const { entities, peerList } = coreOf(this.sim.room)
    const rows = new Map()
    entities.slots.forEach((entity, slot) => {
      if (entity && entity.changedTick >= 0)
        rows.set(slot, { id: entity.id, row: entity.row.slice(), texts: [...entity.texts] })
    })
    const views = new Map<number, Told | undefined>()
    for (const { player, view } of peerList) {
      if (!view || view.tick !== tick) {
        views.set(player.id, undefined)
        continue
      }
      const seen = view.seen.toArray()
      const deferred = seen.filter((slot) => !view.told(slot, tick))
      const untold = view.leaving.toArray().filter((slot) => !view.listed(slot, tick))
      views.set(player.id, {
        seen: new Set(seen),
        deferred: new Set(deferred),
        untold: new Set(untold),
      })
      for (const slot of seen) {
        const key = `${player.id} ${slot}`
        const waited = deferred.includes(slot) ? (this.#waits.get(key) ?? 0) + 1 : 0
        this.#waits.set(key, waited)
        this.longestWait = Math.max(this.longestWait, waited)
      }
      this.deferred += deferred.length
    }
    this.truths.set(tick, { rows, views })
    this.truths.delete(tick - 200)
  }

  #check(timeline: Timeline, player: number): void {
    const tick = timeline.newestTick
    if (tick < 0 || this.#newest.get(timeline) === tick) return
    this.#newest.set(timeline, tick)
    const truth = this.truths.get(tick)
    if (!truth) return
    this.snapshots++
    const told = truth.views.get(player)
    for (const [slot, { id, row, texts }] of truth.rows) {
      const remote = timeline.find(slot)
      const where = `slot ${slot} of player ${player} at tick ${tick}`
      if (told && !told.seen.has(slot)) {
        if (!told.untold.has(slot)) same(remote?.id, undefined, `${where}: out of view`)
        continue
      }
      if (told?.deferred.has(slot)) continue
      same(remote?.id, id, where)
      const { columns, textIndex, width } = remote!.schema
      const at = remote!.history.newestOffset
      for (let i = 0; i <= width; i++) {
        const c = columns[i]
        const text = textIndex[i] ?? -1
        if (c && c.seen !== 'all' && c.seen !== 'told' && c.seen !== 'once') continue
        const what = String(c?.name ?? 'extrapolation code')
        if (c?.op === OP.text)
          same(remote!.texts!.at(i, remote!.row[at + i]!), texts[text] ?? '', where, what)
        else same(remote!.row[at + i], row[i], where, what)
      }
      this.compared++
    }
    for (const { slot } of timeline.remotes)
      if (!truth.rows.has(slot) && timeline.find(slot) && !told?.untold.has(slot))
        throw new Error(`slot ${slot} of player ${player} at tick ${tick} is gone`)
  }
}

function same(is: unknown, should: unknown, where: string, what = 'id'): void {
  if (is !== should) throw new Error(`${where}: ${what} is ${is}, not ${should}`)
}
