import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import { GlissadeError } from '../base/error.ts'

const FIRST_PORT = 3000
const LAST_PORT = 3099
/** How long sockets may take to send the rest of their data when the server closes. */
const FLUSH_MS = 500
/** How long a connection may take to send a whole request, and how often that is checked. */
const REQUEST_MS = 4000
const LOOK_EVERY_MS = 1000
/** How long a connection may go without receiving or sending a byte, inside a request or response. */
const STALLED_MS = 10_000

/** The address for a server to listen on. */
export interface ListenOptions {
  /** The address of the network interface; default `127.0.0.1`, this machine only. `0.0.0.0`: everybody. */
  readonly host?: string | undefined
  /** The port to listen on, 0 for any free port. Default: the first free port from 3000 to 3099. */
  readonly port?: number | undefined
  /** How long a response may make no progress. Its connection ends after at most twice that time. Default 10,000 ms. */
  readonly stalledMs?: number | undefined
}

/** Returns an HTTP server, not listening yet. With the limits of `listen` it waits at most 5 seconds for a whole request. */
export function httpServer(handler?: RequestListener): Server {
  return createServer({ connectionsCheckingInterval: LOOK_EVERY_MS }, handler)
}

export interface Listening {
  /** The address to type into a browser on this machine, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** Ends all connections, upgraded ones too. The port is free again when the promise resolves. */
  close(): Promise<void>
}

/** Starts to listen. Rejects with `misuse`, in one line, when the port is taken or not allowed. */
export async function listen(server: Server, options: ListenOptions = {}): Promise<Listening> {
  const sockets = prepare(server, options)
  const address = await bind(server, options)
  return listeningAt(address, () => closeAll(server, sockets))
}

/**
 * Does what `listen` does except to listen: for a server that gets its connections by `server.emit('connection', socket)`,
 * while another process listens at `address`.
 */
export function adopt(
  server: Server,
  address: AddressInfo,
  options: ListenOptions = {},
): Listening {
  const sockets = prepare(server, options)
  server.address = () => address
  // Node checks the time limits of requests from this event on.
  server.emit('listening')
  return listeningAt(address, () => closeAll(server, sockets))
}

/** Returns a server at an address, which `close` ends, once however often it is called. */
export function listeningAt(address: AddressInfo, close: () => Promise<void>): Listening {
  let closing: Promise<void> | undefined
  return {
    url: `http://${nameOf(address)}:${address.port}`,
    port: address.port,
    close: () => (closing ??= close()),
  }
}

/** Sets the time limits of a server. Returns its open sockets. */
function prepare(server: Server, { stalledMs = STALLED_MS }: ListenOptions): ReadonlySet<Socket> {
  // The server does not wait for a peer that sends nothing, sends only a part, or does not read.
  server.headersTimeout = REQUEST_MS
  server.requestTimeout = REQUEST_MS
  // Not `server.timeout`, because its timer stays with a socket that is upgraded.
  server.on('request', ({ socket }) => socket.setTimeout(stalledMs))
  const sockets = new Set<Socket>()
  // One listener for all sockets, because a listener per socket would take memory.
  const onClose = function (this: Socket): void {
    sockets.delete(this)
  }
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', onClose)
  })
  return sockets
}

/** Has any TCP server listen as the options say, and returns where. Rejects as `listen` does. */
export async function bind(
  server: NetServer,
  { host = '127.0.0.1', port }: ListenOptions,
): Promise<AddressInfo> {
  await listenOn(server, host, port ?? FIRST_PORT, port ?? LAST_PORT)
  return server.address() as AddressInfo
}

async function listenOn(
  server: NetServer,
  host: string,
  port: number,
  lastPort: number,
): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && port < lastPort) return listenOn(server, host, port + 1, lastPort)
    throw new GlissadeError('misuse', `cannot listen on ${host}:${port}: ${explain(code)}`, {
      cause: error,
    })
  }
}

function explain(code: string | undefined): string {
  if (code === 'EADDRINUSE') return 'the port is in use already'
  if (code === 'EACCES') return 'this user may not use the port'
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have the address'
  if (code === 'ERR_SOCKET_BAD_PORT') return 'a port is a number from 0 to 65535'
  return code ?? 'unknown error'
}

function nameOf(address: AddressInfo): string {
  if (address.address === '0.0.0.0' || address.address === '::') return 'localhost'
  return address.family === 'IPv6' ? `[${address.address}]` : address.address
}

async function closeAll(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A server that does not listen itself does not wait for its sockets.
  const gone = Array.from(
    sockets,
    (socket) => new Promise((resolve) => socket.once('close', resolve)),
  )
  for (const socket of sockets) socket.destroySoon()
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, FLUSH_MS)
  await Promise.all([closed, ...gone])
  clearTimeout(timer)
}
