import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { type AddressInfo, isIP, isIPv6 } from 'node:net'
import { misuse } from '../base/settings.ts'
import { TokenBucket } from '../base/token-bucket.ts'
import {
  DATAGRAM_BYTES,
  DatagramLink,
  type DatagramPath,
  PATH_FULL_BYTES,
} from '../link/datagram-link.ts'
import type { Link } from '../link/link.ts'
import { readSignal, type Signal } from '../link/signals.ts'
import { FrameAllowance } from './frame-allowance.ts'
import type { NativeModule, NativeMuxListener, NativePeer } from './native-datachannel.ts'
import { realClock } from './real-clock.ts'
import type { TextLink } from './websocket-node.ts'

/** How long the server's SCTP tries to send a message. With `maxRetransmits` instead, it stalls for 0.5 s at 15 % loss. */
const LIFETIME_MS = 50
/** How much signals and offers may cost, and what each one costs. An honest client makes at most one offer a second. */
const SIGNAL_RATE = { perSecond: 20, most: 120, start: 120 }
const SIGNAL_COST = 1
const OFFER_COST = 20

/** Where a server receives datagrams. */
export interface DataChannelServerOptions {
  /**
   * The UDP port for the data channels of all clients that ask for datagrams. This needs the package `node-datachannel`.
   * Without the package, clients stay on their WebSockets. Default: the number of the TCP port. A server on a Unix socket has
   * no TCP port, and needs `udpHost` too. The UDP port stays open until the process ends.
   */
  udpPort?: number | undefined
  /** The address of the network interface for UDP. Default: that of the TCP port. On Fly.io: `fly-global-services`. */
  udpHost?: string | undefined
  /**
   * The IP address under which clients reach the UDP port, if the server is behind a NAT or in a container. Default: the
   * addresses of this machine.
   */
  publicAddress?: string | undefined
}

/** What has happened to data channels since the server started. */
export interface DataChannelStats {
  /** Offers that clients made. */
  offers: number
  /** Offers that were refused, because the server has no data channels or could not make one. */
  refused: number
  /** Channels that opened. */
  opened: number
  /** Channels that were given up while their connections continued. */
  lost: number
}

/**
 * Makes the data channels of a server, all on one UDP port. Loads `node-datachannel` when the first client makes an offer, unless
 * `load` is called before.
 */
export class DataChannels {
  readonly stats: DataChannelStats = { offers: 0, refused: 0, opened: 0, lost: 0 }
  readonly #options: DataChannelServerOptions
  readonly #tcp: () => AddressInfo | string | null
  #loading: Promise<Loaded> | undefined

  /**
   * `tcp` returns where the server listens; a string or null if it has no TCP port. `load` calls it once. Throws `misuse` for
   * an invalid option.
   */
  constructor(options: DataChannelServerOptions, tcp: () => AddressInfo | string | null) {
    const { udpPort, publicAddress } = options
    if (udpPort !== undefined && !(Number.isInteger(udpPort) && udpPort > 0 && udpPort <= 65_535))
      misuse('udpPort', udpPort, 'a number from 1 to 65535')
    if (publicAddress !== undefined && isIP(publicAddress) === 0)
      misuse('publicAddress', `'${publicAddress}'`, 'an IP address')
    this.#options = options
    this.#tcp = tcp
  }

  /** Returns a link that uses `socket`, and also a data channel once the client has opened one. */
  accept(socket: TextLink): Link {
    return new ClientChannel(socket, this.stats, () => this.load()).link
  }

  /** Loads the module and tries the port. If data channels are impossible, writes one line with the reason. */
  load(): Promise<Loaded> {
    return (this.#loading ??= this.#load())
  }

  async #load(): Promise<Loaded> {
    const address = this.#tcp()
    const tcp = typeof address === 'string' ? null : address
    const { udpPort: port = tcp?.port, udpHost = tcp?.address, publicAddress } = this.#options
    try {
      if (port === undefined || udpHost === undefined)
        throw new NoDataChannels('without a TCP port, the server needs udpPort and udpHost')
      const module = await importNative()
      const bindAddress = isIP(udpHost) ? udpHost : (await lookup(udpHost)).address
      await holdPort(module, port, bindAddress)
      return { module, port, bindAddress, publicAddress }
    } catch (error) {
      const why = error instanceof NoDataChannels ? error.message : `no UDP port ${port}: ${error}`
      console.warn(`glissade: no datagrams, all players stay on their WebSockets: ${why}`)
      return { why: 'the server has no datagrams' }
    }
  }
}

/** The means to make data channels. */
interface Means {
  readonly module: NativeModule
  readonly port: number
  readonly bindAddress: string
  readonly publicAddress: string | undefined
}

/** The means to make data channels, or why they are impossible. */
export type Loaded = Means | { readonly why: string }

class NoDataChannels extends Error {}

async function importNative(): Promise<NativeModule> {
  try {
    const { default: module } = await import('node-datachannel')
    return module as unknown as NativeModule
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new NoDataChannels(
      code === 'ERR_MODULE_NOT_FOUND'
        ? 'the package node-datachannel is not installed'
        : `node-datachannel does not load: ${error}`,
      { cause: error },
    )
  }
}

/**
 * The UDP ports that this process has opened, by number and address. It keeps them until it ends: the library aborts the
 * process if a client comes while something else holds the port, and frees a port only when the last client has left.
 */
const heldPorts = new Map<string, NativeMuxListener>()

/** Opens a UDP port, and keeps it. Rejects if it is taken. */
async function holdPort(module: NativeModule, port: number, address: string): Promise<void> {
  const key = `${port} ${address}`
  if (heldPorts.has(key)) return
  await tryPort(port, address)
  if (!heldPorts.has(key)) heldPorts.set(key, new module.IceUdpMuxListener(port, address))
}

/** Rejects if a UDP port cannot be bound. */
async function tryPort(port: number, address: string): Promise<void> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind(port, address, resolve)
    })
  } finally {
    socket.close()
  }
}

/** The data channels of one client: at most one at a time, and a new one after one is lost. */
class ClientChannel {
  readonly link: DatagramLink
  readonly #socket: TextLink
  readonly #stats: DataChannelStats
  readonly #load: () => Promise<Loaded>
  readonly #signals = new TokenBucket(SIGNAL_RATE, performance.now())
  #attempt = 0
  #peer: NativePeer | null = null

  constructor(socket: TextLink, stats: DataChannelStats, load: () => Promise<Loaded>) {
    this.#socket = socket
    this.#stats = stats
    this.#load = load
    socket.openTexts((text) => this.#signalled(text))
    this.link = new DatagramLink(socket, realClock, {
      side: 'server',
      tellHeard: (isHeard) => this.#tell({ type: 'heard', attempt: this.#attempt, isHeard }),
      onGivenUp: () => {
        stats.lost++
        this.#tell({ type: 'ended', attempt: this.#attempt })
        this.#closePeer()
      },
      onEnded: () => this.#closePeer(),
    })
  }

  #tell(signal: Signal): void {
    this.#socket.sendText(JSON.stringify(signal))
  }

  #signalled(text: string): void {
    const signal = readSignal(text)
    if (!signal) return this.link.close('bad-packet', 'a malformed signal')
    const cost = signal.type === 'offer' ? OFFER_COST : SIGNAL_COST
    if (!this.#signals.take(cost, performance.now()))
      return this.link.close('flood', 'too many signals')
    if (signal.type === 'offer') return void this.#offered(signal.attempt, signal.sdp)
    if (signal.attempt !== this.#attempt) return
    if (signal.type === 'heard') this.link.toldHeard(signal.isHeard)
    else if (signal.type === 'ended') this.#ended()
    else this.link.close('bad-packet', `a client sends no '${signal.type}'`)
  }

  /** Answers an offer. A client must not make one before WELCOME. */
  async #offered(attempt: number, sdp: string): Promise<void> {
    if (this.link.stats.overSocket === 0)
      return this.link.close('bad-packet', 'an offer before WELCOME')
    if (attempt <= this.#attempt) return this.link.close('bad-packet', 'an attempt that is not new')
    this.#stats.offers++
    this.#ended()
    this.#attempt = attempt
    const loaded = await this.#load()
    if (!this.link.isOpen || this.#attempt !== attempt) return
    if ('why' in loaded) {
      this.#stats.refused++
      return this.#tell({ type: 'refusal', attempt, why: loaded.why })
    }
    try {
      this.#peer = this.#answer(loaded, attempt, sdp)
    } catch (error) {
      if (error instanceof InvalidOffer) return this.link.close('bad-packet', error.message)
      this.#stats.refused++
      console.warn(`glissade: the server could not make a data channel: ${error}`)
      this.#tell({ type: 'refusal', attempt, why: 'the server could not make a data channel' })
    }
  }

  #answer(means: Means, attempt: number, sdp: string): NativePeer {
    const { module, port, bindAddress, publicAddress } = means
    const peer = new module.PeerConnection('glissade', {
      iceServers: [],
      bindAddress,
      enableIceUdpMux: true,
      portRangeBegin: port,
      portRangeEnd: port,
      disableAutoNegotiation: true,
      // The library cuts longer messages to this length. `onMessage` still sees that they are too long.
      maxMessageSize: DATAGRAM_BYTES + 1,
    })
    try {
      peer.onGatheringStateChange((state) => {
        const description = state === 'complete' ? peer.localDescription() : null
        if (!description || peer !== this.#peer) return
        const own = withAddress(description.sdp, publicAddress, port)
        this.#tell({ type: 'answer', attempt, sdp: own })
      })
      peer.onStateChange((state) => {
        if (peer !== this.#peer) return
        if (state === 'failed' || state === 'closed' || state === 'disconnected') this.#ended()
      })
      takeOffer(peer, sdp)
      this.#openChannel(peer)
      peer.setLocalDescription('answer')
      return peer
    } catch (error) {
      peer.close()
      throw error
    }
  }

  #openChannel(peer: NativePeer): void {
    const channel = peer.createDataChannel('glissade', {
      negotiated: true,
      id: 0,
      unordered: true,
      maxPacketLifeTime: LIFETIME_MS,
    })
    const frames = new FrameAllowance(performance.now())
    const path: DatagramPath = {
      send: (bytes) => {
        // This throws if the channel is closed, which this end may learn a moment later, or if the client's offer forbids the
        // length.
        try {
          if (channel.bufferedAmount() <= PATH_FULL_BYTES) channel.sendMessageBinary(bytes)
        } catch {
          if (peer === this.#peer) this.#ended()
        }
      },
    }
    channel.onOpen(() => {
      if (peer !== this.#peer) return
      this.#stats.opened++
      this.link.use(path)
    })
    channel.onMessage((data) => {
      if (peer !== this.#peer) return
      const nowMs = performance.now()
      const isBytes = typeof data !== 'string'
      if (!isBytes) return this.link.close('text-frame')
      if (data.byteLength > DATAGRAM_BYTES) return this.link.close('oversized-packet')
      if (!frames.takeRead(data.byteLength, nowMs)) return this.link.close('flood')
      this.link.packetCame(path, data instanceof ArrayBuffer ? new Uint8Array(data) : data, nowMs)
    })
    channel.onClosed(() => peer === this.#peer && this.#ended())
    channel.onError(() => peer === this.#peer && this.#ended())
  }

  /** Gives up the current attempt or the path that it opened, and tells the client. */
  #ended(): void {
    if (this.link.isOnPath) return this.link.giveUp('the data channel ended')
    if (!this.#peer) return
    this.#closePeer()
    this.#tell({ type: 'ended', attempt: this.#attempt })
  }

  #closePeer(): void {
    const peer = this.#peer
    this.#peer = null
    peer?.close()
  }
}

class InvalidOffer extends Error {}

/**
 * Reads a client's description without the addresses in it. With them, a client could make the server send packets to others,
 * or look up names. The server does not need them, because the client contacts the server first.
 */
function takeOffer(peer: NativePeer, sdp: string): void {
  const lines = sdp.split('\n').filter((line) => !line.trimStart().startsWith('a=candidate'))
  try {
    peer.setRemoteDescription(lines.join('\n'), 'offer')
  } catch (error) {
    throw new InvalidOffer(`an invalid offer: ${(error as Error).message}`, { cause: error })
  }
}

/** Returns a description in which the server's public address replaces the addresses of its interfaces. */
function withAddress(sdp: string, address: string | undefined, port: number): string {
  if (address === undefined) return sdp
  const lines = sdp.split('\r\n').filter((line) => !line.startsWith('a=candidate:'))
  const end = lines.indexOf('a=end-of-candidates')
  const candidate = `a=candidate:1 1 UDP 2114977791 ${address} ${port} typ host`
  lines.splice(end < 0 ? lines.length - 1 : end, 0, candidate)
  return lines.join('\r\n')
}
