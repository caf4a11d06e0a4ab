import { once } from 'node:events'
import { WebSocketServer } from 'ws'
import { SERVER_ADDRESS, WEBSOCKET_PORT } from './addresses.ts'
import { answerAll } from './program.ts'

// A program that sends back each message that comes over a WebSocket. `ws` sets TCP_NODELAY, at both ends.

const server = new WebSocketServer({ host: SERVER_ADDRESS, port: WEBSOCKET_PORT })
server.on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('message', (bytes) => socket.send(bytes))
})
await once(server, 'listening')
answerAll(() => ({}))
