import { connect, type Socket } from 'node:net'
import { setTimeout as passing } from 'node:timers/promises'
import { HostileClient } from './hostile-client.ts'
import { ROOM } from './roles.ts'
import { SocketLink } from './socket-link.ts'

/** Where all of an attack comes from. */
const LOCAL_ADDRESS = '127.0.0.2'
/** How often an attacker works: what is due goes out in one write. */
const WORK_EVERY_MS = 5
/** An attacker that was thrown out is back after this long. */
const RETRY_MS = 20
/** With more than this in its own socket an attacker waits: its memory is not what is measured. */
const MOST_BUFFERED_BYTES = 1_000_000
const READ_AT_ONCE_BYTES = 1024
const PROBE_MS = 100

/** One attack: on one port, for so long, with counts of what it did and met. Bounded by the rates that are asked of it. */
export class Attack {
  readonly port: number
  readonly counts: Record<string, number> = {}
  readonly #endMs: number
  readonly #bare: Socket[] = []

  constructor(port: number, seconds: number) {
    this.port = port
    this.#endMs = performance.now() + 1000 * seconds
  }

  get isOn(): boolean {
    return performance.now() < this.#endMs
  }

  count(what: string, times = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + times
  }

  /** Calls `act` so many times a second until the attack, or what it is about, is over. */
  paced(perSecond: number, act: () => void): Promise<void> {
    return this.#inBatches(perSecond, (times) => {
      for (; times > 0; times--) act()
    })
  }

  /**
   * Joins, has `act` called with the client so many times a second, and joins again whenever it was thrown out. Where
   * it `isDeaf` it goes on until its socket is cut.
   */
  async play(
    perSecond: number,
    act: (client: HostileClient, count: number) => void,
    isDeaf = false,
  ): Promise<void> {
    while (this.isOn) {
      const client = await this.join()
      if (isDeaf) client?.link.deafen()
      if (client) await this.#playOne(client, perSecond, act)
      await passing(RETRY_MS)
    }
  }

  /** Joins a room; null when the door was shut. */
  async join(changes: Parameters<HostileClient['hello']>[0] = {}): Promise<HostileClient | null> {
    try {
      const link = await SocketLink.connect(this.port, LOCAL_ADDRESS)
      this.count('joined')
      const client = new HostileClient(link, (reason) => this.count(`told ${reason}`))
      return client.hello({ room: ROOM, ...changes })
    } catch {
      this.count('shut out')
      return null
    }
  }

  /**
   * Opens a socket that sends `request` and reads a kilobyte, and one more each time it is resumed. It stays when the
   * server ends its own half.
   */
  bare(request: string): Socket {
    const socket = connect({
      port: this.port,
      host: '127.0.0.1',
      localAddress: LOCAL_ADDRESS,
      allowHalfOpen: true,
      onread: { buffer: Buffer.alloc(READ_AT_ONCE_BYTES), callback: () => false },
    })
    this.count('sockets')
    this.#bare.push(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.count('cut off'))
    socket.write(request)
    return socket
  }

  /** Lasts to the end, and then looks which bare sockets the server still has: of those that it cut none was told. */
  async hold(): Promise<void> {
    while (this.isOn) await passing(WORK_EVERY_MS)
    // The answer to the first byte is a reset, which the second one meets.
    for (let byte = 0; byte < 2; byte++) {
      for (const socket of this.#bare) if (!socket.destroyed) socket.write('?')
      await passing(PROBE_MS)
    }
  }

  async #playOne(
    client: HostileClient,
    perSecond: number,
    act: (client: HostileClient, count: number) => void,
  ): Promise<void> {
    const { socket } = client.link
    let count = 0
    const work = (times: number): void => {
      if (socket.writableLength > MOST_BUFFERED_BYTES) return
      socket.cork()
      for (; times > 0; times--) act(client, ++count)
      socket.uncork()
    }
    await this.#inBatches(perSecond, work, () => !client.hasEnded)
    this.count('packets', count)
    client.reset()
  }

  async #inBatches(
    perSecond: number,
    work: (times: number) => void,
    goesOn = () => true,
  ): Promise<void> {
    const usual = (perSecond * WORK_EVERY_MS) / 1000
    let due = 1
    for (let atMs = performance.now(); this.isOn && goesOn(); ) {
      work(Math.floor(due))
      due %= 1
      await passing(WORK_EVERY_MS)
      const nowMs = performance.now()
      // Not all that a stall has left out, which would be a blow that no rate describes.
      due += Math.min(4 * usual + 1, ((nowMs - atMs) * perSecond) / 1000)
      atMs = nowMs
    }
  }
}
