// A server that is measured, in a process of its own: `child.ts KIND`. Says its port, then answers every message with
// what it has used so far.
import { serveGlissade } from './glissade.ts'
import { taken } from './movement.ts'
import { serveQuantized } from './quantized.ts'

/** What a server's process says when asked. */
export interface Used {
  /** Time of the processor so far, of all threads and of the kernel on its behalf. */
  readonly cpuMs: number
  /** When that was. */
  readonly nowMs: number
  /** Steps of players so far. */
  readonly steps: number
}

/** What it says first. */
export interface Listening {
  readonly port: number
}

/** Not written as an import, because the compiler would then want the packages to be there. */
const PEERS: string = new URL('../peers/server-colyseus.ts', import.meta.url).href

const serve = {
  quantized: serveQuantized,
  glissade: serveGlissade,
  colyseus: async (): Promise<number> => (await import(PEERS)).serveColyseus(),
}[process.argv[2] ?? '']
if (!serve) throw new Error(`there is no server '${process.argv[2]}'`)

const port = await serve()
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  tell({ cpuMs: (user + system) / 1000, nowMs: performance.now(), steps: taken.steps })
})
process.on('disconnect', () => process.exit())
tell({ port })

function tell(message: Listening | Used): void {
  process.send!(message)
}
