import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ECHO_PORT, SERVER_ADDRESS } from './addresses.ts'
import { type Arrival, makePacket, readPacket } from './numbered-packet.ts'
import { answerAll } from './program.ts'

/** What to do: send numbered packets, no faster than at a rate, tell which came back, or send bytes over a new TCP connection. */
export type ClientOrder =
  | {
      readonly kind: 'send'
      readonly count: number
      readonly everyMs: number
      readonly bytes: number
    }
  | { readonly kind: 'take' }
  | { readonly kind: 'tcp'; readonly bytes: number }

/** The answer: when the packets are sent, with the packets that came back since the last `take`, or when all bytes have. */
export interface ClientReport {
  readonly echoes: readonly Arrival[]
}

let echoes: Arrival[] = []
const datagrams = createSocket({ type: 'udp4', recvBufferSize: 1_000_000 })
datagrams.on('message', (bytes) => echoes.push(readPacket(bytes)))

async function send(count: number, everyMs: number, bytes: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    datagrams.send(makePacket(number, bytes), ECHO_PORT, SERVER_ADDRESS)
    // Never sooner: after a pause of a busy machine, all that is late at once would be another test.
    if (everyMs > 0) await sleep(everyMs)
  }
}

async function sendOverTcp(bytes: number): Promise<void> {
  const socket = connect(ECHO_PORT, SERVER_ADDRESS)
  await once(socket, 'connect')
  socket.write(Buffer.alloc(bytes))
  let left = bytes
  for await (const chunk of socket) if ((left -= chunk.length) <= 0) break
}

answerAll<ClientOrder, ClientReport>(async (order) => {
  if (order.kind === 'send') await send(order.count, order.everyMs, order.bytes)
  if (order.kind === 'tcp') await sendOverTcp(order.bytes)
  const taken = echoes
  if (order.kind === 'take') echoes = []
  return { echoes: taken }
})
