import { Bits, need } from './bits.ts'
import { Packed, type Told } from './changes.ts'
import { emptyState, type Kind, placesOf, readChanged, readRests, readWhole } from './columns.ts'
import { readEpoch, readInputs } from './head.ts'
import { readClose, readHello, readInput, readMessage, readReport, readWelcome } from './packets.ts'
import { Players } from './players.ts'
import type { Entity, Event, GameSchema, Private, SaidInBody, Snapshot } from './said.ts'
import { type Known, Tabled } from './tabled.ts'
import { readTables, Tables } from './tables.ts'

type Message = ReturnType<typeof readMessage>

/**
 * A decoder of a connection's packets that follows docs/WIRE.md and shares nothing with what it is a check of. Slow and
 * plain on purpose. Reads what a connection's two ends say to one another. Throws `Malformed` where the page forbids what it
 * finds.
 */
export class Decoder {
  /** By slot. */
  readonly entities: Map<number, Entity> = new Map()
  /** By slot, what this client gets of its own entities alone. */
  readonly own: Map<number, Private> = new Map()
  readonly players: Players
  player = 0
  /** What was met on the way, for a test to see whether streams have it all. */
  readonly met: Set<string>
  /** The bits of snapshots so far, by what they tell of. */
  readonly spent: Map<string, number> = new Map()
  #countedTo = 0
  readonly #game: GameSchema
  readonly #isOrdered: boolean
  readonly #packed: Packed
  readonly #tabled: Tabled
  /** Null where the coding has none. */
  readonly #tables: Tables | null
  /** Taken in: which network tick was coded against which; -1: none. */
  readonly #baselines = new Map<number, number>()
  #newest = -1
  /** Whether the view of the body at hand is the client's own. */
  #isOwnView = false

  constructor(game: GameSchema, isOrdered: boolean, coding = 'packed') {
    this.#game = game
    this.#isOrdered = isOrdered
    this.met = new Set()
    this.#packed = new Packed(game.kinds, game.stepHz, this.met)
    this.#tabled = new Tabled(game.kinds, game.stepHz, this.met)
    this.#tables = coding === 'packed' ? null : new Tables()
    this.players = new Players(game.sendSubTicks, this.met)
  }

  /** A packet of the client. */
  up(hex: string) {
    const bits = new Bits(hex)
    switch (bits.u(8)) {
      case 1:
        return { type: 'hello', ...readHello(bits, this.#game.profile) } as const
      case 3:
        return { type: 'close', ...readClose(bits) } as const
      case 4:
        return { type: 'message', ...this.#ofClient(readMessage(bits)) } as const
      case 5:
        return { type: 'input', ...readInput(bits, this.#game.input, this.#isOrdered) } as const
      case 9:
        return { type: 'report', ...readReport(bits) } as const
      default:
        need(false, 'unknown type')
        return undefined as never
    }
  }

  /** A packet of the server. */
  down(hex: string) {
    const bits = new Bits(hex)
    switch (bits.u(8)) {
      case 2: {
        const welcome = readWelcome(bits)
        if (this.#newest < 0) this.#newest = Math.floor(welcome.subTicks / this.#game.sendSubTicks)
        this.player = welcome.player
        return { type: 'welcome', ...welcome } as const
      }
      case 3:
        return { type: 'close', ...readClose(bits) } as const
      case 4:
        return { type: 'message', ...this.#ofServer(readMessage(bits)) } as const
      case 6:
        return { type: 'snapshot', ...this.#snapshot(bits) } as const
      case 8: {
        const part = readTables(bits)
        need(this.#tables !== null, 'tables of a coding that has none')
        if (this.player > 0) this.#tables.take(part)
        return { type: 'tables', ...part } as const
      }
      case 10:
        return { type: 'wait' } as const
      default:
        need(false, 'unknown type')
        return undefined as never
    }
  }

  #ofClient(message: Message): Message {
    need(message.step === undefined, 'a message of a client that is tied to a moment')
    return message
  }

  #ofServer(message: Message): Message {
    if (message.step !== undefined) this.met.add('message tied to a moment')
    return message
  }

  #snapshot(bits: Bits): Snapshot & { sequence: number | undefined } {
    const sequence = this.#isOrdered ? undefined : bits.u(16)
    const distance = bits.u(7)
    const tick =
      this.#isOrdered && distance > 0 ? this.#newest + distance : nearest(bits.u(16), this.#newest)
    if (distance > 1) this.met.add(`${bits.flag() ? 'no' : 'some'} news left out`)
    const isQuiet = distance > 0 && bits.flag()
    const place = this.#tables ? bits.u(2) : 0
    const inputs = bits.flag() ? readInputs(bits, this.#game, this.met) : undefined
    const messageAck = bits.flag() ? bits.u(16) : undefined
    const epoch = bits.flag() ? readEpoch(bits) : undefined
    const baseline = distance === 0 ? -1 : tick - distance
    const head = { sequence, tick, baseline, inputs, messageAck, epoch }
    const isFirst = this.#baselines.size === 0
    const isLate = !isFirst && tick <= this.#newest
    if (isLate) this.met.add('overtaken')
    // Those that overtook WELCOME are left aside too.
    if (isLate || (this.player === 0 && !this.#isOrdered))
      return { ...head, ...NOTHING, isTaken: false }
    need(baseline < 0 || this.#baselines.has(baseline), 'a baseline that is not held')
    this.#newest = tick
    this.met.add(
      distance === 0 && !isFirst ? 'complete again' : `distance ${Math.min(distance, 2)}`,
    )
    if (epoch) this.met.add('epoch')
    if (inputs && inputs.waiting > 0) this.met.add('inputs that wait')
    if (inputs && inputs.waiting < 0) this.met.add('inputs that have not come')
    this.#countedTo = 0
    this.#spend('head', bits)
    const own = this.#readOwn(bits, tick, baseline)
    this.#spend('own', bits)
    bits.align()
    this.#spend('padding', bits)
    const body = isQuiet
      ? this.#skipBody(tick, baseline)
      : this.#readBody(bits, tick, baseline, place)
    bits.end()
    this.#spend('padding', bits)
    this.#isOwnView = body.isOwnView
    this.#baselines.set(tick, baseline)
    for (const slot of [...this.own.keys()]) if (!own.includes(slot)) this.own.delete(slot)
    for (const slot of own) {
      const [entity, more] = [this.entities.get(slot), this.own.get(slot)!]
      need(
        entity?.generation === more.generation && entity.kind === more.kind,
        'own, but not in the body',
      )
      need(entity.owner === this.player, 'own, but not this player')
    }
    return { ...head, ...body, isTaken: true }
  }

  /** Counts the bits read since the last call as those of a part. */
  #spend(part: string, { at }: Bits): void {
    this.spent.set(part, (this.spent.get(part) ?? 0) + at - this.#countedTo)
    this.#countedTo = at
  }

  /** The slots of own entities. */
  #readOwn(bits: Bits, tick: number, baseline: number): number[] {
    const slots: number[] = []
    const count = bits.flag() ? bits.small() : 0
    for (let n = 0; n < count; n++) {
      const slot = bits.small()
      slots.push(slot)
      if (bits.flag()) {
        const [generation, kind] = [bits.u(8), bits.u(8)]
        if (bits.flag()) {
          this.met.add('an entity that an input has spawned')
          bits.u(20)
        }
        const columns = this.#kind(kind)
        const state = emptyState(columns)
        readWhole(bits, columns, placesOf(columns, 'private'), 'fine', state)
        this.#spend('own', bits)
        readRests(bits, columns, true, state)
        this.#spend('rests', bits)
        const before = this.own.get(slot)
        const isSame = before?.generation === generation && before.kind === kind
        const states = isSame ? before.states : []
        states.push({ tick, state })
        this.own.set(slot, { generation, kind, states })
        continue
      }
      const held = this.own.get(slot)
      const base = newestAt(held?.states, baseline)
      need(held !== undefined && base !== undefined, 'own, but nothing is held')
      const columns = this.#kind(held.kind)
      const state = [...base.state]
      readChanged(bits, columns, placesOf(columns, 'private'), 'fine', state)
      const rests = state.slice(columns.columns.length).join()
      this.#spend('own', bits)
      readRests(bits, columns, false, state)
      this.#spend('rests', bits)
      if (state.slice(columns.columns.length).join() !== rests) this.met.add('changed rests')
      held.states.push({ tick, state })
    }
    return slots
  }

  #skipBody(tick: number, baseline: number): SaidInBody {
    this.met.add('quiet')
    this.players.begin(tick, false)
    this.players.readTimes(null, baseline, this.#baselines.get(baseline) ?? -1)
    return { ...NOTHING, isOwnView: this.#isOwnView }
  }

  #readBody(bits: Bits, tick: number, baseline: number, place: number): SaidInBody {
    const { players } = this
    const deferred = new Set<number>()
    const events: Event[] = []
    players.begin(tick, baseline < 0)
    const tellsMore = bits.flag()
    if (!tellsMore) this.met.add('changed entities alone')
    if (tellsMore && bits.flag()) {
      const count = () => bits.rice(0, 17)
      for (let n = count(); n > 0; n--) {
        this.met.add('player left')
        players.leave(bits.u(16))
      }
      if (bits.flag()) this.met.add('events left out')
      const eventCount = count()
      need(eventCount <= 255, 'too many events')
      for (let n = 0; n < eventCount; n++) events.push(this.#readEvent(bits, tick))
      for (let n = count(); n > 0; n--) this.#leave(bits.small(), tick - bits.rice(0, 7))
      for (let n = count(), slot = -1; n > 0; n--) deferred.add((slot += bits.small() + 1))
    }
    this.#spend('lists', bits)
    const isOwnView = tellsMore && bits.flag()
    this.#isOwnView = isOwnView
    if (tellsMore) players.readTimelines(bits)
    this.#spend('timelines', bits)
    players.readTimes(tellsMore ? bits : null, baseline, this.#baselines.get(baseline) ?? -1)
    this.#spend('times', bits)
    const named = new Set<number>()
    for (let n = tellsMore && bits.flag() ? bits.small() : 0, slot = -1; n > 0; n--) {
      slot += bits.small() + 1
      named.add(slot)
      this.#readEntering(bits, tick, slot)
    }
    if (this.#tables) this.#readTabled(bits, tick, baseline, this.#tables.at(place), isOwnView)
    else this.#readPacked(bits, tick, baseline)
    this.#spend('entities', bits)
    if (baseline < 0 && !isOwnView)
      for (const slot of [...this.entities.keys()])
        if (!named.has(slot) && !deferred.has(slot)) this.entities.delete(slot)
    if (isOwnView) this.met.add('own view')
    if (deferred.size > 0) this.met.add('deferred')
    return { events, deferred, isOwnView }
  }

  #readEvent(bits: Bits, tick: number): Event {
    const kind = bits.rice(1, 8)
    const columns = this.#game.events[kind]
    need(columns !== undefined, 'unknown event')
    const id = bits.u(16)
    const stamp = tick * this.#game.sendSubTicks - bits.s(20)
    const player = bits.small()
    const [input, index] = player > 0 ? [bits.u(16), bits.u(4)] : [0, 0]
    this.met.add(player > 0 ? 'event of a player' : 'event of the room')
    const state = emptyState(columns)
    readWhole(bits, columns, placesOf(columns, 'every'), 'fine', state)
    return { kind, id, stamp, player, input, index, state }
  }

  #leave(slot: number, leftTick: number): void {
    const entity = this.entities.get(slot)
    if (entity && entity.states.at(-1)!.tick < leftTick) {
      this.met.add('leave')
      this.entities.delete(slot)
    }
  }

  #readEntering(bits: Bits, tick: number, slot: number): void {
    need(slot <= 0xffff, 'slot')
    const [generation, kind, owner] = [bits.u(8), bits.rice(1, 8), bits.small()]
    const columns = this.#kind(kind)
    need(generation > 0, 'generation')
    need(owner <= 0xffff, 'owner')
    const tells = bits.flag()
    const [code, extras] = tells ? [bits.upTo(23, 5), bits.u(2)] : [0, 0]
    let state = emptyState(columns)
    const told: Told[] = []
    for (let n = 0; n <= extras; n++) {
      const back = n < extras ? bits.u(6) : 0
      if (n < extras) need(back >= 1 && back < (told.at(-1)?.back ?? 64), 'steps back')
      state = [...state]
      if (n === 0) readWhole(bits, columns, placesOf(columns, 'entering'), 'coarse', state)
      else readChanged(bits, columns, placesOf(columns, 'shared'), 'coarse', state)
      told.push({ back, state })
    }
    const held = this.entities.get(slot)
    const isSame = held?.generation === generation && held.kind === kind
    const states = isSame ? held.states : []
    states.push({ tick, state, code })
    this.entities.set(slot, {
      generation,
      kind,
      owner,
      states,
      told,
      toldTick: tick,
      enteredTick: tick,
    })
  }

  #readTabled(
    bits: Bits,
    tick: number,
    baseline: number,
    tables: readonly number[],
    isOwnView: boolean,
  ): void {
    const slots = [...this.entities.keys()].sort((a, b) => a - b)
    const known = slots.flatMap((slot) => this.#known(slot, tick, baseline, true) ?? [])
    const find = (slot: number, distance: number) =>
      this.#known(slot, tick, distance > 0 ? tick - distance : baseline, distance === 0)
    const records = isOwnView
      ? this.#tabled.own(bits, tables, find)
      : this.#tabled.everything(bits, tables, known)
    for (const { slot, distance, states, code } of records) {
      if (distance > 0) this.met.add('a distance of its own')
      this.#keep(slot, tick, distance > 0 ? tick - distance : baseline, states, code)
    }
  }

  #readPacked(bits: Bits, tick: number, baseline: number): void {
    this.#packed.readTables(bits, baseline < 0)
    const count = bits.small()
    if (count === 0) return
    const g = bits.upTo(12, 4)
    const someOwn = bits.flag()
    for (let n = 0, slot = -1; n < count; n++) {
      slot += bits.rice(g, 16) + 1
      need(slot <= 0xffff, 'slot')
      const distance = someOwn && bits.flag() ? bits.u(7) : 0
      if (distance > 0) this.met.add('a distance of its own')
      this.#readChanged(bits, tick, slot, distance > 0 ? tick - distance : baseline, distance === 0)
    }
  }

  #readChanged(bits: Bits, tick: number, slot: number, from: number, isBodys: boolean): void {
    const known = this.#known(slot, tick, from, isBodys)
    need(known !== undefined, 'an entity that is not held')
    const { states, code } = this.#packed.readStates(bits, known.kind, known)
    this.#keep(slot, tick, from, states, code)
  }

  #known(slot: number, tick: number, from: number, isBodys: boolean): Known | undefined {
    const entity = this.entities.get(slot)
    const base = from < 0 ? undefined : newestAt(entity?.states, from)
    if (!entity || !base) return undefined
    const earlier = isBodys ? this.#movedBefore(entity.owner, tick, from) : -1
    const hasBefore = earlier >= 0 && tick - earlier <= 127
    const before = hasBefore ? newestAt(entity.states, earlier)?.state : undefined
    const stamp = this.players.stampAt(entity.owner, from)
    const elapsed = this.players.stampAt(entity.owner, tick) - stamp
    const span = hasBefore ? stamp - this.players.stampAt(entity.owner, earlier) : 0
    return { slot, kind: entity.kind, base: base.state, code: base.code, before, elapsed, span }
  }

  /** The network tick before the body's baseline `from` from which movement is expected to go on; -1: none. */
  #movedBefore(owner: number, tick: number, from: number): number {
    const before = this.#baselines.get(from)!
    const earlier = before < 0 ? -1 : this.#baselines.get(before)!
    const isUsed = !this.#isOwnView && earlier >= 0 && tick - earlier <= 127
    if (!isUsed || !this.players.stood(owner, from, before)) return before
    this.met.add('expected from before a standstill')
    return earlier
  }

  #keep(slot: number, tick: number, from: number, states: readonly Told[], code?: number): void {
    const entity = this.entities.get(slot)!
    const was = newestAt(entity.states, from)!
    entity.states.push({ tick, state: states.at(-1)!.state, code: code ?? was.code })
    entity.told = states
    entity.toldTick = tick
  }

  #kind(kind: number): Kind {
    const columns = this.#game.kinds[kind]
    need(columns !== undefined, 'unknown kind')
    return columns
  }
}

/** What a snapshot says that is not taken in. */
const NOTHING = { events: [], deferred: new Set<number>(), isOwnView: false }

/** The newest state at or before a network tick. */
function newestAt<T extends { tick: number }>(states: readonly T[] | undefined, tick: number) {
  return states?.filter((state) => state.tick <= tick).at(-1)
}

/** The number nearest to `reference` with these low 16 bits. */
function nearest(low: number, reference: number): number {
  return low + 65536 * Math.round((reference - low) / 65536)
}
