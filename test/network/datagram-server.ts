import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { ECHO_PORT, SERVER_ADDRESS } from './addresses.ts'
import { type Arrival, readPacket } from './numbered-packet.ts'
import { answerAll } from './program.ts'

// A program that sends back everything that comes, and answers with the packets that have come since the last question.

let arrivals: Arrival[] = []
const datagrams = createSocket({ type: 'udp4', recvBufferSize: 1_000_000 })
datagrams.on('message', (bytes, from) => {
  arrivals.push(readPacket(bytes))
  datagrams.send(bytes, from.port, from.address)
})
const streams = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {})
  socket.pipe(socket)
})
await Promise.all([
  new Promise<void>((resolve) => datagrams.bind(ECHO_PORT, SERVER_ADDRESS, resolve)),
  new Promise<void>((resolve) => streams.listen(ECHO_PORT, SERVER_ADDRESS, resolve)),
])
answerAll(() => {
  const taken = arrivals
  arrivals = []
  return taken
})
