import { randomInt } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage, RequestListener } from 'node:http'
import { type DisconnectReason, GlissadeError } from './base/error.ts'
import { sendNotFound, serveFiles } from './net/files.ts'
import { Gate, type GateStats, sendRefusal } from './net/gate.ts'
import { httpServer, listen } from './net/listen.ts'
import { type AllowedOrigins, type OriginStats, Origins } from './net/origins.ts'
import { realClock } from './net/real-clock.ts'
import { type SocketStats, webSocketServer } from './net/websocket-node.ts'
import { type AnyRoom, aRoom } from './server/define-room.ts'
import type { Room } from './server/room.ts'
import type { RoomOptions } from './server/room-options.ts'
import {
  type AddressLimitOptions,
  type AddressLimitStats,
  AddressLimits,
} from './server/rooms/address-limits.ts'
import { Lobby, type LobbyOptions } from './server/rooms/lobby.ts'
import type { SlowRoom } from './server/rooms/slow-rooms.ts'

export { connectWebSocket } from './net/connect-node.ts'
export type { AllowedOrigins } from './net/origins.ts'
export { Budget, type BudgetOptions, type InputGuard } from './server/authority/budget.ts'
export { StrictTime } from './server/authority/strict-time.ts'
export { defineRoom } from './server/define-room.ts'
export type { Room } from './server/room.ts'
export type { Applicant } from './server/rooms/reception.ts'
export type { SlowRoom } from './server/rooms/slow-rooms.ts'

/** The rooms' timer is never set closer than this: what comes due meanwhile runs in one go. */
const LEAST_WAIT_MS = 1
/** How often a server without rooms looks whether there are any. */
const IDLE_MS = 50

/** How a server is made. */
export interface ServeOptions<R extends AnyRoom = AnyRoom>
  extends AddressLimitOptions,
    Pick<RoomOptions, 'maxPlayers' | 'guard' | 'resumeMs' | 'sameAccount'> {
  /** The port it has to be; taken means an error. Default: 3000 or the next free one. Not with `server`. */
  port?: number | undefined
  /** Address of the network interface. Default 127.0.0.1, this machine only; `0.0.0.0` for everybody. */
  host?: string | undefined
  /** A running http server to join instead of making one. It goes on listening when this one is closed. */
  server?: HttpServer | undefined
  /** Where the WebSocket is. Default `/glissade`. */
  path?: string | undefined
  /**
   * Which pages may join: a list of origins such as `https://game.example`, or a function that decides about each; `() =>
   * true` lets all of them in. All other pages get a 403. Clients that are not pages send no origin, and are let in.
   * Default: pages of the same host, whatever their port; if only this machine can reach the server, they also have to call
   * it by a name that no stranger can own. Behind a proxy, list the origins of your pages.
   */
  origins?: AllowedOrigins | undefined
  /** Whether an address may ask for `?link=datagram`, to try that protocol out. Default false: the answer is 400. */
  datagramLinks?: boolean | undefined
  /** A folder of files to serve: the built pages. Not with `server`. */
  files?: string | undefined
  /**
   * The header `Content-Security-Policy` of these files. Default: scripts only from the server's own files, not in the
   * page's HTML and not from elsewhere. `eval` stays allowed, because PixiJS needs it without `pixi.js/unsafe-eval`.
   * SECURITY.md has it in full.
   */
  contentSecurityPolicy?: string | undefined
  /**
   * How many snapshots a second a client gets at least, while they have nothing new to tell. From 1; a game that sends more
   * seldom sends as often as it does. Default 4.
   */
  quietHz?: number | undefined
  /** Most rooms at once, empty ones that are still kept included. Default 100. What one costs: docs/PERFORMANCE.md. */
  maxRooms?: number | undefined
  /**
   * Whether somebody may open the room `id` of the game of that name; asked for rooms that are not there, after
   * `authenticate`. Anything but true refuses, with `this server opens no such room`. Default: every room may be opened.
   */
  mayOpenRoom?: ((request: IncomingMessage, game: string, id: string) => boolean) | undefined
  /**
   * Most TCP connections at once; more are answered with 503, and cut from 64 more on. With `server`: most WebSockets. Above
   * 0; default 4096, or three quarters of the descriptors that the process may have open, where that is less.
   */
  maxConnections?: number | undefined
  /**
   * Most players of one address, above 0. A place that is kept for a return counts, and a download that takes longer than
   * a second. Twice as many WebSockets may be open while players join and come back, and four times as many
   * connections, but no more than half of `maxConnections`; more are answered with 429 or cut. Infinity: no limit by
   * address, for many bots on one machine or behind a proxy that counts by itself. Default 60, less than a room has.
   */
  maxPerAddress?: number | undefined
  /**
   * Behind a proxy: where a request really comes from, for example the last entry of `X-Forwarded-For`. Believe only what
   * your own proxy writes. An empty text, or what it throws, means the other end of the socket, and so does the default.
   * Addresses of an IPv6 /64 count as one.
   */
  addressOf?: ((request: IncomingMessage) => string) | undefined
  /**
   * Decides who may enter, within 7 s; what it returns is the player's `account`. To refuse with words for the player,
   * throw `new GlissadeError('refused', 'the password is wrong')`; for anything else that it throws, the player reads `the
   * server refused`, and the error goes to `onError`. It is called for a client with a `resumeKey` as well: with the same
   * account, that client is its earlier player, with the earlier account. Default: all may enter.
   */
  authenticate?: LobbyOptions['authenticate']
  /** Called when a room opens, before anybody joins: `room.onMessage` and the like. */
  onRoom?: ((room: Room<R>) => void) | undefined
  /**
   * Takes what a game's own functions throw; that room is closed, the others go on. After an error of `onMessage` or `close` only that
   * call is lost. Also takes what `authenticate` throws
   * that is not for the player, and an error when it takes too long. Default: `console.error`.
   */
  onError?: ((error: unknown) => void) | undefined
  /**
   * Called with a room whose steps, or what one packet sets off, take longer than 50 ms in one go: meanwhile every other room of the process waits. At
   * most once in 10 s for a room. Default: writes a line with `console.warn`.
   */
  onSlow?: ((slow: SlowRoom) => void) | undefined
}

/** What the limits of a server have done since the start. */
export interface ServerStats {
  /** What was kept out by address, by limit. */
  readonly addresses: Readonly<AddressLimitStats>
  /** Requests and connections that were answered with an error, or cut. */
  readonly gate: Readonly<GateStats>
  /** Requests and upgrades that were answered with 403. */
  readonly origins: Readonly<OriginStats>
  /** WebSockets made, refused, and ended for what they sent. */
  readonly sockets: Readonly<SocketStats>
  /** Connections that ended before they reached a room, by reason. */
  readonly refused: Readonly<Record<DisconnectReason, number>>
}

/** A running server. */
export interface Server<R extends AnyRoom = AnyRoom> {
  /** Where to open it, without a slash at the end; '' when it joined another http server. */
  readonly url: string
  /** The port; 0 when it joined another http server. */
  readonly port: number
  /** The rooms, by `game/id`. */
  readonly rooms: ReadonlyMap<string, Room<R>>
  /** TCP connections that are open; with `server`: WebSockets. */
  readonly connections: number
  readonly stats: ServerStats
  /** Tells all clients, ends all connections; when it resolves, the port is free. */
  close(): Promise<void>
}

/**
 * Serves the rooms of one or several games over WebSockets, and files, on one port. A room opens when somebody asks for it and
 * closes 10 seconds after the last one left. Limits hold what one address and all together take; SECURITY.md has them all.
 * Rejects with `misuse` when the port is taken, or an option cannot be.
 */
export async function serve<R extends AnyRoom>(
  rooms: R | readonly R[],
  options: ServeOptions<R> = {},
): Promise<Server<R>> {
  const { mayOpenRoom, onError = console.error, onSlow = warnOfSlow } = options
  const addresses = new AddressLimits(options)
  const { maxPerAddress } = addresses
  const gate = new Gate({ ...options, maxPerAddress, counter: addresses, onError })
  const lobby = new Lobby({
    ...options,
    rooms: [rooms].flat().map((room) => aRoom(room as AnyRoom, 'serve')),
    onRoom: options.onRoom as LobbyOptions['onRoom'],
    clock: realClock,
    seed: () => randomInt(2 ** 31),
    mayOpenRoom:
      mayOpenRoom && ((request, game, id) => mayOpenRoom(request as IncomingMessage, game, id)),
    addresses,
    onError,
    onSlow,
  })
  for (const name of ['port', 'host', 'files', 'contentSecurityPolicy'] as const)
    if (options.server && options[name] !== undefined)
      throw new GlissadeError('misuse', `serve: '${name}' and 'server' do not go together`)
  const http = options.server ?? httpServer()
  const origins = new Origins(http, { ...options, onError })
  if (!options.server) {
    gate.watch(http)
    http.on('request', answer(options, gate, origins))
  }
  const onLink: Parameters<typeof webSocketServer>[1] = (link, request) => {
    gate.upgraded(request)
    lobby.accept(link, request, gate.addressOf(request))
  }
  const sockets = webSocketServer(http, onLink, {
    ...options,
    refusal: (request) => gate.refusal(request) ?? origins.upgradeRefusal(request),
  })
  const listening = options.server ? null : await listen(http, options)
  const stop = drive(lobby)
  return {
    url: listening?.url ?? '',
    port: listening?.port ?? 0,
    rooms: lobby.rooms as ReadonlyMap<string, unknown> as ReadonlyMap<string, Room<R>>,
    get connections() {
      return gate.connections
    },
    stats: {
      addresses: addresses.stats,
      gate: gate.stats,
      origins: origins.stats,
      sockets: sockets.stats,
      refused: lobby.refused,
    },
    close: async () => {
      stop()
      lobby.close()
      await sockets.close()
      await listening?.close()
    },
  }
}

function answer(
  options: Pick<ServeOptions, 'files' | 'contentSecurityPolicy'>,
  gate: Gate,
  origins: Origins,
): RequestListener {
  const { files: folder, contentSecurityPolicy } = options
  const addressOf = (request: IncomingMessage): string => gate.addressOf(request)
  const files =
    folder === undefined ? null : serveFiles(folder, { addressOf, contentSecurityPolicy })
  return async (request, response) => {
    if (!gate.admits(request, response)) return
    const refusal = origins.requestRefusal(request)
    if (refusal) return sendRefusal(response, refusal)
    if (!(await files?.(request, response))) sendNotFound(request, response)
  }
}

function warnOfSlow({ room, game, ms }: SlowRoom): void {
  const where = `room ${JSON.stringify(room)} of '${game}'`
  console.warn(`glissade: ${where} kept all rooms waiting for ${Math.round(ms)} ms`)
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
