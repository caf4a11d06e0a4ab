// A server that is measured, in a process of its own: `child.ts KIND`. Says its port, then answers every message as `Ask`
// says. Run it with --expose-gc.
import { serveGlissade } from './glissade.ts'
import { serveJson } from './json.ts'
import { serveProcesses, used } from './processes.ts'
import { QUIET_HZ, serveQuantized } from './quantized.ts'
import type { Ask, Held, Listening, Served, Used } from './served.ts'

/** Not written as an import, because the compiler would then want the packages to be there. */
const PEERS: string = new URL('../peers/server-colyseus.ts', import.meta.url).href

const serve = {
  quantized: () => serveQuantized(),
  quiet: () => serveQuantized(QUIET_HZ),
  json: serveJson,
  glissade: () => serveGlissade(),
  'two processes': () => serveProcesses(2),
  colyseus: async (): Promise<Served> => (await import(PEERS)).serveColyseus(),
}[process.argv[2] ?? '']
if (!serve) throw new Error(`there is no server '${process.argv[2]}'`)

const served = await serve()
process.on('message', async (asked: Ask | { ask?: never }) => {
  // The messages of a server in several processes come the same way.
  if (!asked.ask) return
  if (asked.ask === 'used') return tell((await served.used?.()) ?? used())
  if (asked.ask === 'held') return tell(held())
  if (asked.ask === 'rooms') await served.openRooms(asked.count)
  if (asked.ask === 'things') served.addThings(asked.count, asked.move)
  tell({})
})
process.on('disconnect', () => process.exit())
tell({ port: served.port })

function held(): Held {
  for (let i = 0; i < 4; i++) globalThis.gc!()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, external, resident: rss }
}

function tell(message: Listening | Used | Held | Record<string, never>): void {
  process.send!(message)
}
