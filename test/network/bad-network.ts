import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Trace } from 'glissade/score'
import { finiteFrom0, misuse } from '../../src/base/settings.ts'
import { checkImpairment, type Impairment } from '../../src/link/impairment.ts'
import { formatTrace } from '../../src/score/traces/trace-file.ts'
import { missingForBadNetwork } from './requirements.ts'

/**
 * What happens to packets in one direction. Unlike in a simulated network, packets are those of IP: sizes include the headers,
 * and what TCP sends again counts once more.
 */
export interface PacketImpairment extends Omit<Impairment, 'trace'> {
  /** The most that the queue before the bottleneck holds, in ms; default 500. A packet that finds it full is lost. */
  readonly queueMs?: number | undefined
  /** Whether each packet waits for those that were sent before it. Default false: jitter lets packets overtake others. */
  readonly inOrder?: boolean | undefined
  /**
   * A recorded network, as `parseTrace` makes one of a file, or a generated one. It replaces `latencyMs`, `jitterMs`, `loss`
   * and `burst`, and begins when it is set. It is played by time, in a loop: a whole file, or the first 120 s of an endless
   * trace.
   */
  readonly trace?: Trace | undefined
}

/** What happens to packets. A direction that is left out has no effect on them. */
export interface PacketConditions {
  /** From the client to the server. */
  readonly up?: PacketImpairment | undefined
  /** From the server to the client. */
  readonly down?: PacketImpairment | undefined
  /**
   * Starts chance anew, from a whole number from 0. After equal seeds, the n-th packets of a direction meet the same fate; that
   * of a burst depends on time. Default: chance goes on; 1 when the network opens.
   */
  readonly seed?: number | undefined
}

/** What happened to the packets of one direction since the start. Sizes are those of IP packets. */
export interface PacketCounters {
  readonly seen: number
  readonly bytes: number
  readonly lost: number
  readonly queueFull: number
  readonly blocked: number
  readonly duplicated: number
  readonly delivered: number
  readonly deliveredUdp: number
  /** How many of those seen were UDP or TCP packets, and the size of the largest. */
  readonly udp: number
  readonly tcp: number
  readonly largestUdp: number
  readonly largestTcp: number
}

export type Side = 'server' | 'client'

const QUEUE_MS = 500
/** How densely traces are read, in ms. A recorded packet that was lost stands for those sent at about its time. */
const TRACE_STEP_MS = 5
const ENDLESS_TRACE_MS = 120_000
/** How long programs may take to end when they are asked to, before they are killed. */
const ENDING_MS = 3000

/** TCP's congestion control: that of most machines. */
const CONGESTION = 'cubic'

let opened = 0

/**
 * Opens a bad network between two network namespaces on this machine, which any programs may use. Throws what
 * `missingForBadNetwork` says if that is not possible here. `congestion`: TCP's congestion control at both ends, as the kernel
 * names it; default `cubic`. The caller closes the network.
 */
export async function openBadNetwork(
  conditions: PacketConditions = {},
  congestion: string = CONGESTION,
): Promise<BadNetwork> {
  const missing = missingForBadNetwork()
  if (missing !== null) throw new Error(missing)
  const network = await BadNetwork.start(congestion)
  try {
    await network.set({ seed: 1, ...conditions })
  } catch (error) {
    await network.close()
    throw error
  }
  return network
}

/** Two network namespaces, and the program between them, which forwards their packets badly. */
export class BadNetwork {
  /** The names of the two namespaces, as `ip netns` shows them. */
  readonly namespaces: Readonly<Record<Side, string>>
  readonly #folder: string
  readonly #commands: Writable
  readonly #ended: Promise<never>
  readonly #waiting: ((answer: string) => void)[] = []
  readonly #programs = new Set<ChildProcess>()
  #traces = 0

  private constructor(congestion: string) {
    const name = `glissade-${process.pid}-${++opened}`
    this.namespaces = { server: `${name}-server`, client: `${name}-client` }
    this.#folder = mkdtempSync(join(tmpdir(), 'glissade-network-'))
    const script = fileURLToPath(new URL('bad-network.sh', import.meta.url))
    const { server, client } = this.namespaces
    // In a process group of its own, so that Ctrl-C leaves it alone: it clears up when this process has ended.
    const forwarder = spawn('sh', [script, this.#folder, server, client, congestion], {
      stdio: 'pipe',
      detached: true,
    })
    this.#commands = forwarder.stdin
    this.#commands.on('error', () => {})
    this.#ended = endOf(forwarder, forwarder.stderr)
    this.#ended.catch(() => {})
    const lines = createInterface(forwarder.stdout)
    lines.on('line', (line) => this.#waiting.shift()?.(line))
  }

  /** Starts it, and resolves when packets are forwarded. `openBadNetwork` calls it. */
  static async start(congestion: string): Promise<BadNetwork> {
    const network = new BadNetwork(congestion)
    await network.#answer()
    return network
  }

  /** Replaces what happens to packets in both directions from now on. Packets that are under way stay as they are. */
  async set({ up = {}, down = {}, seed }: PacketConditions): Promise<void> {
    const commands = [this.#command('up', up), this.#command('down', down)]
    if (seed !== undefined) commands.unshift(`seed ${finiteFrom0(seed, 'seed')}`)
    await Promise.all(commands.map((command) => this.#ask(command)))
  }

  /** Drops all UDP packets, or all packets, in both directions, until told otherwise. */
  async block(what: 'udp' | 'all' | 'none'): Promise<void> {
    await this.#ask(`block ${what}`)
  }

  /** Returns what has happened to packets so far. */
  async counters(): Promise<{ readonly up: PacketCounters; readonly down: PacketCounters }> {
    return JSON.parse(await this.#ask('counters'))
  }

  /** Starts a program in one of the namespaces. When the network closes, it ends what still runs there. */
  spawnIn(
    side: Side,
    command: string,
    args: readonly string[],
    options: SpawnOptions = {},
  ): ChildProcess {
    const program = spawn('ip', [...this.#runIn(side), command, ...args], options)
    this.#programs.add(program)
    program.once('exit', () => this.#programs.delete(program))
    return program
  }

  /**
   * Makes an executable file that runs a program in one of the namespaces, with the arguments and open files that the file is
   * started with, and returns its path. It is for what starts programs itself. The network's end removes it.
   */
  executableIn(side: Side, program: string): string {
    const path = join(this.#folder, `${basename(program)}-${side}`)
    const words = ['exec', 'ip', ...this.#runIn(side), program].map(quoted)
    writeFileSync(path, `#!/bin/sh\n${words.join(' ')} "$@"\n`, { mode: 0o755 })
    return path
  }

  /** Ends the programs in the namespaces, and removes the namespaces. Resolves when all this is done. */
  async close(): Promise<void> {
    const ended = [...this.#programs].map((program) => once(program, 'exit'))
    for (const program of this.#programs) program.kill('SIGTERM')
    const patience = new AbortController()
    const late = new Promise((resolve) => {
      const timer = setTimeout(resolve, ENDING_MS)
      patience.signal.addEventListener('abort', () => clearTimeout(timer))
    })
    await Promise.race([Promise.all(ended), late])
    patience.abort()
    this.#commands.end()
    await this.#ended.catch(() => {})
  }

  /** The arguments of `ip` before a command, in whose place it becomes that command. */
  #runIn(side: Side): readonly string[] {
    return ['netns', 'exec', this.namespaces[side]]
  }

  #command(direction: 'up' | 'down', impairment: PacketImpairment): string {
    const { trace, queueMs, inOrder, ...rest } = impairment
    if (trace && trace.kind !== 'datagram')
      misuse(
        `${direction}.trace`,
        trace.name,
        'a datagram trace, because the kernel adds what TCP does',
      )
    const { burst, freeze, ...numbers } = checkImpairment(rest, direction)
    const values = {
      ...numbers,
      ...burst,
      ...freeze,
      queueMs: finiteFrom0(queueMs ?? QUEUE_MS, `${direction}.queueMs`),
      inOrder: inOrder ? 1 : 0,
      ...(trace && { trace: this.#writeTrace(trace) }),
    }
    const words = Object.entries(values).filter(([, value]) => value !== undefined)
    return [direction, ...words.map(([name, value]) => `${name}=${value}`)].join(' ')
  }

  /** Returns the name of the file, which lies where the forwarder runs. */
  #writeTrace(trace: Trace): string {
    const lengthMs = Math.min(trace.lengthMs, ENDLESS_TRACE_MS)
    const count = Math.max(2, Math.round(lengthMs / TRACE_STEP_MS))
    const sentMs = Float64Array.from({ length: count }, (_, i) => (i * lengthMs) / count)
    const file = `trace-${++this.#traces}.csv`
    writeFileSync(join(this.#folder, file), formatTrace(sentMs, trace.arrivals(sentMs)))
    return file
  }

  async #ask(command: string): Promise<string> {
    this.#commands.write(`${command}\n`)
    const answer = await this.#answer()
    if (answer.startsWith('error ')) throw new Error(`${command}: ${answer}`)
    return answer
  }

  /** Answers come in the order of the commands. */
  #answer(): Promise<string> {
    const answer = new Promise<string>((resolve) => this.#waiting.push(resolve))
    return Promise.race([answer, this.#ended])
  }
}

/** A word as the shell reads it back. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** Rejects when the process has ended, with what it wrote to its error output. */
async function endOf(process: ChildProcess, errors: Readable): Promise<never> {
  let said = ''
  errors.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const [code, signal] = await once(process, 'close')
  throw new Error(`the bad network has ended (${signal ?? `code ${code}`}): ${said.trim()}`)
}
