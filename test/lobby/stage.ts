import { type ServeOptions, type Server, serve } from 'glissade/node'
import { type AnyRoom, DirectoryStore, memoryDirectory } from 'glissade/server'
import { realClock } from '../../src/net/real-clock.ts'

const ends: (() => unknown)[] = []

/** Ends everything that a test has started. For `afterEach`. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** Calls a function when the test is over. */
export function atEnd(end: () => unknown): void {
  ends.push(end)
}

/** Starts a server without limits by address, unless `options` set some. It ends with the test. */
export async function start<R extends AnyRoom>(
  room: R,
  options: ServeOptions<R> = {},
): Promise<Server<R>> {
  const unlimited = {
    maxPerAddress: Number.POSITIVE_INFINITY,
    joinsPerSecond: Number.POSITIVE_INFINITY,
    roomsPerSecond: Number.POSITIVE_INFINITY,
  }
  const server = await serve(room, { port: 0, ...unlimited, ...options })
  atEnd(() => server.close())
  return server
}

/** Starts several servers that share their rooms. */
export async function startSeveral<R extends AnyRoom>(
  count: number,
  room: R,
  options: ServeOptions<R> = {},
): Promise<Server<R>[]> {
  const store = new DirectoryStore(realClock)
  const servers: Server<R>[] = []
  for (let left = count; left > 0; left--)
    servers.push(await start(room, { directory: memoryDirectory(store), ...options }))
  return servers
}
