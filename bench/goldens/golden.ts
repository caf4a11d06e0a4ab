import type { AnyGame, Kind } from '../../src/game/define-game.ts'
import * as OP from '../../src/game/op.ts'

/** A packet: which way it went, and its bytes as hexadecimal digits. */
export type Packet = readonly ['up' | 'down', string]

/** Numbers of columns in their order, texts as themselves; null for what never leaves the server. */
export type Row = readonly (number | string | null)[]

/** What a room said to one client and heard from it, as the client sent and got it. */
export interface Connection {
  readonly player: number
  /** The profile that HELLO says. */
  readonly profile: Row
  /** What inputs 1, 2 and so on were. */
  readonly inputs: readonly Row[]
  /** The messages handed over, as JSON. */
  readonly messages: { readonly up: readonly string[]; readonly down: readonly string[] }
  readonly packets: readonly Packet[]
}

/** An event of the room. */
export interface RoomEvent {
  readonly id: number
  readonly kind: number
  readonly player: number
  readonly input: number
  readonly index: number
  /** In subticks. */
  readonly stamp: number
  /** The first network tick that tells of it. */
  readonly tick: number
  readonly row: Row
}

/** An entity whole; its numbers are those that its owner gets, followed by their rests. */
export type Whole = readonly [generation: number, kind: number, owner: number, row: Row]

/** An entity that came, or the columns of one that are not as they were by their places; null: it is gone. */
export type Change = Whole | Readonly<Record<string, Row[number]>> | null

/** What the room was at a network tick. */
export interface Moment {
  readonly tick: number
  /** What differs from the moment before, by slot. */
  readonly entities: Readonly<Record<string, Change>>
  /** Of everybody connected, the player's number and where its own time stands, in subticks. */
  readonly times: readonly (readonly [number, number])[]
  /** States to be told beside: slot, how many steps before the entity's own time, and what everybody gets of it. */
  readonly extras?: readonly (readonly [number, number, Row])[]
}

/** A golden stream: see docs/WIRE.md. Everything in it but the packets comes from the room, not from what was sent. */
export interface Golden {
  readonly formatVersion: number
  readonly coding: string
  readonly link: 'ordered' | 'datagram'
  readonly game: ReturnType<typeof described>
  readonly moments: readonly Moment[]
  readonly events: readonly RoomEvent[]
  readonly connections: readonly Connection[]
}

/** What both ends know of a game, as plain data. */
export function described(game: AnyGame) {
  const columnsOf = ({ schema, name }: Pick<Kind, 'schema' | 'name'>) => ({
    name,
    columns: schema.columns.map((c) => ({
      name: typeof c.name === 'symbol' ? 'teleports' : c.name,
      part: c.part,
      op: OP_NAMES[c.op]!,
      seen: c.seen,
      curve:
        typeof c.curve === 'string'
          ? c.curve
          : typeof c.curve === 'object'
            ? c.curve.name
            : 'function',
      velocity: c.velocity,
      min: c.min,
      step: c.step,
      levels: c.levels,
      ratio: c.ratio,
      initial: c.initial,
      ...(c.isFine && { isFine: true }),
    })),
  })
  return {
    name: game.name,
    hash: game.hash,
    stepHz: game.stepHz,
    sendSubTicks: game.sendSubTicks,
    ...(game.authority === 'tick' && { authority: game.authority }),
    profile: columnsOf({ name: 'profile', schema: game.profileSchema }),
    input: columnsOf({ name: 'input', schema: game.inputSchema }),
    kinds: game.kinds.map(columnsOf),
    events: game.events.map(columnsOf),
  }
}

const OP_NAMES: readonly string[] = Object.entries(OP)
  .sort(([, a], [, b]) => a - b)
  .map(([name]) => name)

/** A golden as a file: JSON with a line for each thing that one may look for. */
export function toText(golden: Golden): string {
  const lines = (list: readonly unknown[]) =>
    list.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
  const { moments, events, connections, game, ...rest } = golden
  const { kinds, events: eventKinds, ...more } = game
  const connection = ({ packets, ...said }: Connection) =>
    `  {\n    ${JSON.stringify(said).slice(1, -1)},\n    "packets": [\n${lines(packets)}\n    ]\n  }`
  return [
    `{\n  ${JSON.stringify(rest).slice(1, -1)},`,
    `  "game": {\n    ${JSON.stringify(more).slice(1, -1)},`,
    `    "kinds": [\n${lines(kinds)}\n    ],`,
    `    "events": [\n${lines(eventKinds)}\n    ]\n  },`,
    `  "moments": [\n${lines(moments)}\n  ],`,
    `  "events": [\n${lines(events)}\n  ],`,
    `  "connections": [\n${connections.map(connection).join(',\n')}\n  ]\n}\n`,
  ].join('\n')
}
