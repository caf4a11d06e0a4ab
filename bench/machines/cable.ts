import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The cable between a process and its Redis: it can be cut, and joined again. */
export class Cable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(server: Server) {
    this.#server = server
  }

  static async to(port: number): Promise<Cable> {
    const server = createServer()
    const cable = new Cable(server)
    server.on('connection', (near) => cable.#join(near, port))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return cable
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Ends all connections, and every new one, until `mend`. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  close(): void {
    this.cut()
    this.#server.close()
  }

  #join(near: Socket, port: number): void {
    if (this.#isCut) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  }
}
