import { realClock } from 'glissade/client'
import { type LinkKind, portLink } from 'glissade/parts'
import { type AnyRoom, drive, Lobby } from 'glissade/server'

/**
 * Makes this worker the server of a game, which goes on whether the page draws or not. Each port that the page posts is a
 * connection, and the message with it says which kind of link it is. Connections wait until `room` is there.
 */
export function runRooms(room: AnyRoom | Promise<AnyRoom>): void {
  const lobby = Promise.resolve(room).then(openLobby)
  // The page hears of it as an error of its worker.
  lobby.catch(reportError)
  addEventListener('message', ({ data, ports: [port] }: MessageEvent<LinkKind>) => {
    if (port) void lobby.then((open) => open.accept(portLink(port, realClock, data)))
  })
}

function openLobby(room: AnyRoom): Lobby {
  const lobby = new Lobby({
    rooms: [room],
    clock: realClock,
    seed: () => Math.floor(Math.random() * 2 ** 31),
    onError: (error) => console.error(error),
  })
  drive(lobby, realClock)
  return lobby
}
