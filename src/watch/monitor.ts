import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, addressOfRequest, isReading, send, sendNotAllowed } from './answers.ts'
import { Bearer } from './bearer.ts'
import { History } from './history.ts'
import { monitorData } from './monitor-data.ts'
import { readPage } from './page-files.ts'
import type { WatchedServer } from './watched-server.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** What players read whom the operator kicks. */
const KICKED = 'the operator of the server has ended your connection'

/** The monitor page: its files, which everybody may read, and its data and buttons, for which a request needs the token. */
export class Monitor {
  readonly #server: WatchedServer
  readonly #bearer: Bearer
  readonly #files = readPage()
  readonly #history: History

  /** Throws `misuse` for a token that is too short. */
  constructor(server: WatchedServer, token: unknown) {
    this.#bearer = new Bearer(token, 'monitor.token')
    this.#server = server
    this.#history = new History(server)
  }

  /** Whether a path belongs to the monitor. */
  covers(path: string): boolean {
    return path === '/monitor' || path.startsWith('/monitor/')
  }

  /** Answers a request for a path that belongs to the monitor. */
  answer(request: IncomingMessage, response: ServerResponse, address: string): void {
    const { path, query } = addressOfRequest(request)
    const file = this.#files.get(path)
    if (file && isReading(request)) send(request, response, { status: 200, ...file })
    else if (file) sendNotAllowed(request, response, 'GET, HEAD')
    else if (path === '/monitor/') send(request, response, TO_PAGE)
    else this.#answerOperator(request, response, { path, query, address })
  }

  /** Begins to take samples of the process. */
  start(): void {
    this.#history.start()
  }

  stop(): void {
    this.#history.stop()
  }

  #answerOperator(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query, address }: { path: string; query: URLSearchParams; address: string },
  ): void {
    const refusal = this.#bearer.refusal(request, address, performance.now())
    const isData = path === '/monitor/data'
    const isButton = path === '/monitor/kick' || path === '/monitor/close'
    if (refusal) send(request, response, refusal)
    else if (isData && isReading(request)) send(request, response, this.#data(query))
    else if (isData) sendNotAllowed(request, response, 'GET, HEAD')
    else if (isButton && request.method !== 'POST') sendNotAllowed(request, response, 'POST')
    else if (path === '/monitor/kick') send(request, response, this.#kick(query, address))
    else if (path === '/monitor/close') send(request, response, this.#close(query, address))
    else send(request, response, { status: 404, body: 'there is nothing here\n' })
  }

  #data(query: URLSearchParams): Answer {
    const sinceMs = Number(query.get('since') ?? 0) || 0
    const data = monitorData(this.#server, this.#history, { key: query.get('room'), sinceMs })
    return { status: 200, type: JSON_TYPE, body: JSON.stringify(data) }
  }

  #kick(query: URLSearchParams, address: string): Answer {
    const room = this.#server.lobby.rooms.get(query.get('room') ?? '')
    if (!room) return NO_ROOM
    const player = room.players.find(({ id }) => String(id) === query.get('player'))
    if (!player) return { status: 404, body: 'the player has left\n' }
    const event = 'player kicked by the operator'
    this.#server.journal.log({
      event,
      game: room.game.name,
      room: room.id,
      player: player.id,
      address,
    })
    room.world.kick(player, KICKED)
    return DONE
  }

  #close(query: URLSearchParams, address: string): Answer {
    const key = query.get('room') ?? ''
    const room = this.#server.lobby.rooms.get(key)
    if (!room) return NO_ROOM
    const event = 'room closed by the operator'
    this.#server.journal.log({
      event,
      game: room.game.name,
      room: room.id,
      player: undefined,
      address,
    })
    this.#server.lobby.closeRoom(key)
    return DONE
  }
}

/** The addresses in the page are relative to the path without the slash. */
const TO_PAGE: Answer = { status: 308, headers: { Location: '../monitor' }, body: '' }
const DONE: Answer = { status: 200, body: 'done\n' }
const NO_ROOM: Answer = { status: 404, body: 'the room is not open\n' }
