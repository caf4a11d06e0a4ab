import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

const HOST = '127.0.0.1'
/** Systems give the ports from here on to sockets that ask for any port. */
const FIRST_OF_ANY = 32_768
let next = 10_000 + (process.pid % 200) * 100

/**
 * Returns a port that is free for TCP and UDP on the loopback interface. No socket that asks for any port can take it in the
 * meantime, as it could if the system had chosen the TCP port.
 */
export async function freePort(): Promise<number> {
  while (next < FIRST_OF_ANY) {
    const port = next++
    if ((await isFreeForTcp(port)) && (await isFreeForUdp(port))) return port
  }
  throw new Error('no port is free for TCP and UDP')
}

function isFreeForTcp(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, HOST, () => server.close(() => resolve(true)))
  })
}

function isFreeForUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false))
    socket.bind(port, HOST, () => socket.close(() => resolve(true)))
  })
}
