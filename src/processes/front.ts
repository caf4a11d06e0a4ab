import { createServer, type Server, type Socket } from 'node:net'
import type { Ms } from '../base/units.ts'
import { countedAddress } from '../net/address.ts'
import { descriptorLimit } from '../net/descriptors.ts'
import { processOfLine } from './process-path.ts'

/** How long a connection may take to send the first line of its first request, and to be taken by a process. */
const LINE_MS: Ms = 10_000
/** The most bytes of that line. */
const MOST_LINE_BYTES = 8192
/** The most connections that no process has taken yet, in total and of one address. */
const MOST_WAITING = 2048
const MOST_WAITING_OF_ADDRESS = 256
/** The most share of the process's descriptors that they use. */
const DESCRIPTOR_SHARE = 1 / 2

/** A connection whose first line has come, and that no process has taken yet. */
export interface Arrival {
  /** It reads nothing more. */
  readonly socket: Socket
  /** What it has sent so far: the first line of its request, and perhaps more. */
  readonly head: Uint8Array
  /** The number of the process that it asks for by its path; null: any. */
  readonly wanted: number | null
}

/** A connection in this process. Ends when another process has taken it, or when it is cut. */
interface Waiting {
  readonly socket: Socket
  readonly address: string
  readonly chunks: Buffer[]
  bytes: number
  arrival: Arrival | null
  /** Whether a process has been asked to take it. */
  isOffered: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  /** Removes all listeners. */
  release(): void
}

/**
 * The port of a server that runs in several processes. It reads the first line of what each connection sends, and hands the
 * connection on. A connection that sends no line within 8 kB, that no process has taken within 10 s, or that is one too many
 * of these, is cut.
 */
export class Front {
  readonly server: Server
  readonly #take: (arrival: Arrival) => Promise<boolean> | null
  readonly #mostOfAddress: number
  readonly #mostWaiting = Math.max(1, Math.min(MOST_WAITING, descriptorLimit() * DESCRIPTOR_SHARE))
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>()

  /**
   * `take` passes a copy of a connection to a process, and resolves to whether the process has it. If not, it is called again
   * at once. It returns null, and is called again by `retry`, if no process is ready. `mostOfAddress`: the most connections of
   * one address that no process has taken yet.
   */
  constructor(
    take: (arrival: Arrival) => Promise<boolean> | null,
    mostOfAddress: number = MOST_WAITING_OF_ADDRESS,
  ) {
    this.#take = take
    this.#mostOfAddress = mostOfAddress
    // A mark of one byte has Node stop reading as soon as something is put back, see `#hand`.
    this.server = createServer({ noDelay: true, allowHalfOpen: true, highWaterMark: 1 }, (socket) =>
      this.#came(socket),
    )
  }

  /** Offers those connections again that no process has taken. */
  retry(): void {
    for (const waiting of this.#waiting) void this.#offer(waiting)
  }

  /** Accepts no more connections, and cuts those that no process has taken. */
  close(): void {
    this.server.close()
    for (const waiting of this.#waiting) this.#cut(waiting)
  }

  #came(socket: Socket): void {
    const address = countedAddress(socket.remoteAddress ?? '')
    this.#makePlace(address)
    const onData = (chunk: Buffer): void => this.#read(waiting, chunk)
    const onEnd = (): void => this.#cut(waiting)
    const waiting: Waiting = {
      ...{ socket, address, chunks: [], bytes: 0, arrival: null, isOffered: false },
      timer: setTimeout(onEnd, LINE_MS).unref(),
      release: () => {
        clearTimeout(waiting.timer)
        socket.off('data', onData).off('end', onEnd).off('close', onEnd)
        this.#waiting.delete(waiting)
      },
    }
    this.#waiting.add(waiting)
    // An error is followed by the close.
    socket.on('error', () => {})
    socket.on('data', onData).on('end', onEnd).on('close', onEnd)
  }

  /** Cuts the connection that has waited longest if there are too many. Most wait for no more than a round trip. */
  #makePlace(address: string): void {
    if (this.#waiting.size < Math.min(this.#mostOfAddress, this.#mostWaiting)) return
    let first: Waiting | undefined
    let count = 0
    for (const waiting of this.#waiting)
      if (waiting.address === address && ++count === 1) first = waiting
    if (count < this.#mostOfAddress) first = undefined
    if (this.#waiting.size >= this.#mostWaiting) first ??= [...this.#waiting][0]
    if (first) this.#cut(first)
  }

  #read(waiting: Waiting, chunk: Buffer): void {
    waiting.chunks.push(chunk)
    waiting.bytes += chunk.length
    const isWhole = chunk.includes(0x0a)
    if (!isWhole && waiting.bytes > MOST_LINE_BYTES) this.#cut(waiting)
    else if (isWhole) this.#hand(waiting, chunk)
  }

  /**
   * Stops reading, so that everything from now on stays in the kernel for the other process. `pause` alone does not stop
   * Node's reading before something is left in its buffer, and Node looks there when this call has returned.
   */
  #hand(waiting: Waiting, last: Buffer): void {
    const { socket, chunks } = waiting
    socket.pause()
    socket.unshift(last)
    const head = chunks.length === 1 ? last : Buffer.concat(chunks)
    process.nextTick(() => {
      waiting.arrival = { socket, head, wanted: processOfLine(head) }
      void this.#offer(waiting)
    })
  }

  async #offer(waiting: Waiting): Promise<void> {
    if (!waiting.arrival || waiting.isOffered || !this.#waiting.has(waiting)) return
    const taking = this.#take(waiting.arrival)
    if (!taking) return
    waiting.isOffered = true
    const isTaken = await taking
    waiting.isOffered = false
    // What is cut here is the copy of this process.
    if (isTaken) this.#cut(waiting)
    else void this.#offer(waiting)
  }

  #cut(waiting: Waiting): void {
    waiting.release()
    waiting.socket.destroy()
  }
}
