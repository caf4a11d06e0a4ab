import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** No part of a run takes so long on any machine, unless it never ends. */
const HANG_MS = 120_000

/** Looks on from a thread of its own: what never ends can be stopped by nobody in the same one. */
const LOOK_ON = `
const { workerData: { beats, limitMs, pid } } = require('node:worker_threads')
const { writeSync } = require('node:fs')
let seen = -1
let sinceMs = performance.now()
setInterval(() => {
  const beat = Atomics.load(beats, 0)
  const nowMs = performance.now()
  if (beat !== seen) sinceMs = nowMs
  seen = beat
  if (nowMs - sinceMs < limitMs) return
  writeSync(2, 'watchdog: nothing has happened for ' + limitMs / 1000 + ' s after SEED=' + Atomics.load(beats, 1) + '\\n')
  process.kill(pid, 'SIGKILL')
}, Math.min(1000, limitMs / 4))
`

/** Ends this process, with the last seed on stderr, when nothing has happened for two minutes: it hangs. */
export class Watchdog {
  readonly #beats = new Int32Array(new SharedArrayBuffer(8))
  readonly #worker: Worker

  private constructor(limitMs: number) {
    const workerData = { beats: this.#beats, limitMs, pid: process.pid }
    // Without the loaders of this process, which would need its thread to answer.
    this.#worker = new Worker(LOOK_ON, { eval: true, workerData, execArgv: [] })
  }

  /** Resolves when it looks on. */
  static async start(limitMs = HANG_MS): Promise<Watchdog> {
    const watchdog = new Watchdog(limitMs)
    await once(watchdog.#worker, 'online')
    watchdog.#worker.unref()
    return watchdog
  }

  /** What begins with this seed begins now. */
  beat(seed: number): void {
    Atomics.store(this.#beats, 1, seed)
    Atomics.add(this.#beats, 0, 1)
  }

  /** Looks on no longer. */
  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}
