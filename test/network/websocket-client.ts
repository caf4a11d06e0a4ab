import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { SERVER_ADDRESS, WEBSOCKET_PORT } from './addresses.ts'
import { type Arrival, makePacket, readPacket, sharedMs } from './numbered-packet.ts'
import { answerAll } from './program.ts'

/** What to send over a new connection. */
export interface EchoPlan {
  readonly count: number
  readonly hz: number
  readonly bytes: number
}

/** The answer, when all messages have come back. */
export interface EchoReport {
  readonly echoes: readonly Arrival[]
}

answerAll<EchoPlan, EchoReport>(async ({ count, hz, bytes }) => {
  const echoes: Arrival[] = []
  const socket = new WebSocket(`ws://${SERVER_ADDRESS}:${WEBSOCKET_PORT}`)
  await once(socket, 'open')
  const areAllBack = new Promise<void>((resolve, reject) => {
    socket.on('message', (message: Buffer) => {
      if (echoes.push(readPacket(message)) === count) resolve()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection has ended')))
  })
  const startMs = sharedMs()
  for (let number = 0; number < count; number++) {
    await sleep(startMs + (number * 1000) / hz - sharedMs())
    socket.send(makePacket(number, bytes))
  }
  await areAllBack
  socket.terminate()
  return { echoes }
})
