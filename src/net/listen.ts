import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { GlissadeError } from '../base/error.ts'

const FIRST_PORT = 3000
const LAST_PORT = 3099
/** How long sockets may take to send what they still hold when the server closes. */
const FLUSH_MS = 500
/** How long a connection may take to send the whole of a request, and how often that is looked at. */
const REQUEST_MS = 4000
const LOOK_EVERY_MS = 1000
/** How long a connection may neither take nor send a byte, inside a request or response. */
const STALLED_MS = 10_000

/** Where a server should listen. */
export interface ListenOptions {
  /** Address of the network interface; default `127.0.0.1`, this machine only. `0.0.0.0`: everybody. */
  readonly host?: string | undefined
  /** The port it has to be, 0 for any free one. Default: the first free one from 3000 on. */
  readonly port?: number | undefined
  /** How long a response may make no progress before its connection ends, at most twice as long. Default 10,000 ms. */
  readonly stalledMs?: number | undefined
}

/** An http server, not listening yet, that waits 5 seconds at most for a request, or the rest of one. */
export function httpServer(handler?: RequestListener): Server {
  return createServer({ connectionsCheckingInterval: LOOK_EVERY_MS }, handler)
}

/** A server that listens. */
export interface Listening {
  /** What to type into a browser on this machine, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** Ends all connections, upgraded ones too; when it resolves, the port is free again. */
  close(): Promise<void>
}

/** Lets `server` listen. Rejects with `misuse`, in one line, when the port is taken or not allowed. */
export async function listen(server: Server, options: ListenOptions = {}): Promise<Listening> {
  const { host = '127.0.0.1', port, stalledMs = STALLED_MS } = options
  // The server does not wait for a peer that says nothing, or not all, or does not read.
  server.headersTimeout = REQUEST_MS
  server.requestTimeout = REQUEST_MS
  // Not by `server.timeout`, whose timer stays with a socket that is upgraded.
  server.on('request', ({ socket }) => socket.setTimeout(stalledMs))
  const sockets = new Set<Socket>()
  // One listener for all: one of its own for each socket would take memory.
  const onClose = function (this: Socket): void {
    sockets.delete(this)
  }
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', onClose)
  })

  await listenOn(server, host, port ?? FIRST_PORT, port ?? LAST_PORT)
  const address = server.address() as AddressInfo
  let closing: Promise<void> | undefined
  return {
    url: `http://${nameOf(address)}:${address.port}`,
    port: address.port,
    close: () => (closing ??= closeAll(server, sockets)),
  }
}

/** Tries one port after the other. */
async function listenOn(
  server: Server,
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
  for (const socket of sockets) socket.destroySoon()
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, FLUSH_MS)
  await closed
  clearTimeout(timer)
}
