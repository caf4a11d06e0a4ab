import { type Dialect, SocketBot } from './bots.ts'
import { type Coding, serveByHand } from './by-hand.ts'
import type { Served } from './served.ts'

/** Places with one decimal and angles with two, as a server that takes care of its bytes would have them. */
const jsonCoding: Coding = {
  encode: ({ players }, tick) =>
    JSON.stringify({
      tick,
      players: Array.from(players, ({ id, x, y, angle }) => ({
        id,
        x: Math.round(x * 10) / 10,
        y: Math.round(y * 10) / 10,
        angle: Math.round(angle * 100) / 100,
      })),
    }),
  headingOf: (packet) => (JSON.parse(packet.toString()) as { heading: number }).heading,
}

/** A server by hand whose updates and inputs are JSON: what most games begin with. */
export const serveJson = (): Promise<Served> => serveByHand(jsonCoding)

/** How clients speak with that server. */
export const json: Dialect = {
  name: '`ws`, JSON by hand',
  kind: 'json',
  join: (port, room) => new JsonBot(`ws://127.0.0.1:${port}/${room}`).joined,
}

class JsonBot extends SocketBot {
  readonly joined = this.welcomed(() => true)

  protected isUpdate(): boolean {
    return true
  }

  send(heading: number): void {
    this.socket.send(JSON.stringify({ heading }))
  }
}
