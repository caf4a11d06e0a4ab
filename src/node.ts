import { randomInt, randomUUID } from 'node:crypto'
import type {
  Server as HttpServer,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http'
import { GlissadeError } from './base/error.ts'
import { above0, misuse } from './base/settings.ts'
import type { Directory } from './directory/directory.ts'
import type { RoomsOptions } from './lobby/options.ts'
import { RoomsPath } from './lobby/rooms-path.ts'
import { type DataChannelServerOptions, DataChannels } from './net/data-channel-node.ts'
import { type FilesOptions, sendNotFound, serveFiles } from './net/files.ts'
import { Gate, sendRefusal } from './net/gate.ts'
import { httpServer } from './net/listen.ts'
import { type AllowedOrigins, Origins } from './net/origins.ts'
import { PacedResponses } from './net/paced-responses.ts'
import { realClock } from './net/real-clock.ts'
import { webSocketServer } from './net/websocket-node.ts'
import { type Place, placeOf } from './processes/place.ts'
import { drainOnSignal } from './processes/signals.ts'
import { type AccountOf, type AnyRoom, aRoom, type PlayerOf } from './server/define-room.ts'
import type { Room } from './server/room.ts'
import type { RoomOptions } from './server/room-options.ts'
import { type AddressLimitOptions, AddressLimits } from './server/rooms/address-limits.ts'
import { drive } from './server/rooms/drive.ts'
import { Lobby } from './server/rooms/lobby.ts'
import type { LobbyOptions } from './server/rooms/lobby-options.ts'
import type { Applicant } from './server/rooms/reception.ts'
import { NoRooms, type ServerRooms } from './server/rooms/server-rooms.ts'
import type { SharedRooms } from './server/rooms/shared-rooms.ts'
import type { SlowRoom } from './server/rooms/slow-rooms.ts'
import { type ErrorPlace, errorPlace, type OnError } from './server/world/hooks.ts'
import { Journal } from './watch/journal.ts'
import type { WatchOptions } from './watch/options.ts'
import { Readiness } from './watch/readiness.ts'
import type { WatchedStats } from './watch/watched-server.ts'
import { type Health, Watching } from './watch/watching.ts'

export type { ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export type { RoomsOptions, ServerMatchRequest } from './lobby/options.ts'
export { connectWebSocket, nodeDataChannel } from './net/connect-node.ts'
export type { DatagramStatus, DatagramTransport } from './net/data-channel.ts'
export type { AllowedOrigins } from './net/origins.ts'
export { Budget, type BudgetOptions, type InputGuard } from './server/authority/budget.ts'
export { StrictTime } from './server/authority/strict-time.ts'
export { defineRoom } from './server/define-room.ts'
export type { Room } from './server/room.ts'
export type { ServerRooms } from './server/rooms/server-rooms.ts'
export type { SlowRoom } from './server/rooms/slow-rooms.ts'
export type { ErrorPlace } from './server/world/hooks.ts'
export type { LogEntry } from './watch/log.ts'
export type { WatchOptions } from './watch/options.ts'
export type { Health } from './watch/watching.ts'

/** What `authenticate` of `serve` is told of a client that wants to join. */
export interface ServerApplicant<R extends AnyRoom = AnyRoom>
  extends Omit<Applicant, 'profile' | 'request'> {
  /** What the client says of itself, checked against the game's `profile`. */
  readonly profile: PlayerOf<R>['profile']
  /** The HTTP request that opened the connection, with its cookies. */
  readonly request: IncomingMessage
}

/** The options of `serve`. */
export interface ServeOptions<R extends AnyRoom = AnyRoom>
  extends AddressLimitOptions,
    WatchOptions,
    RoomsOptions,
    DataChannelServerOptions,
    Pick<RoomOptions, 'maxPlayers' | 'guard' | 'resumeMs' | 'sameAccount'> {
  /** The port to listen on; `serve` rejects when it is taken. Default: 3000 or the next free one. Not with `server`. */
  port?: number | undefined
  /** The address of the network interface. Default 127.0.0.1, this machine only; `0.0.0.0` for everybody. */
  host?: string | undefined
  /**
   * How many processes run rooms, from 1 to 256, such as `os.availableParallelism()`. This process then listens, and starts
   * those by `node:cluster`: each runs the same program, and `serve` in it runs the rooms. They share a directory, so that
   * each room is in one of them. Limits hold for each process. Not with `server`. Default: this process runs all rooms.
   */
  processes?: number | undefined
  /** A running HTTP server to join instead of making one. It keeps listening when the game server is closed. */
  server?: HttpServer | undefined
  /** The path of the WebSocket. Default `/glissade`. */
  path?: string | undefined
  /**
   * Which pages may join: a list of origins such as `https://game.example`, or a function that decides about each origin;
   * `() => true` lets every page in. All other pages get a 403. Clients that are not pages send no origin and are let in.
   * Default: pages of the same host, whatever their port; when only this machine can reach the server, the pages must also
   * call it by a name that no stranger can own. Behind a proxy, list the origins of your pages.
   */
  origins?: AllowedOrigins | undefined
  /** A folder of files to serve: the built pages. Not with `server`. */
  files?: string | undefined
  /**
   * The header `Content-Security-Policy` of these files. The default allows scripts from the server's own files only, not
   * from the page's HTML and not from elsewhere. `eval` stays allowed, because PixiJS needs it without `pixi.js/unsafe-eval`.
   * SECURITY.md shows the whole header.
   */
  contentSecurityPolicy?: string | undefined
  /**
   * The least number of snapshots per second for a client while there is nothing new to tell. From 1; default 4. A game whose
   * network rate is lower sends at that rate.
   */
  quietHz?: number | undefined
  /** The most rooms at once, including empty rooms still kept. Default 100. docs/PERFORMANCE.md has their cost. */
  maxRooms?: number | undefined
  /**
   * Whether this client may open the room `id` of the game named `game`. Called after `authenticate`, for rooms that do not
   * exist, but not for those that your `match` creates. Any result other than true refuses the client with `this server opens
   * no such room`. Default: every room may be opened.
   */
  mayOpenRoom?: ((request: IncomingMessage, game: string, id: string) => boolean) | undefined
  /**
   * The most TCP connections at once. Further connections get a 503, and from 64 more on they are cut. With `server`: the
   * most WebSockets. Above 0; default 4096, or three quarters of the descriptors that the process may have open, whichever is
   * less.
   */
  maxConnections?: number | undefined
  /**
   * The most players from one address, above 0. A place kept for a player's return counts, and so does a download that takes
   * longer than a second. While players join and come back, twice as many WebSockets and four times as many connections may
   * be open, but no more than half of `maxConnections`; further ones get a 429 or are cut. Infinity sets no limit by address,
   * for many bots on one machine or a proxy that counts by itself. Default 60, less than a room holds.
   */
  maxPerAddress?: number | undefined
  /**
   * Behind a proxy: returns where a request really comes from, for example the last entry of `X-Forwarded-For`. Trust only
   * what your own proxy writes. The other end of the socket counts as the address by default, and when this function throws
   * or returns an empty text. Addresses of one IPv6 /64 count as one.
   */
  addressOf?: ((request: IncomingMessage) => string) | undefined
  /**
   * Decides within 7 s who may enter, and returns the player's `account`. To refuse with words for the player, at most 255
   * characters, throw `new GlissadeError('refused', 'the password is wrong')`. If it throws anything else, the player reads
   * `the server refused`, and the error goes to `onError`. It is also called for a client with a `resumeKey`: with the same
   * account, that client becomes its earlier player and keeps the earlier account. `account` of `defineRoom` gives the result its
   * type. Default: everyone may enter.
   */
  authenticate?:
    | ((applicant: ServerApplicant<R>) => AccountOf<R> | PromiseLike<AccountOf<R>>)
    | undefined
  /**
   * Shares the rooms with other processes: `redisDirectory({ url })` of `glissade/redis`. Each room is then in one of them. A
   * client that asks another one is sent on to it. On SIGTERM, `drain` hands the rooms to the other processes, and the server
   * closes. Give every process a directory of its own, and the same `onRoom`, games and accounts. Default: none.
   */
  directory?: Directory | undefined
  /**
   * The address at which clients reach this process and no other, as `connect` takes it; behind a proxy, the address there, such
   * as `https://play.example.com/p/1/glissade`. With `processes`, the address of all of them. Only with `directory` or
   * `processes`. Default: `url` of the server, for one machine.
   */
  url?: string | undefined
  /**
   * How often each room is stored in the directory, above 0. If this process dies, its rooms go on elsewhere as they were then.
   * Only with `directory` or `processes`. Default: never, so that they are lost.
   */
  checkpointMs?: number | undefined
  /**
   * Called when a room begins to open, before anybody joins. Set `room.onMessage` and the like here. While an async `open` waits,
   * `room.isOpening` is true, and `room.world` has no more than `open` has made so far.
   */
  onRoom?: ((room: Room<R>) => void) | undefined
  /**
   * Called with every error that a game's own functions, or those passed here, throw or reject with, and where: room, game,
   * player, function, step. docs/guide/when-your-code-fails.md says what each of them costs. Also called with errors of the
   * directory, and with an error when `authenticate` or `open` takes too long. Default: `console.error`; nothing with `onLog`.
   */
  onError?: OnError | undefined
  /**
   * Called when a room's steps, or the handling of one packet, take longer than 50 ms in one go, because every other room of
   * the process waits meanwhile. Called at most once in 10 s per room. Default: writes a line with `console.warn`; nothing
   * with `onLog`.
   */
  onSlow?: ((slow: SlowRoom) => void) | undefined
}

/** What the limits of a server have kept out since the start. */
export type ServerStats = WatchedStats

/** A running server. */
export interface Server<R extends AnyRoom = AnyRoom> {
  /** The address to open in a browser, without a slash at the end; '' when the server joined another HTTP server. */
  readonly url: string
  /** The port; 0 when the server joined another HTTP server. */
  readonly port: number
  /** The rooms of this process, see `ServerRooms`. With `processes`, the first process has none, and its methods reject. */
  readonly rooms: ServerRooms<R>
  /** Open TCP connections of this process; with `server`: open WebSockets. */
  readonly connections: number
  readonly stats: ServerStats
  /** Returns whether the server accepts new players, and how much it holds, for a health check of your own. */
  health(): Health
  /**
   * Answers pages that look for a room, at `/glissade/rooms`; `/healthz` and `/readyz`; `/metrics` and `/monitor` if they are
   * on. Returns false, and writes nothing, for every other path. `serve` calls it for you unless you pass `server`: then call
   * it first for each of your requests.
   */
  watch(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Takes no new rooms, and hands those that are open to other processes of the `directory`: their clients go on there, and
   * lose nothing. Rooms for which there is no place stay, and play on. Resolves to how many stay. Call `close` afterwards: it
   * stores those rooms in the directory, and their clients try for 60 s to find a process that goes on with them. SIGTERM does
   * both. Without a directory, all rooms stay.
   */
  drain(): Promise<number>
  /**
   * Ends all connections with the reason `restarting`: the clients try for 60 s to come back. The TCP port is free when the
   * promise resolves. The UDP port of data channels stays open until the process ends, if the server has opened it. With
   * `processes`, the first process ends the others.
   */
  close(): Promise<void>
}

/**
 * Serves the rooms of one or several games over WebSockets, and files, on one port. A room opens when a client asks for it
 * and closes 10 seconds after its last player has left. Limits hold each address and the whole server; SECURITY.md lists
 * them. Rejects with `misuse` when the port is taken or an option is invalid.
 */
export async function serve<R extends AnyRoom>(
  rooms: R | readonly R[],
  options: ServeOptions<R> = {},
): Promise<Server<R>> {
  const { mayOpenRoom, onLog } = options
  const definitions = [rooms].flat().map((room) => aRoom(room as AnyRoom, 'serve'))
  const journal = new Journal({
    games: definitions.map(({ game }) => game.name),
    onLog,
    onError: options.onError ?? (onLog ? writeUnlogged : writeError),
    onSlow: options.onSlow ?? (onLog ? () => {} : warnOfSlow),
  })
  const onError = (error: unknown, where = errorPlace()): void => journal.failed(error, where)
  const failedIn = (hook: string) => (error: unknown) => onError(error, errorPlace({ hook }))
  const place = placeOf({ ...options, onError })
  const { member } = place
  const addresses = new AddressLimits(options)
  const { maxPerAddress } = addresses
  const gate = new Gate({
    ...options,
    maxPerAddress,
    counter: addresses,
    onError: failedIn('addressOf'),
  })
  const lobby = new Lobby({
    ...options,
    maxRooms: place.hasRooms ? options.maxRooms : 0,
    match: options.match as LobbyOptions['match'],
    rooms: definitions,
    authenticate: options.authenticate as LobbyOptions['authenticate'],
    onRoom: options.onRoom as LobbyOptions['onRoom'],
    clock: realClock,
    seed: () => randomInt(2 ** 31),
    mayOpenRoom:
      mayOpenRoom && ((request, game, id) => mayOpenRoom(request as IncomingMessage, game, id)),
    addresses,
    onError,
    onSlow: (slow) => journal.slow(slow),
    watcher: journal,
  })
  for (const name of ['url', 'checkpointMs'] as const)
    if (!options.directory && !options.processes && options[name] !== undefined)
      throw new GlissadeError('misuse', `serve: '${name}' needs a 'directory'`)
  for (const name of ['port', 'host', 'files', 'contentSecurityPolicy'] as const)
    if (options.server && options[name] !== undefined)
      throw new GlissadeError('misuse', `serve: '${name}' and 'server' cannot be used together`)
  const http = options.server ?? httpServer()
  const origins = new Origins(http, { ...options, onError: failedIn('origins') })
  const paced = new PacedResponses((request) => gate.addressOf(request))
  const roomsPath = new RoomsPath({
    path: options.path ?? '/glissade',
    definitions,
    matchmaker: lobby.matchmaker,
    origins,
    addresses,
    paced,
    addressOf: (request) => gate.addressOf(request),
    onError,
  })
  const onLink: Parameters<typeof webSocketServer>[1] = (link, request) => {
    gate.upgraded(request)
    const address = gate.addressOf(request)
    lobby.accept(watching.linkOf(link, address), request, address)
  }
  const udpPort = member ? member.udpPort(options.udpPort) : options.udpPort
  const datagrams = new DataChannels({ ...options, udpPort }, () => http.address())
  let isClosing = false
  const readiness = new Readiness()
  readiness.add(() => (isClosing ? 'the server is closing' : null))
  readiness.add(() => (gate.isFull ? 'the server has too many connections' : null))
  const watching = await Watching.load(options, {
    lobby,
    journal,
    readiness,
    siblings: member,
    connections: () => gate.connections,
    stats: () => stats,
    addressOf: (request) => gate.addressOf(request),
    hostRefusal: (request) => origins.requestRefusal(request),
  })
  const sockets = webSocketServer(http, onLink, {
    path: options.path,
    isAlone: !options.server,
    datagrams: (socket) => datagrams.accept(socket),
    refusal: (request) => gate.refusal(request) ?? origins.upgradeRefusal(request),
  })
  const stats: ServerStats = {
    addresses: addresses.stats,
    gate: gate.stats,
    origins: origins.stats,
    sockets: sockets.stats,
    datagrams: datagrams.stats,
    refused: lobby.refused,
  }
  if (!options.server) {
    gate.watch(http)
    http.on('request', answer({ ...options, paced }, gate, origins, [roomsPath, watching]))
  }
  const listening = options.server ? null : await place.listen(http, options)
  let shared: SharedRooms | null = null
  try {
    shared = await shareRooms(lobby, place, options, listening?.url)
    if (options.udpPort !== undefined && (http.listening || member)) await datagrams.load()
  } catch (error) {
    await sockets.close()
    await listening?.close()
    throw error
  }
  const stop = place.hasRooms ? drive(lobby, realClock) : () => {}
  if (place.hasRooms) watching.start()
  readiness.add(() => shared?.unready ?? null)
  const server: Server<R> = {
    url: listening?.url ?? '',
    port: listening?.port ?? 0,
    rooms: (place.hasRooms ? lobby.rooms : new NoRooms()) as unknown as ServerRooms<R>,
    get connections() {
      return gate.connections
    },
    stats,
    health: () => watching.health,
    watch: (request, response) =>
      roomsPath.answer(request, response) || watching.watch(request, response),
    drain: async () => shared?.drain() ?? lobby.rooms.size,
    close: async () => {
      isClosing = true
      if (member) await member.leave()
      undoSignal()
      watching.stop()
      await shared?.stop()
      stop()
      lobby.close()
      await shared?.leave()
      await sockets.close()
      await listening?.close()
    },
  }
  const undoSignal = shared && !member ? drainOnSignal(server) : () => {}
  place.ready(async () => {
    if (shared) await server.drain()
    await server.close()
  })
  return server
}

/** Joins the directory, if there is one. Several processes on one machine have one of their own. */
async function shareRooms(
  lobby: Lobby,
  { member, hasRooms }: Place,
  options: Pick<ServeOptions, 'directory' | 'url' | 'path' | 'checkpointMs' | 'maxRooms'>,
  ownUrl: string | undefined,
): Promise<SharedRooms | null> {
  const { checkpointMs = Number.POSITIVE_INFINITY, maxRooms = 100, path = '/glissade' } = options
  const directory = options.directory ?? member?.directory()
  if (!directory || !hasRooms) return null
  above0(checkpointMs, 'checkpointMs')
  const own = ownUrl === undefined ? undefined : `${ownUrl}${options.path ?? ''}`
  const url = options.url ?? (options.directory && own)
  if (!member && url === undefined)
    misuse('url', url, "the address of this server, because of 'server'")
  return lobby.share({
    directory,
    processId: randomUUID(),
    url: member ? member.urlOf(url, path) : url!,
    capacity: maxRooms,
    checkpointMs,
  })
}

function answer(
  options: Pick<ServeOptions, 'files' | 'contentSecurityPolicy'> & FilesOptions,
  gate: Gate,
  origins: Origins,
  [roomsPath, watching]: readonly [RoomsPath, Watching],
): RequestListener {
  const { files: folder } = options
  const files = folder === undefined ? null : serveFiles(folder, options)
  return async (request, response) => {
    if (!gate.mayFollow(request, response) || watching.answerHealth(request, response)) return
    if (!gate.admits(request, response)) return
    const refusal = origins.requestRefusal(request)
    if (refusal) return sendRefusal(response, refusal)
    if (roomsPath.answer(request, response)) return
    if (watching.covers(request)) return watching.answer(request, response)
    if (!(await files?.(request, response))) sendNotFound(request, response)
  }
}

function writeError(error: unknown, where: ErrorPlace): void {
  if (where.hook === undefined) console.error(error)
  else console.error(error, where)
}

/** Writes what the log does not say: that the log itself fails. */
function writeUnlogged(error: unknown, where: ErrorPlace): void {
  if (where.hook === 'onLog') writeError(error, where)
}

function warnOfSlow({ room, game, ms }: SlowRoom): void {
  const where = `room ${JSON.stringify(room)} of '${game}'`
  console.warn(`glissade: ${where} kept all rooms waiting for ${Math.round(ms)} ms`)
}
