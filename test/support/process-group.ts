import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundled } from './bundled.ts'
import { until } from './until.ts'

/** What a process of served-processes.ts has written. */
export interface Line {
  readonly pid: number
  readonly did: 'serve' | 'run rooms' | 'request' | 'reject'
  readonly url: string
  /** Of a request: its address and port. */
  readonly from: string
  /** Why it rejects, or why `rooms.create` of the first process does. */
  readonly why: string
}

const PROGRAM = await bundled(fileURLToPath(new URL('./served-processes.ts', import.meta.url)))
const groups: ProcessGroup[] = []

/** Ends the groups that a test has left. */
export async function endGroups(): Promise<void> {
  for (const group of groups.splice(0)) {
    group.first.kill('SIGKILL')
    await group.ended
  }
}

/** A server in several processes, each of which is one. */
export class ProcessGroup {
  readonly first: ChildProcess
  readonly lines: Line[] = []
  /** What the processes have written to stderr. */
  errors = ''
  /** The exit code of the first process, or the signal that has ended it. */
  readonly ended: Promise<number | string>

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.first = spawn(process.execPath, [PROGRAM, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.first.stderr!.on('data', (text) => (this.errors += text))
    createInterface(this.first.stdout!).on('line', (line) => this.lines.push(JSON.parse(line)))
    this.ended = once(this.first, 'close').then(([code, signal]) => code ?? signal)
    groups.push(this)
  }

  /** Starts a group; resolves when it serves. */
  static async start(count: number, env: NodeJS.ProcessEnv = {}): Promise<ProcessGroup> {
    const group = new ProcessGroup([String(count)], env)
    await until(() => group.lines.some(({ did }) => did === 'serve'))
    await until(() => group.pids.length >= count)
    return group
  }

  get url(): string {
    return this.lines.find(({ did }) => did === 'serve')!.url
  }

  get webSocketUrl(): string {
    return this.url.replace('http', 'ws')
  }

  /** The processes that run rooms, in the order in which they became ready, those included that have ended. */
  get pids(): number[] {
    return this.lines.filter(({ did }) => did === 'run rooms').map(({ pid }) => pid)
  }

  /** Asks for a path on a new connection. Returns what the process that has answered has written about it. */
  async ask(path: string): Promise<Line & { readonly status: number; readonly localPort: number }> {
    const before = this.lines.length
    const { status, localPort } = await statusOf(this.url + path)
    const find = () => this.lines.slice(before).find(({ from }) => from?.endsWith(`:${localPort}`))
    await until(() => find() !== undefined)
    return { ...find()!, status, localPort }
  }
}

/** Asks for an address on a new connection. Returns the status, and the port that the connection came from. */
export function statusOf(url: string): Promise<{ status: number; localPort: number }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      const { localPort } = response.socket
      response
        .resume()
        .on('end', () => resolve({ status: response.statusCode!, localPort: localPort! }))
    })
    request.on('error', reject)
  })
}
