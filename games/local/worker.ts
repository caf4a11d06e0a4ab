import { realClock } from 'glissade/client'
import { type LinkKind, portLink } from 'glissade/parts'
import { type AnyRoom, drive, Lobby } from 'glissade/server'

/**
 * Makes this worker the server of a game, which goes on whether the page draws or not. Each port that the page posts is a
 * connection, and the message with it says which kind of link it is.
 */
export function runRooms(room: AnyRoom): void {
  const lobby = new Lobby({
    rooms: [room],
    clock: realClock,
    seed: () => Math.floor(Math.random() * 2 ** 31),
    onError: (error) => console.error(error),
  })
  drive(lobby, realClock)
  addEventListener('message', ({ data, ports: [port] }: MessageEvent<LinkKind>) => {
    if (port) lobby.accept(portLink(port, realClock, data))
  })
}
