import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as passing } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/**
 * A Redis server of its own for tests, on a free port of this machine. It keeps its data in memory alone, so they are gone
 * when it stops.
 */
export class RedisServer {
  readonly port: number
  readonly #path: string
  #child: ChildProcess | undefined

  private constructor(path: string, port: number) {
    this.#path = path
    this.port = port
  }

  /** Starts a server, and resolves when it answers. `path`: its program; `npm test` puts it into REDIS_SERVER_PATH. */
  static async start(path = process.env['REDIS_SERVER_PATH'] ?? ''): Promise<RedisServer> {
    const server = new RedisServer(path, await freePort())
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts it again after `kill`, on the same port, without data. */
  async start(): Promise<void> {
    const settings = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', '']
    const child = spawn(this.#path, [...settings, '--appendonly', 'no'], { stdio: 'ignore' })
    this.#child = child
    await once(child, 'spawn')
    while (!(await answers(this.port))) {
      if (child.exitCode !== null) throw new Error(`${this.#path} ended with ${child.exitCode}`)
      await passing(10)
    }
  }

  /** Ends it at once, as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Stops its process, so that it says nothing but loses no connection, until `goOn`. */
  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  goOn(): void {
    this.#child?.kill('SIGCONT')
  }
}

function answers(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'))
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  }).then((is) => {
    socket.destroy()
    return is === true
  })
}
