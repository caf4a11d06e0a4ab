import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ensurePages } from '../../scripts/pages.mjs'
import { SERVER_ADDRESS } from './addresses.ts'
import type { BadNetwork } from './bad-network.ts'
import { NODE_ARGUMENTS } from './program.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The server of all pages and games, in the server's namespace of a bad network. */
export interface FarGames {
  /** Where programs in the namespaces reach it, without a slash at its end. */
  readonly url: string
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>
}

/**
 * Starts the server of the games in the server's namespace, with `env` besides, and waits until it says where it is. Builds the
 * pages first if they are not those of the source.
 */
export async function startGames(
  network: BadNetwork,
  env: NodeJS.ProcessEnv = {},
): Promise<FarGames> {
  const pages = await ensurePages(ROOT)
  const server = network.spawnIn(
    'server',
    process.execPath,
    [...NODE_ARGUMENTS, 'games/server.ts'],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        HOST: SERVER_ADDRESS,
        PORT: '3000',
        GLISSADE_PAGES: pages,
        NODE_ENV: 'production',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(server, 'exit')
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await ended
  }
  for await (const line of createInterface(server.stdout!)) {
    const [, url] = /Glissade is at (\S+)\//.exec(line) ?? []
    if (url === undefined) continue
    server.stdout!.resume()
    return { url, stop }
  }
  throw new Error('the server of the games has ended')
}
