import { randomInt } from 'node:crypto'
import { createServer, type Server as HttpServer } from 'node:http'
import { GlissadeError } from './base/error.ts'
import type { AnyGame } from './game/define-game.ts'
import { sendNotFound, serveFiles } from './net/files.ts'
import { listen } from './net/listen.ts'
import { realClock } from './net/real-clock.ts'
import { webSocketServer } from './net/websocket-node.ts'
import { Lobby, type LobbyOptions } from './server/lobby.ts'
import type { Room } from './server/room.ts'

export { connectWebSocket } from './net/connect-node.ts'
export { Budget, type BudgetOptions, type InputGuard } from './server/budget.ts'
export type { Applicant } from './server/reception.ts'
export type { Room } from './server/room.ts'
export { StrictTime } from './server/strict-time.ts'

/** The rooms' timer is never set closer than this: what comes due meanwhile runs in one go. */
const LEAST_WAIT_MS = 1
/** How often a server without rooms looks whether there are any. */
const IDLE_MS = 50

/** How a server is made. */
export interface ServeOptions {
  /** The port it has to be; taken means an error. Default: 3000 or the next free one. Not with `server`. */
  port?: number | undefined
  /** Address of the network interface. Default 127.0.0.1, this machine only; `0.0.0.0` for everybody. */
  host?: string | undefined
  /** A running http server to join instead of making one. It goes on listening when this one is closed. */
  server?: HttpServer | undefined
  /** Where the WebSocket is. Default `/glissade`. */
  path?: string | undefined
  /** Whether an address may ask for `?link=datagram`, to try that protocol out. Default false: the answer is 400. */
  datagramLinks?: boolean | undefined
  /** A folder of files to serve: the built pages. Not with `server`. */
  files?: string | undefined
  /** Most players in a room, 1 to 250. Default 64. */
  maxPlayers?: number | undefined
  /** How long who lost the connection keeps its place, see `Room`; 0: leaves at once. Default 10,000 ms. */
  resumeMs?: number | undefined
  /** Makes what holds a player's inputs to real time, such as `StrictTime`. Default: a `Budget`. */
  guard?: LobbyOptions['guard']
  /** Most rooms at once. Default 1000. */
  maxRooms?: number | undefined
  /**
   * Decides who may enter; what it returns is the player's `account`, what it throws the reason. Who comes back with a
   * `resumeKey` is asked for as well, but is the player of before, with the account of then. Default: all.
   */
  authenticate?: LobbyOptions['authenticate']
  /** Called when a room opens, before anybody joins: `room.onMessage` and the like. */
  onRoom?: ((room: Room) => void) | undefined
  /** Takes what a game's own functions throw; that room is closed, the others go on. Default: `console.error`. */
  onError?: ((error: unknown) => void) | undefined
}

/** A running server. */
export interface Server {
  /** Where to open it, without a slash at the end; '' when it joined another http server. */
  readonly url: string
  /** The port; 0 when it joined another http server. */
  readonly port: number
  /** The rooms, by `game/id`. */
  readonly rooms: ReadonlyMap<string, Room>
  /** Tells all clients, ends all connections; when it resolves, the port is free. */
  close(): Promise<void>
}

/**
 * Serves one or several games over WebSockets, and files, on one port. A room opens when somebody asks for it and
 * closes 10 seconds after the last one left. Rejects with `misuse` when the port is taken.
 */
export async function serve(
  games: AnyGame | readonly AnyGame[],
  options: ServeOptions = {},
): Promise<Server> {
  const lobby = new Lobby({
    games: [games].flat() as readonly AnyGame[],
    clock: realClock,
    seed: () => randomInt(2 ** 31),
    maxPlayers: options.maxPlayers,
    guard: options.guard,
    resumeMs: options.resumeMs,
    newKey: () => [randomInt(2 ** 32), randomInt(2 ** 32)],
    maxRooms: options.maxRooms,
    authenticate: options.authenticate,
    onRoom: options.onRoom,
    onError: options.onError ?? console.error,
  })
  for (const name of ['port', 'host', 'files'] as const)
    if (options.server && options[name] !== undefined)
      throw new GlissadeError('misuse', `serve: '${name}' and 'server' do not go together`)
  const http = options.server ?? createServer(answer(options.files))
  const sockets = webSocketServer(http, (link, request) => lobby.accept(link, request), {
    path: options.path,
    datagramLinks: options.datagramLinks,
  })
  const listening = options.server
    ? null
    : await listen(http, { host: options.host, port: options.port })
  const stop = drive(lobby)
  return {
    url: listening?.url ?? '',
    port: listening?.port ?? 0,
    rooms: lobby.rooms,
    close: async () => {
      stop()
      lobby.close()
      await sockets.close()
      await listening?.close()
    },
  }
}

function answer(folder: string | undefined): Parameters<typeof createServer>[1] {
  const files = folder === undefined ? null : serveFiles(folder)
  return async (request, response) => {
    if (!(await files?.(request, response))) sendNotFound(request, response)
  }
}

function drive(lobby: Lobby): () => void {
  let timer: ReturnType<typeof setTimeout>
  const run = () => {
    lobby.advance(realClock.nowMs())
    const waitMs = lobby.nextDueMs - realClock.nowMs()
    timer = setTimeout(run, Math.min(IDLE_MS, Math.max(LEAST_WAIT_MS, waitMs)))
  }
  run()
  return () => clearTimeout(timer)
}
