import { type ServeOptions, type Server, serve } from 'glissade/node'
import { DirectoryStore, memoryDirectory } from 'glissade/server'
import { afterEach } from 'vitest'
import { realClock } from '../../src/net/real-clock.ts'
import { runner } from '../support/runner.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Calls a function when the test is over. */
export function atEnd(end: () => unknown): void {
  ends.push(end)
}

/** Starts a server without limits by address, unless `options` set some. It ends with the test. */
export async function start(
  options: ServeOptions<typeof runner> = {},
): Promise<Server<typeof runner>> {
  const unlimited = {
    maxPerAddress: Number.POSITIVE_INFINITY,
    joinsPerSecond: Number.POSITIVE_INFINITY,
    roomsPerSecond: Number.POSITIVE_INFINITY,
  }
  const onError = (error: unknown): void => {
    // A server that closes gives up its rooms one by one, and may have left the directory by then.
    if (!String(error).includes('the directory needs join')) console.error(error)
  }
  const server = await serve(runner, { port: 0, onError, ...unlimited, ...options })
  atEnd(() => server.close())
  return server
}

/** Starts several servers that share their rooms. */
export async function startSeveral(
  count: number,
  options: ServeOptions<typeof runner> = {},
): Promise<Server<typeof runner>[]> {
  const store = new DirectoryStore(realClock)
  const servers: Server<typeof runner>[] = []
  for (let left = count; left > 0; left--)
    servers.push(await start({ directory: memoryDirectory(store), ...options }))
  return servers
}
