import { createServer } from 'node:http'
import { type LogEntry, type Server, serve } from 'glissade/node'
import { room } from './trouble-server.ts'

/** Starts a server that can be watched. `token`: at least 16 characters, for operators and for Prometheus. */
export const open = (token: string, write: (line: string) => void = console.log): Promise<Server> =>
  serve(room, {
    port: 0,
    metrics: { token },
    monitor: { token },
    onLog: (entry) => write(lineOf(entry)),
  })

/** Returns a log entry as one line of JSON. JSON has no errors, so their text has to be written in their place. */
export function lineOf(entry: LogEntry): string {
  if (entry.event !== 'error') return JSON.stringify(entry)
  const { error } = entry
  return JSON.stringify({ ...entry, error: error instanceof Error ? error.stack : String(error) })
}

/** Adds a game to an HTTP server of your own, which answers everything that the game server leaves to it. */
export async function addTo(
  answer: (path: string) => string,
): Promise<{ port: number; game: Server }> {
  const http = createServer((request, response) => {
    if (!game.watch(request, response)) response.end(answer(request.url ?? '/'))
  })
  const game = await serve(room, { server: http, metrics: true })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return { port: (http.address() as { port: number }).port, game }
}
