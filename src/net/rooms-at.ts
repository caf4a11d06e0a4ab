import { type ErrorCode, GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { About, RoomFilter } from '../directory/directory.ts'
import { serverAddress } from '../link/server-address.ts'

/** How long a server may take to answer: a little longer than it may take to decide. */
const ANSWER_MS: Ms = 15_000
/** How many processes are asked in a row. A process sends a page on at most 3 times. */
const MOST_ASKED = 5
/** The number of hops after which a process sends nobody on. */
const LAST_HOP = 3
/** The reasons of a server that are codes of errors. */
const CODES: readonly string[] = ['refused', 'full', 'schema', 'timeout'] satisfies ErrorCode[]

/** A room that players may find. Pass its `address` and the whole object to `connect`. */
export interface FoundRoom {
  readonly room: string
  readonly address: string
  /** Its players, with the seats that are reserved. */
  readonly players: number
  readonly maxPlayers: number
  readonly about: About
}

/** A seat that is kept for 15 s: `connect(game, seat.address, seat)` takes it. */
export interface Seat {
  readonly room: string
  readonly address: string
  readonly resume: string
}

/** What a room is created with. */
export interface NewRoom {
  /** What players choose it by. Default: nothing. */
  readonly about?: About | undefined
  /** Whether only those who know its id find it. Default: false. */
  readonly isPrivate?: boolean | undefined
  /** Most players at once. Default, and at most: as many as the server allows. */
  readonly maxPlayers?: number | undefined
}

/**
 * The rooms of a game at a server. Every call rejects with a `GlissadeError` whose message can be shown to the player, except
 * for `misuse`: something that was passed is not JSON.
 */
export interface Rooms {
  /**
   * Returns the rooms that are neither private, nor locked, nor full, those with the most players first. A server sends no more
   * of them than fit into 256 kB, which is about 1,000 rooms, or 70 whose `about` is as long as it may be.
   */
  list(filter?: RoomFilter): Promise<readonly FoundRoom[]>
  /** Creates a room, if the server's `match` does not decide otherwise, and reserves a seat in it. */
  create(room?: NewRoom): Promise<Seat>
  /**
   * Finds a room that suits, or creates one, and reserves a seat in it. `wish`: what the server's `match` gets, any JSON
   * value; by default of `match`, the values that the room's `about` has to have.
   */
  joinOrCreate(wish?: unknown): Promise<Seat>
}

type Query = Readonly<Record<string, string>>

/** Whom a page asks, and for what. */
interface Asking extends RoomsAtOptions {
  readonly home: URL
  readonly game: { readonly name: string; readonly hash: number }
}

/** What a server answers. */
interface Answer {
  readonly room?: unknown
  readonly resume?: unknown
  readonly rooms?: unknown
  readonly moved?: unknown
  readonly hops?: unknown
  readonly reason?: unknown
  readonly detail?: unknown
}

/** Options of `roomsAt`. */
export interface RoomsAtOptions {
  /** Gives up every call that has no answer yet, which then rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Returns the rooms of `game` at a server that `serve` runs. `address`: as for `connect`. Works in browsers and in Node.
 * Throws `misuse` for a text that is not an address.
 */
export function roomsAt(
  address: string | URL,
  game: { readonly name: string; readonly hash: number },
  { signal }: RoomsAtOptions = {},
): Rooms {
  const home = httpAddress(address)
  const askAll = (body: object | null, query: Query) =>
    askInTurn({ home, game, signal }, body, query)
  const seat = async (body: object): Promise<Seat> => {
    const { at, answer } = await askAll(body, {})
    const { room, resume } = answer
    if (typeof room !== 'string' || typeof resume !== 'string')
      throw unreachable(at, 'no seat came')
    return { room, resume, address: at.href }
  }
  return {
    create: (create = {}) => seat({ create, wish: create.about ?? {} }),
    joinOrCreate: (wish = {}) => seat({ wish }),
    list: async ({ about = {}, places = 0, most = 100 } = {}) => {
      const query = { about: jsonOf(about), places: String(places), most: String(most) }
      const { at, answer } = await askAll(null, query)
      if (!Array.isArray(answer.rooms)) throw unreachable(at, 'no list came')
      return answer.rooms.flatMap((room) => foundRoom(at, room) ?? [])
    },
  }
}

/** Asks a server, and those to which it sends the page on. Returns the last one and its answer. */
async function askInTurn(
  { home, game, signal }: Asking,
  body: object | null,
  query: Query,
): Promise<{ readonly at: URL; readonly answer: Answer }> {
  // By the next turn, a caller may have given up.
  await undefined
  let at = home
  let more: object = {}
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const words = { ...query, game: game.name, hash: String(game.hash), ...(body ? {} : more) }
    const asking = ask(at, words, body && { ...body, ...more }, signal)
    const answer = at === home ? await asking : await asking.catch(nullIfUnreachable)
    if (!answer) {
      if (at === home)
        throw new GlissadeError('timeout', `no answer of ${at.host} within ${ANSWER_MS / 1000} s`)
      // The process to which the page was sent has ended meanwhile. The first one has to find a room itself then.
      at = home
      more = { hops: LAST_HOP }
      continue
    }
    if (typeof answer.moved !== 'string') return { at, answer }
    const moved = next(at, answer.moved)
    if (!moved) throw unreachable(at, 'it has sent the page to no address')
    at = moved
    more = { hops: answer.hops, ...(answer.room === undefined ? {} : { room: answer.room }) }
  }
  throw unreachable(at, 'too many servers have sent the page on')
}

function nullIfUnreachable(error: unknown): null {
  if (error instanceof GlissadeError && error.code === 'unreachable') return null
  throw error
}

/** Returns the address of another process, which may be given relative to one; null: pages cannot ask there. */
function next(at: URL, address: string): URL | null {
  try {
    return address ? httpAddress(address, at) : at
  } catch {
    return null
  }
}

function httpAddress(address: string | URL, base?: URL): URL {
  return serverAddress(String(address).replace(/^ws/, 'http'), 'roomsAt', base)
}

/** Returns a room of a server's list with its whole address; null: it is no room. */
function foundRoom(at: URL, given: FoundRoom | null): FoundRoom | null {
  const { room, address, players, maxPlayers, about } = given ?? ({} as Partial<FoundRoom>)
  const url = typeof address === 'string' && next(at, address)
  const isRoom = url && typeof room === 'string' && typeof about === 'object' && about !== null
  if (!isRoom || typeof players !== 'number' || typeof maxPlayers !== 'number') return null
  return { room, address: url.href, players, maxPlayers, about }
}

/** Returns the answer of a server; null if none comes in time. */
async function ask(
  at: URL,
  query: Query,
  body: object | null,
  given: AbortSignal | undefined,
): Promise<Answer | null> {
  given?.throwIfAborted()
  const url = new URL(at)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/rooms`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const sent = body && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: jsonOf(body),
  }
  const timeout = AbortSignal.timeout(ANSWER_MS)
  const signal = given ? AbortSignal.any([timeout, given]) : timeout
  let response: Response
  try {
    const ask = () => fetch(url, { credentials: 'include', signal, ...sent })
    // A kept connection may lead to another process of the server, which closes it without an answer.
    response = await ask().catch((error) => (signal.aborted ? Promise.reject(error) : ask()))
  } catch (error) {
    given?.throwIfAborted()
    if (signal.aborted) return null
    throw unreachable(at, (error as Error).message)
  }
  const answer = (await response.json().catch(() => null)) as Answer | null
  given?.throwIfAborted()
  if (answer === null && signal.aborted) return null
  if (response.ok && answer !== null) return answer
  const { reason, detail } = answer ?? {}
  if (typeof detail !== 'string')
    throw unreachable(at, `HTTP ${response.status}, but no answer of a game server`)
  const code = CODES.includes(reason as string) ? (reason as ErrorCode) : 'unreachable'
  throw new GlissadeError(code, detail)
}

/** Throws `misuse` for a value that JSON does not have, such as 1n. */
function jsonOf(value: object): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    throw new GlissadeError('misuse', `roomsAt: not JSON: ${(error as Error).message}`)
  }
}

function unreachable({ origin, pathname }: URL, why: string): GlissadeError {
  return new GlissadeError('unreachable', `no game server at ${origin}${pathname}: ${why}`)
}
