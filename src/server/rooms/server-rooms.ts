import { GlissadeError } from '../../base/error.ts'
import { atMost, inRange, misuse } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import type { ListedRoom, RoomFilter } from '../../directory/directory.ts'
import type { AnyRoom } from '../define-room.ts'
import type { Refusal } from '../players/player-receiver.ts'
import type { Room } from '../room.ts'
import { checkDetails, type RoomDetails } from '../world/listing.ts'
import type { Matchmaker, Seated, SeatRequest, SentOn } from './matchmaker.ts'

/** How long a seat is kept, unless set otherwise. */
export const SEAT_MS: Ms = 15_000
/** The longest id of a room that a client can ask for. */
export const MOST_ID_CHARACTERS = 127

/** Seats to reserve in a room. */
export interface SeatOptions {
  /** The name of the game. Default: the only one of the server. */
  readonly game?: string | undefined
  /** How many seats, from 0. Default 1. */
  readonly seats?: number | undefined
  /** How long they are kept for players who have not come yet, above 0 and at most 600,000. Default 15,000. */
  readonly seatMs?: Ms | undefined
}

/** Options of `rooms.create`. */
export interface CreateOptions extends RoomDetails, SeatOptions {
  /** The room's id, at most 127 characters. Default: one that nobody can guess. */
  readonly id?: string | undefined
}

/** Options of `rooms.joinOrCreate`. */
export interface JoinOrCreateOptions extends SeatOptions {
  /** What `match` gets as `wish`. Default: an empty object. */
  readonly wish?: unknown
}

/** Seats that are reserved. Give each player the address, the room and one of the keys. */
export interface RoomSeats {
  readonly room: string
  /**
   * The address of the process that has the room, for `connect`. With `processes` and no `url`, a path such as `/p/0/glissade`,
   * and '' for a single server without `directory`: both are relative to the address of your server, and `connect` needs a
   * whole one, as `new URL(address, 'https://play.example.com/glissade')` returns it.
   */
  readonly address: string
  /** One key for each seat, for the option `resume` of `connect`. */
  readonly keys: readonly string[]
}

/** The rooms of a server, by `game/id`, and what it can do for players who look for one. */
export interface ServerRooms<R extends AnyRoom = AnyRoom> extends ReadonlyMap<string, Room<R>> {
  /**
   * Opens a room in this process, and reserves seats in it. Rejects with `full` if this process takes no more rooms, with
   * `refused` if the id is in use, and with `misuse` for an invalid option.
   */
  create(options?: CreateOptions): Promise<RoomSeats>
  /**
   * Finds a room of this process as `match` decides, or opens one, and reserves seats in it. Rejects as `create` does, and
   * with `refused` if `match` refuses.
   */
  joinOrCreate(options?: JoinOrCreateOptions): Promise<RoomSeats>
  /** Returns the rooms that players may find, in all processes: those that are neither private, nor locked, nor full. */
  list(filter?: RoomFilter & Pick<SeatOptions, 'game'>): Promise<readonly ListedRoom[]>
}

/** The rooms of a process that runs none: the first one of several. */
export class NoRooms extends Map<string, Room> implements ServerRooms {
  create(): Promise<never> {
    return rejectWithoutRooms('create')
  }

  joinOrCreate(): Promise<never> {
    return rejectWithoutRooms('joinOrCreate')
  }

  list(): Promise<never> {
    return rejectWithoutRooms('list')
  }
}

async function rejectWithoutRooms(what: string): Promise<never> {
  const advice = 'the first process runs no rooms: call it in a process that does'
  throw new GlissadeError('misuse', `rooms.${what}: ${advice}`)
}

/** What rooms need of their server. */
interface RoomsHost {
  readonly definitions: readonly AnyRoom[]
  readonly matchmaker: Matchmaker
  /** The address of this process; '' if it is not known. */
  url(): string
  mostPlayers(definition: AnyRoom): number
}

/** The rooms of a lobby. */
export class RoomMap extends Map<string, Room> implements ServerRooms {
  readonly #host: RoomsHost

  constructor(host: RoomsHost) {
    super()
    this.#host = host
  }

  async create(options: CreateOptions = {}): Promise<RoomSeats> {
    const { id } = options
    const details = checkDetails(options)
    const asked = this.#asked(options, details.maxPlayers)
    if (id !== undefined) atMost(MOST_ID_CHARACTERS, id, 'id')
    if (id !== undefined && (await this.#host.matchmaker.isOpen(asked.definition.game.name, id)))
      throw new GlissadeError('refused', `create: the room '${id}' is open already`)
    return this.#seats(await this.#host.matchmaker.create(asked, details, id), 'create')
  }

  async joinOrCreate(options: JoinOrCreateOptions = {}): Promise<RoomSeats> {
    const { wish = {} } = options
    const asked = { ...this.#asked(options), wish }
    return this.#seats(await this.#host.matchmaker.place(asked), 'joinOrCreate')
  }

  async list({
    game,
    ...filter
  }: RoomFilter & Pick<SeatOptions, 'game'> = {}): Promise<readonly ListedRoom[]> {
    return this.#host.matchmaker.list(this.#definition(game).game.name, filter)
  }

  #definition(game: string | undefined): AnyRoom {
    const { definitions } = this.#host
    const [first] = definitions
    if (game === undefined && definitions.length === 1) return first!
    const known = definitions.find((one) => one.game.name === game)
    return known ?? misuse('game', game, definitions.map((one) => one.game.name).join(' or '))
  }

  #asked({ game, seats = 1, seatMs = SEAT_MS }: SeatOptions, maxPlayers = 250): SeatRequest {
    const definition = this.#definition(game)
    const most = Math.min(maxPlayers, this.#host.mostPlayers(definition))
    if (!(Number.isInteger(seats) && seats >= 0 && seats <= most))
      misuse('seats', seats, `a whole number from 0 to ${most}`)
    if (!(seatMs > 0)) misuse('seatMs', seatMs, 'above 0')
    inRange(seatMs, 'seatMs', 0, 600_000)
    const nobody = { wish: {}, create: null, room: null, visitor: null, isGone: () => false }
    // Only this process can tell the caller the keys.
    return { ...nobody, definition, hops: Number.POSITIVE_INFINITY, seats, seatMs }
  }

  #seats(result: Seated | SentOn | Refusal, what: string): RoomSeats {
    if ('keys' in result) return { ...result, address: this.#host.url() }
    const { reason, detail } =
      'moved' in result ? { reason: 'full', detail: 'the room is in another process' } : result
    const code = reason === 'full' || reason === 'timeout' ? reason : 'refused'
    throw new GlissadeError(code, `${what}: ${detail}`)
  }
}
