import { expect } from 'vitest'
import { placesOf, restPlaces } from './columns.ts'
import { Decoder } from './decoder.ts'
import {
  coarseOf,
  expectEqual,
  type GoldenFile,
  type Moment,
  momentsOf,
  oncePlaces,
  told,
} from './golden.ts'
import type { Applied, Event, Snapshot } from './said.ts'

/**
 * Expects the independent decoder to make of the packets of a connection what the room was, to the last bit. Adds what it
 * met to `met`; gives the count of snapshots that were taken in.
 */
export function expectDecoded(
  golden: GoldenFile,
  connection: GoldenFile['connections'][number],
  met: Set<string> = new Set(),
): number {
  const moments = momentsOf(golden)
  const decoder = new Decoder(golden.game, golden.link === 'ordered', golden.coding)
  const seen = new Map<number, Event>()
  const messages = { up: new Map<number, string>(), down: new Map<number, string>() }
  let snapshots = 0
  let newestTick = -1
  let arrivals = 0
  let hasRested = false
  const presses = new TakenPresses(golden, connection)
  for (const [way, hex] of connection.packets) {
    const packet = way === 'up' ? decoder.up(hex) : decoder.down(hex)
    if (packet.type === 'hello') {
      const { hash, name: game } = golden.game
      const { profile } = connection
      expect(packet).toMatchObject({ hash, game, room: '', token: 'tôken', profile })
    }
    if (packet.type === 'welcome') expect(packet.player).toBe(connection.player)
    if (packet.type === 'close') expect(packet).toMatchObject({ reason: 0, words: 'bye' })
    if (packet.type === 'message') messages[way].set(packet.id, packet.json)
    if (packet.type === 'input') hasRested ||= packet.isAtRest
    if (packet.type === 'input')
      for (const { id, state } of packet.inputs)
        expect(state, `input ${id}`).toEqual(connection.inputs[id - 1])
    if (packet.type === 'snapshot' && packet.isTaken) {
      snapshots++
      newestTick = packet.tick
      const { applied = 0, waiting = 0 } = packet.inputs ?? {}
      arrivals += packet.inputs?.arrivals ?? 0
      if (packet.inputs) presses.expectMore(packet.inputs)
      // Of inputs that were held back only the newest arrival is told.
      if (golden.game.authority === 'tick' && golden.link === 'ordered' && !hasRested)
        expect(arrivals).toBe(applied + waiting)
      expectSame(golden, decoder, packet, moments.get(packet.tick)!)
      for (const event of packet.events) seen.set(event.id, event)
    }
  }
  for (const what of decoder.met) met.add(what)
  // In a view of its own some may have had no room.
  expectEvents(golden, seen, decoder.met.has('own view') ? -1 : newestTick)
  expectMessages(connection, messages)
  return snapshots
}

/** How many presses a room has taken of a player's inputs, as snapshots tell it. */
class TakenPresses {
  readonly #columns: readonly number[]
  readonly #inputs: readonly (readonly unknown[])[]
  #taken: readonly number[]
  #applied = 0

  constructor({ game }: GoldenFile, { inputs }: GoldenFile['connections'][number]) {
    const { columns } = game.input
    this.#columns = [...columns.keys()].filter((i) => columns[i]!.op === 'press')
    this.#inputs = inputs
    this.#taken = this.#columns.map(() => 0)
  }

  /** Expects no step to have taken two, and none to have been taken that was not counted. */
  expectMore({ applied, taken }: Applied): void {
    const input = this.#inputs[applied - 1]
    const counted = this.#columns.map((i) => Number(input?.[i] ?? 0))
    const steps = applied - this.#applied
    for (const [k, now] of (taken ?? counted).entries()) {
      const more = (now - this.#taken[k]! + 32) % 32
      expect(more, `presses taken by input ${applied}`).toBeLessThanOrEqual(steps)
      const left = (counted[k]! - now + 32) % 32
      expect(left, `presses left at input ${applied}`).toBeLessThan(16)
    }
    this.#taken = taken ?? counted
    this.#applied = applied
  }
}

/** Expects all that a decoder holds after a snapshot to be what the room was; in a view of its own, what it was told in it. */
function expectSame(
  { game }: GoldenFile,
  decoder: Decoder,
  { tick, isOwnView }: Snapshot,
  moment: Moment,
): void {
  const { entities, own, players, player } = decoder
  if (!isOwnView)
    expectEqual(sorted(entities.keys()), sorted(moment.entities.keys()), `tick ${tick}`)
  for (const [slot, [, , owner]] of moment.entities)
    expectEqual(own.has(slot), owner === player, `slot ${slot} of tick ${tick}`)
  const extras: Extra[] = []
  for (const [slot, entity] of entities) {
    if (isOwnView && entity.toldTick !== tick) continue
    const what = `slot ${slot} of tick ${tick}`
    const [generation, kind, owner, row] = moment.entities.get(slot)!
    expectEqual([entity.generation, entity.kind, entity.owner], [generation, kind, owner], what)
    const columns = game.kinds[kind]!
    const { state } = entity.states.at(-1)!
    const shared = placesOf(columns, 'shared')
    expectEqual(told(shared, state), coarseOf(columns, shared, row), what)
    const once = oncePlaces(columns)
    if (entity.enteredTick === tick)
      expectEqual(told(once, state), coarseOf(columns, once, row), what)
    if (entity.toldTick === tick)
      for (const { back, state } of entity.told.slice(0, -1))
        extras.push([
          slot,
          back,
          columns.columns.map(({ seen }, i) =>
            seen === 'all' || seen === 'input' ? state[i]! : null,
          ),
        ])
    const mine = own.get(slot)
    const places = [...placesOf(columns, 'private'), ...restPlaces(columns)]
    if (mine) expectEqual(told(places, mine.states.at(-1)!.state), told(places, row as never), what)
  }
  // Of what it does not see, or has no room for, nothing is told.
  const isTold = (slot: number) => !isOwnView || entities.get(slot)?.toldTick === tick
  const expected = moment.extras.filter(([slot]) => isTold(slot))
  expectEqual(bySlot(extras), bySlot(expected), `extra states of tick ${tick}`)
  const times = players.connected().map((one) => [one.player, players.stampAt(one.player, tick)])
  expectEqual(times, moment.times, `times of tick ${tick}`)
}

type Extra = Moment['extras'][number]

function bySlot(extras: readonly Extra[]): Extra[] {
  return [...extras].sort(([a], [b]) => a - b)
}

function sorted(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b)
}

/**
 * Expects events to be as the room raised them; every one up to a network tick, but for what was over before the first
 * snapshot.
 */
function expectEvents(
  { events }: GoldenFile,
  seen: ReadonlyMap<number, Event>,
  completeTick: number,
): void {
  const first = Math.min(...seen.keys())
  for (const { row, tick, ...event } of events) {
    const one = seen.get(event.id)
    if (one) expect(one).toEqual({ ...event, state: [...row] })
    else expect(event.id < first || tick > completeTick, `event ${event.id} is missing`).toBe(true)
  }
  expect([...seen.keys()].every((id) => events.some((event) => event.id === id))).toBe(true)
}

/** Expects the messages that went up to be what the client said, and those it handed over to be what came. */
function expectMessages(
  { messages }: GoldenFile['connections'][number],
  sent: { readonly up: ReadonlyMap<number, string>; readonly down: ReadonlyMap<number, string> },
): void {
  for (const [id, json] of sent.up) expect(json).toBe(messages.up[id - 1])
  for (const [n, json] of messages.down.entries()) expect(sent.down.get(n + 1)).toBe(json)
}
