import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Ms } from '../base/units.ts'
import type { Directory } from '../directory/directory.ts'
import { LEASE_MS } from '../directory/limits.ts'
import { adopt, type Listening, type ListenOptions } from '../net/listen.ts'
import { Calls } from './calls.ts'
import { ipcDirectory } from './ipc-directory.ts'
import { splitPath, urlOfProcess } from './process-path.ts'
import { endOnSignal } from './signals.ts'

/** The last port that there is. */
export const LAST_PORT = 65_535
/** How often the first process is told at most how many connections have ended. */
const TELL_EVERY_MS: Ms = 50
/** How often the first process is told that this one runs. */
const RUNS_EVERY_MS: Ms = 1000
/** For so long after that, the first process surely does not believe that this one hangs. */
const SURE_MS: Ms = LEASE_MS - RUNS_EVERY_MS

/** One of the processes that run the rooms of a server. The first process hands it its connections. */
export class Member {
  /** Counts the processes from 0. A process that starts in place of another one has its number. */
  readonly number: number
  readonly hasRooms = true
  readonly #address: AddressInfo
  /** Null before it listens. */
  #calls: Calls | null = null
  /** Sockets that may ask for any process. */
  readonly #forAny = new WeakSet<Socket>()
  #collect: () => Promise<object[]> = async () => []
  /** Gets the connections. */
  #http: HttpServer | null = null
  #endedSockets = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: ReturnType<typeof setInterval> | undefined
  /** How often the first process has found that this one hangs, as it last said, and until when that surely holds. */
  #lapses = 0
  #sureUntilMs: Ms = Number.NEGATIVE_INFINITY
  #undo: () => void = () => {}
  #leaving: Promise<unknown> | undefined

  /** `address`: where the first process listens. */
  constructor({ number, address }: { readonly number: number; readonly address: AddressInfo }) {
    this.number = number
    this.#address = address
    // The channel to the first process keeps this one only while it listens: it ends if `serve` rejects before.
    process.channel?.unref()
  }

  get member(): Member {
    return this
  }

  /** The directory that the processes of this server share. The first process keeps it. */
  directory(): Directory {
    return ipcDirectory(this.#calls!)
  }

  /** Returns an address that leads to this process. `url`: one that leads to any of them; without it, a path. */
  urlOf(url: string | undefined, path: string): string {
    return urlOfProcess(this.number, url, path)
  }

  /** The UDP port of this process: each has its own, from the server's port on. Undefined: there is no such port. */
  udpPort(first: number | undefined): number | undefined {
    const port = (first ?? this.#address.port) + this.number
    return port <= LAST_PORT ? port : undefined
  }

  /** What the metrics of this process are labelled with. */
  get name(): string {
    return String(this.number)
  }

  /** Sets what this process answers when another one collects. */
  share(collect: () => Promise<object[]>): void {
    this.#collect = collect
  }

  /** Collects from all processes that answer, this one included. */
  collectAll(): Promise<object[][]> {
    return this.#calls!.ask('collectAll') as Promise<object[][]>
  }

  async listen(http: HttpServer, options: ListenOptions): Promise<Listening> {
    http.prependListener('request', (request) => this.#route(request))
    http.prependListener('upgrade', (request) => this.#route(request))
    const { url, port, close } = adopt(http, this.#address, options)
    this.#http = http
    this.#calls = new Calls(process, {
      collect: () => this.#collect(),
      connection: (
        head: Uint8Array,
        isForAny: boolean,
        lapses: number,
        socket: Socket | undefined,
      ) => this.#came(head, isForAny, lapses, socket),
    })
    process.channel?.ref()
    return {
      url,
      port,
      close: async () => {
        await this.leave()
        await close()
        clearInterval(this.#running)
        this.#undo()
        process.channel?.unref()
      },
    }
  }

  ready(end: () => Promise<void>): void {
    this.#undo = endOnSignal(end)
    void this.#tellRuns('ready')
    this.#running = setInterval(() => void this.#tellRuns('runs'), RUNS_EVERY_MS).unref()
  }

  /** Tells the first process that this one runs, so that it gets connections. */
  async #tellRuns(what: 'ready' | 'runs'): Promise<void> {
    const atMs = performance.now()
    const lapses = await this.#calls!.ask(what).catch(() => null)
    if (lapses === null) return
    this.#lapses = lapses as number
    this.#sureUntilMs = atMs + SURE_MS
  }

  /** Takes no more connections: when this resolves, all others go to other processes. */
  leave(): Promise<unknown> {
    return (this.#leaving ??= this.#calls!.ask('leaves').catch(() => {}))
  }

  /**
   * Takes a connection that the first process passes, and returns whether it did. If this process may have hung since, the
   * first one may have passed the connection to another: then it has to pass it once more. What is cut is the copy of this
   * process, which has read nothing.
   */
  #came(head: Uint8Array, isForAny: boolean, lapses: number, socket: Socket | undefined): boolean {
    const isSure = lapses === this.#lapses && performance.now() < this.#sureUntilMs
    if (!isSure) {
      void this.#tellRuns('runs')
      socket?.destroy()
    }
    this.#take(head, isForAny, isSure ? socket : undefined)
    return isSure
  }

  /**
   * `head`: what the connection has sent already. `isForAny`: whether it may ask for any process, because the one that it asks
   * for is not there.
   */
  #take(head: Uint8Array, isForAny: boolean, socket: Socket | undefined): void {
    // The first process has cut the connection meanwhile.
    if (!socket) return this.#socketEnded()
    socket.on('close', () => this.#socketEnded())
    if (isForAny) this.#forAny.add(socket)
    // As HTTP servers make their sockets.
    socket.allowHalfOpen = true
    socket.unshift(head)
    this.#http?.emit('connection', socket)
  }

  /**
   * Cuts the prefix of this process from the path. A kept connection on which a client, or a proxy, asks for another process
   * is closed without an answer: it repeats the request on a new one.
   */
  #route(request: IncomingMessage): void {
    const { wanted, rest } = splitPath(request.url ?? '')
    if (wanted === null) return
    if (wanted === this.number || this.#forAny.has(request.socket)) request.url = rest
    else request.socket.destroy()
  }

  #socketEnded(): void {
    this.#endedSockets++
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#tell('ended', this.#endedSockets)
    }, TELL_EVERY_MS).unref()
  }

  /** This process ends with the first one, so nobody has to know whether that has heard. */
  #tell(what: string, ...args: readonly unknown[]): void {
    this.#calls!.ask(what, ...args).catch(() => {})
  }
}
