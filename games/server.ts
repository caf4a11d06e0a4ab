import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { GlissadeError } from 'glissade'
import { type ServeOptions, serve } from 'glissade/node'
import { cubesRoom } from './cubes/room.ts'
import { linkRoom } from './link/room.ts'
import { platformerRoom } from './platformer/room.ts'
import { platformerWithBots } from './platformer/room-with-bots.ts'
import { shepherdWithBots } from './shepherd/company.ts'
import { shepherdRoom } from './shepherd/room.ts'

/**
 * The program behind `npm start` and `npm run dev`: one port for the pages and for the games' connections. With
 * `--processes N`, which only `npm start` takes, the rooms are spread over N processes. Its environment:
 *
 * - GLISSADE_PAGES: the folder of the built pages
 * - GLISSADE_DEV: 1 to serve the pages from their sources with Vite, which replaces them as they change
 * - UDP_PORT, UDP_HOST, PUBLIC_ADDRESS: where datagrams arrive, see `serve`; default: the same port and host
 * - BOTS: 0 for rooms of the platformer and of Shepherd's World without bots
 * - PORT, HOST: where to listen; default: the first free port from 3000 on, reachable from this machine only
 * - ORIGINS: behind a proxy, the origins of the pages, with commas between them; default: see `serve`
 */
const hasBots = process.env['BOTS'] !== '0'
const rooms = [
  hasBots ? platformerWithBots : platformerRoom,
  hasBots ? shepherdWithBots : shepherdRoom,
  cubesRoom,
  linkRoom,
]
/** Pages without a server of their own. */
const pages = ['duo', 'lab']
/** As many rooms as two cores can carry if all of them are flocks. See docs/PERFORMANCE.md. */
const MAX_ROOMS = 16

/**
 * Signals closer together than this count as one: Ctrl-C in a terminal reaches the process from the terminal and from
 * npm's script.
 */
const SAME_SIGNAL_MS = 400

/** What runs, and how to end it. */
interface Running {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

const names = (): readonly string[] => [...rooms.map(({ game }) => game.name), ...pages]

async function main(): Promise<void> {
  const host = process.env['HOST'] || '127.0.0.1'
  const port = portOf(process.env['PORT'], 'PORT')
  const processes = processesOf(process.argv.slice(2))
  const isDev = process.env['GLISSADE_DEV'] === '1'
  if (isDev && processes !== undefined)
    throw new GlissadeError('misuse', 'npm run dev has one process; use npm start -- --processes N')
  const running = isDev ? await startDev(host, port) : await start(host, port, processes)
  // The first process speaks for all.
  if (!cluster.isPrimary) return
  console.log(`Glissade is at ${running.url}/`)
  for (const name of names()) console.log(`  ${name}: ${running.url}/${name}/`)
  console.log('Ctrl-C ends it.')
  closeOnSignal(running)
}

/** Limits who may join and how many rooms there are. */
function limits(): { origins: readonly string[] | undefined; maxRooms: number } {
  const origins = process.env['ORIGINS']
  return { origins: origins ? origins.split(',') : undefined, maxRooms: MAX_ROOMS }
}

/** Says where datagrams arrive. */
function datagrams(): Pick<ServeOptions, 'udpPort' | 'udpHost' | 'publicAddress'> {
  return {
    udpPort: portOf(process.env['UDP_PORT'], 'UDP_PORT'),
    udpHost: process.env['UDP_HOST'] || undefined,
    publicAddress: process.env['PUBLIC_ADDRESS'] || undefined,
  }
}

function start(
  host: string,
  port: number | undefined,
  processes: number | undefined,
): Promise<Running> {
  const files = process.env['GLISSADE_PAGES']
  return serve(rooms, { ...limits(), ...datagrams(), host, port, files, processes })
}

async function startDev(host: string, port: number | undefined): Promise<Running> {
  const { serveDevPages } = await import('./dev-pages.ts')
  const dev = await serveDevPages(names(), host, port)
  const server = await serve(rooms, { ...limits(), ...datagrams(), server: dev.http })
  return {
    url: dev.url,
    port: dev.port,
    close: async () => {
      await server.close()
      await dev.close()
    },
  }
}

/** The first signal closes and exits with 0; a second one exits at once. */
function closeOnSignal(running: Running): void {
  let firstMs = 0
  const onSignal = (): void => {
    const nowMs = performance.now()
    if (firstMs > 0 && nowMs - firstMs > SAME_SIGNAL_MS) process.exit(130)
    if (firstMs > 0) return
    firstMs = nowMs
    running.close().then(() => {
      console.log(`Glissade has closed; port ${running.port} is free.`)
      process.exit(0)
    }, fail)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

function processesOf(words: string[]): number | undefined {
  try {
    const { values } = parseArgs({ args: words, options: { processes: { type: 'string' } } })
    // The server refuses what is no number.
    return values.processes === undefined ? undefined : Number(values.processes)
  } catch (error) {
    throw new GlissadeError('misuse', (error as Error).message, { cause: error })
  }
}

function portOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new GlissadeError('misuse', `${name} is '${text}': a number from 0 to 65535 is needed`)
}

function fail(error: unknown): never {
  console.error(error instanceof GlissadeError ? `glissade: ${error.message}` : error)
  process.exit(1)
}

main().catch(fail)
