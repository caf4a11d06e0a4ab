import { createServer } from 'node:http'
import { GlissadeError } from 'glissade'
import { type Server, type ServerOptions, serve } from 'glissade/node'
import { platformer } from './platformer/game.ts'

/**
 * The process behind `npm start` and `npm run dev`: one port for the pages and for the games' connections.
 *
 * GLISSADE_PAGES  folder of the built pages
 * GLISSADE_DEV    1: pages straight from the sources by Vite, replaced as they change
 * PORT, HOST      where to listen; default the first free port from 3000 on, and this machine only
 */
const games = [platformer]

async function main(): Promise<void> {
  const { env } = process
  const listen: ServerOptions = { host: env['HOST'] || '127.0.0.1', port: portOf(env['PORT']) }
  const closing: (() => Promise<void>)[] = []
  let server: Server
  if (env['GLISSADE_DEV'] === '1') {
    const http = createServer()
    closing.push(await attachVite(http))
    server = await serve(games, { ...listen, server: http })
  } else {
    server = await serve(games, { ...listen, files: env['GLISSADE_PAGES'] || '.cache/pages' })
  }
  closing.unshift(() => server.close())

  console.log(`Glissade is at ${server.url}/`)
  for (const game of games) console.log(`  ${game.name}: ${server.url}/${game.name}/`)
  console.log('Ctrl-C ends it.')
  closeOnSignal(async () => {
    for (const close of closing) await close()
    console.log(`Glissade has closed; port ${server.port} is free.`)
  })
}

/** Signals closer than this are one: a terminal's Ctrl-C comes from the terminal and from npm's script as well. */
const SAME_SIGNAL_MS = 400

/** The first signal closes and exits with 0; a second one exits at once. */
function closeOnSignal(close: () => Promise<void>): void {
  let firstMs = 0
  const onSignal = (): void => {
    const nowMs = performance.now()
    if (firstMs > 0 && nowMs - firstMs > SAME_SIGNAL_MS) process.exit(130)
    if (firstMs > 0) return
    firstMs = nowMs
    close().then(() => process.exit(0), fail)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Lets Vite answer the pages' requests on `http`; returns how to stop it. */
async function attachVite(http: ReturnType<typeof createServer>): Promise<() => Promise<void>> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({
    logLevel: 'warn',
    server: { middlewareMode: { server: http }, hmr: { server: http, path: '/hmr' } },
  })
  http.on('request', (request, response) => {
    const [path = '', query] = (request.url ?? '').split('?', 2)
    if (games.some((game) => path === `/${game.name}`)) {
      response
        .writeHead(307, { Location: `${path}/${query === undefined ? '' : `?${query}`}` })
        .end()
      return
    }
    vite.middlewares(request, response)
  })
  return () => vite.close()
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new GlissadeError('misuse', `PORT is '${text}': a number from 0 to 65535 is needed`)
}

function fail(error: unknown): never {
  console.error(error instanceof GlissadeError ? `glissade: ${error.message}` : error)
  process.exit(1)
}

main().catch(fail)
