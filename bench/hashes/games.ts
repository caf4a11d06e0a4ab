import { defineGame, jsonMessages, sharedTick, tables } from 'glissade'
import { type AnyRoom, defineRoom, type MissingInput } from 'glissade/server'
import { platformerRoom } from '../../games/platformer/room.ts'
import { shepherdRoom } from '../../games/shepherd/room.ts'
import { openWith } from '../../games/shepherd/rules/rules.ts'
import { allFieldsRoom } from './all-fields-room.ts'

/** A game, and what of it is not as usual. */
export interface GameChoice {
  readonly of: 'platformer' | 'shepherd' | 'fields'
  /** Who owns time: each player its own, or a shared tick that does this without an input. Default: as the game has it. */
  readonly authority?: 'own' | MissingInput
  /** Default: the packed coding. `frozen`: tables that a room has learned before. */
  readonly coding?: 'tables' | 'frozen'
  readonly stepHz?: number
  readonly sendHz?: number
  /** How far players see. Default: as the game has it. */
  readonly sight?: number
  readonly bytesPerSecond?: number
}

/** A game as a simulation plays it, and the names of what a client shows of it, in a fixed order. */
export interface Playable {
  readonly room: AnyRoom
  /** The fields of each kind of entity and of each event, by name. */
  readonly kinds: readonly NamedFields[]
  readonly events: readonly NamedFields[]
}

type NamedFields = readonly [name: string, fields: readonly string[]]

/** Fewer sheep than a room usually has, because frames take most of the time of a simulation. */
const SHEEP = 400
const SHEPHERD = defineRoom(shepherdRoom.game, {
  ...shepherdRoom.definition,
  open: (world) => openWith(world, SHEEP),
})

type Rooms = Readonly<Record<GameChoice['of'], AnyRoom>>
const ROOMS: Rooms = { platformer: platformerRoom, shepherd: SHEPHERD, fields: allFieldsRoom }

/** Builds the game of a choice. `learned`: the tables of the frozen coding. */
export function build(choice: GameChoice, learned?: Uint8Array): Playable {
  const { game: usual, definition: rules } = ROOMS[choice.of]
  const { definition } = usual
  const { authority, coding, stepHz, sendHz, bytesPerSecond } = choice
  const game = defineGame({
    ...definition,
    messages: jsonMessages(),
    ...(stepHz && { stepHz }),
    ...(sendHz && { sendHz }),
    ...(authority && {
      authority: authority === 'own' ? undefined : sharedTick(),
    }),
    ...(coding && { coding: coding === 'frozen' ? tables(learned) : tables() }),
  } as typeof definition)
  const room: AnyRoom = defineRoom(game, {
    ...rules,
    ...(authority && { missingInput: authority === 'own' ? undefined : authority }),
    ...(choice.sight && { interest: interestOf(choice.of, choice.sight) }),
    ...(bytesPerSecond && { budget: { bytesPerSecond, priority: priorityOf } }),
  } as AnyRoom['definition'])
  return {
    room,
    kinds: namesOf(definition.entities),
    events: namesOf(definition.events?.kinds ?? {}),
  }
}

function namesOf(records: Readonly<Record<string, object>>): NamedFields[] {
  return Object.entries(records).map(([name, record]) => [name, Object.keys(record)])
}

interface Point {
  readonly x: number
  readonly y: number
}

/** An entity, as far as the rules of interest and of the budget look at it. */
interface Seen {
  readonly id: number
  readonly kind: string
  readonly owner: number | null
  readonly lamps?: number
}

/** What is near the own figure. Who plays the small game does not see drones with certain lamps, wherever they are. */
function interestOf(of: GameChoice['of'], radius: number): AnyRoom['definition']['interest'] {
  const main = of === 'platformer' ? 'pip' : 'walker'
  const itself = (one: object) => one as Point
  const isHidden = ({ kind, lamps = 0 }: Seen) => kind === 'drone' && lamps % 8 === 5
  return {
    at:
      of === 'platformer'
        ? { pip: itself, coin: itself }
        : { walker: itself, shot: itself, drone: (one: object) => (one as { at: Point }).at },
    from: (world, player) =>
      (world.entities(main).find(({ owner }) => owner === player.id) ?? null) as Point | null,
    radius,
    ...(of === 'fields' && {
      margin: 20,
      sees: (_world, _player, entity) => !isHidden(entity as Seen),
    }),
  }
}

/** Drones and coins matter least, and what a player owns itself matters most. */
function priorityOf({ kind, owner }: Seen, { id }: { readonly id: number }): number {
  if (kind === 'drone' || kind === 'coin') return 1
  return owner === id ? 9 : 3
}
