import type { IncomingMessage, ServerResponse } from 'node:http'
import { GlissadeError } from '../base/error.ts'
import { misuse, shown } from '../base/settings.ts'
import { checkAbout, checkFilter } from '../directory/checks.ts'
import type { ListedRoom, RoomFilter } from '../directory/directory.ts'
import type { Origins } from '../net/origins.ts'
import type { PacedResponses } from '../net/paced-responses.ts'
import { realClock } from '../net/real-clock.ts'
import type { AnyRoom } from '../server/define-room.ts'
import type { Refusal } from '../server/players/player-receiver.ts'
import type { AddressLimits } from '../server/rooms/address-limits.ts'
import { type Matchmaker, MOST_HOPS, type SeatRequest } from '../server/rooms/matchmaker.ts'
import { MOST_ID_CHARACTERS, SEAT_MS } from '../server/rooms/server-rooms.ts'
import { checkDetails, type RoomDetails } from '../server/world/listing.ts'
import { addressOfRequest, HEADERS, isReading, send } from '../watch/answers.ts'
import { readJson } from './json-body.ts'

/** Methods that pages may use. */
const METHODS = 'GET, HEAD, POST, OPTIONS'
/** How long a browser may remember that a page of another origin may ask. */
const PREFLIGHT_SECONDS = 600
/** The most characters of a list: a thousand rooms that say little of themselves, or seventy that say all they may. */
const MOST_LIST = 262_144
/** The characters of a list that are sent in one turn. */
const LIST_PIECE = 65_536
/** What a page may send, and what it may say of a room that it creates. */
const BODY_NAMES = ['wish', 'create', 'room', 'hops']
const CREATE_NAMES = ['about', 'isPrivate', 'maxPlayers']

/** What the path needs of its server. */
export interface RoomsServer {
  /** The path of the WebSocket. */
  readonly path: string
  readonly definitions: readonly AnyRoom[]
  readonly matchmaker: Matchmaker
  readonly origins: Pick<Origins, 'requestRefusal' | 'upgradeRefusal'>
  readonly addresses: AddressLimits
  /** Sends the lists, in turns with files. */
  readonly paced: PacedResponses
  /** Returns the address under which a request is counted. */
  addressOf(request: IncomingMessage): string
  readonly onError: (error: unknown) => void
}

/** What is answered, as JSON. */
interface Reply {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

/** A list of rooms, as pieces of JSON. */
interface List {
  readonly pieces: Iterable<Buffer>
}

/** A page that asks, after everything in its address has been checked. */
interface Page {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly address: string
  readonly definition: AnyRoom
  readonly query: URLSearchParams
}

/** Answers pages that look for a room, at the path of the WebSocket and `/rooms`: GET lists rooms, POST reserves a seat. */
export class RoomsPath {
  readonly #server: RoomsServer
  readonly #path: string

  constructor(server: RoomsServer) {
    this.#server = server
    this.#path = `${server.path.replace(/\/$/, '')}/rooms`
  }

  /** Answers a request for the path. Returns false, and writes nothing, for every other path. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { path, query } = addressOfRequest(request)
    if (path !== this.#path) return false
    const { origins, onError } = this.#server
    const refusal = origins.requestRefusal(request) ?? origins.upgradeRefusal(request)
    if (refusal) {
      sendReply(request, response, refused(refusal.status, 'refused', refusal.sentence), {})
      return true
    }
    this.#reply(request, response, query)
      .catch((error) => {
        onError(error)
        return refused(500, 'timeout', 'the server could not find a room: try again in a moment')
      })
      .then((reply) => {
        const more = corsHeaders(request)
        if ('pieces' in reply) return this.#sendList(request, response, reply, more)
        return sendReply(request, response, reply, more)
      })
    return true
  }

  async #sendList(
    request: IncomingMessage,
    response: ServerResponse,
    { pieces }: List,
    more: Readonly<Record<string, string>>,
  ): Promise<void> {
    response.writeHead(200, { ...HEADERS, ...JSON_HEADERS, ...more })
    if (request.method === 'HEAD') response.end()
    else await this.#server.paced.send(pieces, request, response)
  }

  async #reply(
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
  ): Promise<Reply | List> {
    const { addresses } = this.#server
    if (request.method === 'OPTIONS') return PREFLIGHT
    if (!isReading(request) && request.method !== 'POST')
      return refused(405, 'refused', `use ${METHODS}`, { Allow: METHODS })
    const address = this.#server.addressOf(request)
    if (!addresses.mayJoin(address, realClock.nowMs()))
      return refused(429, 'timeout', 'too many requests from this address: try again in a moment')
    const game = query.get('game') ?? ''
    const definition = this.#server.definitions.find((one) => one.game.name === game)
    if (!definition) return refused(404, 'refused', `there is no game '${game.slice(0, 63)}' here`)
    const page = { request, response, address, definition, query }
    try {
      return isReading(request) ? await this.#list(page) : await this.#seat(page)
    } catch (error) {
      if (!(error instanceof GlissadeError && error.code === 'misuse')) throw error
      return refused(400, 'refused', error.message)
    }
  }

  /**
   * Sends a page with another version of the game to a process that serves this version; null: it has the version of this one.
   */
  async #otherVersion({ definition, query }: Page, hops: number): Promise<Reply | null> {
    const { name, hash } = definition.game
    const asked = Number(query.get('hash'))
    if (asked === hash) return null
    const url = hops < MOST_HOPS ? await this.#server.matchmaker.urlFor(name, asked) : null
    if (url !== null) return { status: 200, body: { moved: url, hops: hops + 1 } }
    return refused(409, 'schema', `the page has another version of '${name}': reload it`)
  }

  async #list(page: Page): Promise<Reply | List> {
    const hops = Number(page.query.get('hops') ?? 0)
    const other = await this.#otherVersion(page, hops)
    if (other) return other
    const filter = filterOf(page.query)
    const { paced, matchmaker } = this.#server
    if (!(await paced.turn(page.request))) return { pieces: [] }
    return { pieces: piecesOf(await matchmaker.list(page.definition.game.name, filter)) }
  }

  async #seat(page: Page): Promise<Reply> {
    const { request, address, definition } = page
    const read = await readJson(request)
    if ('status' in read) return refused(read.status, 'refused', read.detail)
    const body = objectOf(read.body, 'the body', BODY_NAMES)
    const { wish = {}, create = null, room = null, hops = 0 } = body
    if (!(Number.isInteger(hops) && (hops as number) >= 0))
      misuse('hops', shown(hops), 'a whole number, at least 0')
    if (room !== null && !(typeof room === 'string' && room.length <= MOST_ID_CHARACTERS))
      misuse('room', shown(room), `a text of at most ${MOST_ID_CHARACTERS} characters`)
    const other = await this.#otherVersion(page, hops as number)
    if (other) return other
    const asked: SeatRequest = {
      definition,
      wish,
      create: create === null ? null : detailsOf(create),
      room,
      hops: hops as number,
      visitor: { request, address, resumeKey: [0, 0], account: undefined },
      seats: 1,
      seatMs: SEAT_MS,
      isGone: () => page.response.destroyed,
    }
    const found = await this.#server.matchmaker.place(asked)
    if ('reason' in found) return replyOf(found)
    if ('moved' in found) return { status: 200, body: found }
    return { status: 200, body: { room: found.room, resume: found.keys[0] } }
  }
}

const PREFLIGHT: Reply = {
  status: 204,
  body: {},
  headers: {
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': 'content-type',
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
  },
}

/** Lets a page of an allowed origin read the answer, and send its cookies. */
function corsHeaders({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (origin === undefined) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  }
}

function refused(
  status: number,
  reason: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const isForLater = status === 429 || status === 503
  const later: Record<string, string> = isForLater ? { 'Retry-After': '1' } : {}
  return { status, body: { reason, detail }, headers: { ...later, ...headers } }
}

function replyOf({ reason, detail }: Refusal): Reply {
  return refused(reason === 'refused' ? 403 : 503, reason, detail)
}

function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: Reply,
  more: Readonly<Record<string, string>>,
): void {
  send(request, response, {
    status,
    type: JSON_HEADERS['Content-Type'],
    headers: { ...JSON_HEADERS, ...more, ...headers },
    body: status === 204 ? '' : JSON.stringify(body),
  })
}

const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  // A kept connection would lead to this process, even if the path of the next request names another one.
  Connection: 'close',
}

/** The first rooms of a list as JSON, in pieces. Those that would make it too long are left out. */
function* piecesOf(rooms: readonly ListedRoom[]): Generator<Buffer> {
  let piece = '{"rooms":['
  let sent = 0
  for (const { id, url, players, maxPlayers, about } of rooms) {
    const one = JSON.stringify({ room: id, address: url, players, maxPlayers, about })
    if (sent + Buffer.byteLength(piece) + Buffer.byteLength(one) > MOST_LIST) break
    piece += piece.endsWith('[') ? one : `,${one}`
    if (Buffer.byteLength(piece) < LIST_PIECE) continue
    sent += Buffer.byteLength(piece)
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(`${piece}]}`)
}

/** Throws `misuse` for a filter that is out of range. */
function filterOf(query: URLSearchParams): RoomFilter {
  const about = checkAbout(parsed(query.get('about') ?? '{}'))
  const places = Number(query.get('places') ?? 0)
  return checkFilter({ about, places, most: Number(query.get('most') ?? 100) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return misuse('about', 'no JSON', 'an object as JSON')
  }
}

/** Throws `misuse` for an invalid detail. */
function detailsOf(create: unknown): RoomDetails {
  return checkDetails(objectOf(create, 'create', CREATE_NAMES))
}

/** Returns a value of JSON that is an object. Throws `misuse` for any other, and for a name in it that is not known. */
function objectOf(
  value: unknown,
  name: string,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    misuse(name, shown(value), 'an object')
  for (const one of Object.keys(value))
    if (!known.includes(one))
      misuse(`a name in ${name}`, JSON.stringify(one.slice(0, 40)), `one of ${known.join(', ')}`)
  return value as Readonly<Record<string, unknown>>
}
