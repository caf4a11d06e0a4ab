import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundled } from './bundled.ts'
import { until } from './until.ts'

const PROGRAM = await bundled(
  fileURLToPath(new URL('../../docs/deploy/server.ts', import.meta.url)),
)

/** The fields of log entries that tests look at. */
interface Entry {
  readonly event: string
  readonly room?: string
  readonly player?: number
  readonly address?: string
}

/** A process that runs docs/deploy/server.ts, as systemd or Docker would. */
export class Deployed {
  readonly port: number
  readonly log: Entry[] = []
  /** What the process has written and is no entry of its log. */
  output = ''
  /** The exit code of the process, or the signal that has ended it. */
  readonly ended: Promise<number | string>
  readonly #child: ChildProcess

  private constructor(port: number, folder: string, env: Readonly<Record<string, string>>) {
    this.port = port
    this.#child = spawn(process.execPath, [PROGRAM], {
      cwd: folder,
      env: { ...process.env, ...env, PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stderr!.on('data', (text) => (this.output += text))
    createInterface(this.#child.stdout!).on('line', (line) => {
      if (line.startsWith('{')) this.log.push(JSON.parse(line))
      else this.output += `${line}\n`
    })
    this.ended = once(this.#child, 'close').then(([code, signal]) => code ?? signal)
  }

  /**
   * Starts it with pages of its own, as systemd does: again, if Redis was too slow for its start. Resolves when it serves.
   * `pages`: their texts by their names.
   */
  static async start(
    port: number,
    folder: string,
    pages: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>>,
  ): Promise<Deployed> {
    mkdirSync(join(folder, 'dist'), { recursive: true })
    for (const [name, text] of Object.entries(pages))
      writeFileSync(join(folder, 'dist', name), text)
    for (;;) {
      const server = new Deployed(port, folder, env)
      let hasEnded = false
      server.ended.then(() => (hasEnded = true))
      await until(() => hasEnded || server.output.includes('dots at '))
      if (!hasEnded) return server
      if (!server.output.includes('Redis has not answered'))
        throw new Error(`the server ended with ${await server.ended}: ${server.output}`)
    }
  }

  /** Whether it has logged this of a room. */
  has(event: string, room: string): boolean {
    return this.log.some((entry) => entry.event === event && entry.room === room)
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }
}
