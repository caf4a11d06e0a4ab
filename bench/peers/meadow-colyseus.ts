import {
  Decoder,
  Encoder,
  type MapSchema,
  type Schema,
  StateView,
  schema,
  t,
} from '@colyseus/schema'
import type { MeadowPeer } from '../meadow/peer.ts'
import type { Told, ToldField, ToldKind } from '../meadow/told.ts'

type Entity = Schema & Record<string, number | string>
type State = Schema & Record<string, MapSchema<Entity>>

/**
 * @colyseus/schema with a `StateView` for each client. Every number is quantized to the narrowest width that has its grid,
 * entities are in a map for each kind under the shortest keys, and views are told what comes and goes. `kinds`: those
 * that are told of at all; what has no place is in everybody's patch.
 */
export function colyseusMeadow(kinds: readonly ToldKind[], clients: number): MeadowPeer {
  // Room for the patches of all clients at once: they stand in it one after another.
  Encoder.BUFFER_SIZE = 4 * 1024 * 1024
  const told = kinds.filter(({ fields }) => fields.length > 0)
  const types = new Map(told.map((kind) => [kind.name, typeOf(kind)]))
  const State = schema(
    Object.fromEntries(
      told.map(({ name, isPlaced }) => {
        const map = t.map(types.get(name)!)
        return [name, isPlaced ? map.view() : map]
      }),
    ),
    'Meadow',
  ) as unknown as new () => State
  const placed = new Set(kinds.filter(({ isPlaced }) => isPlaced).map(({ name }) => name))
  return new ColyseusMeadow(State, types, placed, clients)
}

class ColyseusMeadow implements MeadowPeer {
  readonly name = 'Colyseus schema 5, StateView, quantized'
  readonly #types: ReadonlyMap<string, new () => Entity>
  readonly #placed: ReadonlySet<string>
  readonly #state: State
  readonly #encoder: Encoder
  readonly #clients: {
    readonly view: StateView
    readonly decoder: Decoder<State>
    seen: Set<number>
  }[]
  /** By slot. */
  readonly #entities: ({ readonly kind: string; readonly entity: Entity } | undefined)[] = []
  #it = { offset: 0 }
  #shared = 0

  constructor(
    State: new () => State,
    types: ReadonlyMap<string, new () => Entity>,
    placed: ReadonlySet<string>,
    clients: number,
  ) {
    this.#types = types
    this.#placed = placed
    this.#state = new State()
    this.#encoder = new Encoder(this.#state)
    this.#clients = Array.from({ length: clients }, () => ({
      view: new StateView(),
      decoder: new Decoder(new State()),
      seen: new Set(),
    }))
  }

  put(slot: number, kind: string, told: Told): void {
    const type = this.#types.get(kind)
    if (!type) return
    const known = this.#entities[slot]
    const entity = known?.entity ?? new type()
    // Its setters note what is new.
    Object.assign(entity, told)
    if (known) return
    this.#entities[slot] = { kind, entity }
    this.#state[kind]!.set(String(slot), entity)
  }

  drop(slot: number): void {
    const known = this.#entities[slot]
    if (!known) return
    for (const { seen } of this.#clients) seen.delete(slot)
    this.#state[known.kind]!.delete(String(slot))
    this.#entities[slot] = undefined
  }

  begin(): void {
    this.#it = { offset: 0 }
    this.#encoder.encode(this.#it)
    this.#shared = this.#it.offset
  }

  update(client: number, slots: readonly number[]): number {
    const one = this.#clients[client]!
    const next = new Set(slots.filter((slot) => this.#isPlaced(slot)))
    for (const slot of one.seen) if (!next.has(slot)) one.view.remove(this.#entities[slot]!.entity)
    for (const slot of next) if (!one.seen.has(slot)) one.view.add(this.#entities[slot]!.entity)
    one.seen = next
    const bytes = this.#encoder.encodeView(one.view, this.#shared, this.#it)
    one.decoder.decode(bytes, { offset: 0 })
    return bytes.length
  }

  end(): void {
    this.#encoder.discardChanges()
  }

  held(client: number, slot: number): Told | undefined {
    const { state } = this.#clients[client]!.decoder
    const kind = this.#entities[slot]?.kind
    for (const name of kind === undefined ? this.#types.keys() : [kind]) {
      const held = state[name]?.get(String(slot))
      if (held) return held
    }
    return undefined
  }

  #isPlaced(slot: number): boolean {
    const known = this.#entities[slot]
    return known !== undefined && this.#placed.has(known.kind)
  }
}

function typeOf({ name, fields }: ToldKind): new () => Entity {
  const types = Object.fromEntries(fields.map((field) => [field.name, fieldOf(field)]))
  return schema(types, name) as unknown as new () => Entity
}

/** The narrowest type with the grid of a field: its numbers are those of the grid. */
function fieldOf({ textLength, min, step, levels }: ToldField) {
  if (textLength !== null) return t.string()
  const bits = levels < 2 ** 8 ? 8 : levels < 2 ** 16 ? 16 : 32
  // A range below and above 0 alike would lose one of its numbers.
  return t.quantized({ min, max: min + (2 ** bits - 1) * step, bits })
}
