import { realClock } from 'glissade/client'
import { portLink } from 'glissade/parts'
import { drive, Lobby } from 'glissade/server'
import { islandRoom } from './rooms-server.ts'

const lobby = new Lobby({
  rooms: [islandRoom],
  clock: realClock,
  seed: () => Math.floor(Math.random() * 2 ** 31),
  onError: (error) => console.error(error),
})
drive(lobby, realClock)

// Each port that the page posts is a connection.
addEventListener('message', ({ ports: [port] }) => {
  if (port) lobby.accept(portLink(port, realClock))
})
