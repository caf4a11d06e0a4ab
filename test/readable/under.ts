import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy that shows another server below a path of its own. */
export interface Under {
  /** The address of that path, without a slash at its end. */
  readonly url: string
  close(): Promise<void>
}

/** Shows the server at `target` (`http://host:port`) below `path`, such as `/some/path`. All else is not found. */
export async function serveUnder(target: string, path: string): Promise<Under> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((incoming, response) => {
    const inner = innerPath(incoming, path)
    if (inner === undefined) {
      response.writeHead(404).end()
      return
    }
    const options = { method: incoming.method, headers: incoming.headers }
    const outgoing = request(target + inner, options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const inner = innerPath(incoming, path)
    if (inner === undefined) socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    else passUpgrade(target + inner, incoming, socket, head)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function innerPath({ url = '' }: IncomingMessage, path: string): string | undefined {
  return url.startsWith(`${path}/`) ? url.slice(path.length) : undefined
}

function passUpgrade(to: string, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
  const outgoing = request(to, { headers: incoming.headers })
  outgoing.on('upgrade', (answer, inner, first) => {
    const lines = [`HTTP/1.1 101 ${answer.statusMessage}`]
    for (let i = 0; i < answer.rawHeaders.length; i += 2)
      lines.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(first)
    inner.write(head)
    inner.pipe(socket).pipe(inner)
    for (const [one, other] of [
      [inner, socket],
      [socket, inner],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  outgoing.on('response', (answer) => {
    socket.end(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n\r\n`)
  })
  outgoing.on('error', () => socket.destroy())
  outgoing.end()
}
