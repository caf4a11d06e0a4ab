import type { Ms } from '../base/units.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** Signals closer together than this count as one: Ctrl-C in a terminal reaches a process from there and from its parents. */
const SAME_SIGNAL_MS: Ms = 400

/**
 * Has SIGINT and SIGTERM call `end`, and end the process with code 0 when it has resolved. If the program listens to these
 * signals too, it ends the process itself. The same signal a second time ends it at once. Returns a function that undoes this.
 */
export function endOnSignal(end: () => Promise<void>): () => void {
  let first: NodeJS.Signals | null = null
  let firstMs = 0
  const onSignal = async (signal: NodeJS.Signals): Promise<void> => {
    const nowMs = performance.now()
    const isOurs = process.listenerCount(signal) === 1
    // After Ctrl-C, SIGTERM comes from the first process, which may be slow.
    if (isOurs && signal === first && nowMs - firstMs > SAME_SIGNAL_MS) process.exit(130)
    if (first) return
    first = signal
    firstMs = nowMs
    await end()
    if (isOurs) process.exit(0)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

/** Drains and closes the server on SIGTERM, and then lets the signal end the process. Returns a function that undoes this. */
export function drainOnSignal(server: {
  drain(): Promise<unknown>
  close(): Promise<void>
}): () => void {
  const ended = async () => {
    try {
      await server.drain()
      await server.close()
    } finally {
      process.kill(process.pid, 'SIGTERM')
      // Process 1 of a container does not end by a signal that nothing listens to.
      if (process.listenerCount('SIGTERM') === 0) process.exit(143)
    }
  }
  process.once('SIGTERM', ended)
  return () => process.off('SIGTERM', ended)
}
