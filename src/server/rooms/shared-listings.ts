import type { Clock } from '../../base/clock.ts'
import type { Ms } from '../../base/units.ts'
import type { Claim, Directory, ListedRoom, RoomFilter } from '../../directory/directory.ts'
import { sharedId, sharedName } from './shared-names.ts'

/** How long an answer of the directory is used again. Processes tell it of their rooms only every second. */
const KEPT_MS: Ms = 250
/** Answers that are kept at most, because players choose the filters. */
const MOST_KEPT = 64

interface Kept {
  readonly rooms: Promise<readonly ListedRoom[]>
  readonly untilMs: Ms
}

/** The rooms of all processes, as the directory lists them, and where they are. Rejects as the directory does. */
export class SharedListings {
  /** The address of this process. */
  readonly url: string
  readonly #directory: Directory
  readonly #games: ReadonlyMap<string, number>
  readonly #clock: Clock
  readonly #kept = new Map<string, Kept>()

  /** `games`: the hash of the schema of each game. */
  constructor(options: {
    readonly url: string
    readonly directory: Directory
    readonly games: ReadonlyMap<string, number>
    readonly clock: Clock
  }) {
    this.url = options.url
    this.#directory = options.directory
    this.#games = options.games
    this.#clock = options.clock
  }

  /** Returns the rooms that `Directory.list` finds, by their own ids and keys. */
  list(game: string, filter: RoomFilter): Promise<readonly ListedRoom[]> {
    const nowMs = this.#clock.nowMs()
    const query = JSON.stringify([game, filter])
    const kept = this.#kept.get(query)
    if (kept && kept.untilMs > nowMs) return kept.rooms
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    const rooms = this.#list(game, filter)
    this.#kept.set(query, { rooms, untilMs: nowMs + KEPT_MS })
    rooms.catch(() => this.#kept.delete(query))
    return rooms
  }

  async #list(game: string, filter: RoomFilter): Promise<readonly ListedRoom[]> {
    const listed = await this.#directory.list(this.#sharedName(game), filter)
    const before = sharedId('')
    const ours = listed.filter(({ id }) => id.startsWith(before))
    return ours.map((room) => {
      const id = room.id.slice(before.length)
      return { ...room, id, key: `${game}/${id}` }
    })
  }

  /** Returns the address of the process that has a room; null: nobody has it, or this process. */
  async urlOf(game: string, id: string): Promise<string | null> {
    const found = await this.#find(game, id)
    return found && !found.isMine ? found.url : null
  }

  /** Whether this process has a room, open or not. */
  async isMine(game: string, id: string): Promise<boolean> {
    return (await this.#find(game, id))?.isMine === true
  }

  #find(game: string, id: string): Promise<Claim | null> {
    return this.#directory.find(`${this.#sharedName(game)}/${sharedId(id)}`)
  }

  /** Returns the address of a process that serves a game with this schema; null: there is none. */
  async urlFor(game: string, hash: number): Promise<string | null> {
    const name = sharedName(game, hash)
    const processes = await this.#directory.processes()
    return processes.find(({ games, isDraining }) => !isDraining && name in games)?.url ?? null
  }

  #sharedName(game: string): string {
    return sharedName(game, this.#games.get(game)!)
  }
}
