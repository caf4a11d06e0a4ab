import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GlissadeError } from 'glissade'

const FIRST_PORT = 3000
const LAST_PORT = 3099

/** An HTTP server whose pages come straight from the sources. */
interface DevPages {
  readonly http: Server
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves the pages with Vite: builds them when they are asked for, and replaces them when their sources change.
 * `folders` are pages; an address of one without a slash leads to the one with it. The default `port` is the first free
 * one from 3000 on.
 */
export async function serveDevPages(
  folders: readonly string[],
  host: string,
  port: number | undefined,
): Promise<DevPages> {
  const http = createServer()
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server: http, path: '/hmr' } },
  })
  http.on('request', (request, response) => {
    const [path = '', query] = (request.url ?? '').split('?', 2)
    if (folders.some((folder) => path === `/${folder}`)) {
      const address = `${path}/${query === undefined ? '' : `?${query}`}`
      response.writeHead(307, { Location: address }).end()
    } else vite.middlewares(request, response)
  })
  await listenFrom(http, host, port ?? FIRST_PORT, port ?? LAST_PORT)
  const address = http.address() as AddressInfo
  return {
    http,
    url: `http://${host === '0.0.0.0' ? 'localhost' : host}:${address.port}`,
    port: address.port,
    close: async () => {
      await vite.close()
      const closed = new Promise((resolve) => http.close(resolve))
      http.closeAllConnections()
      await closed
    },
  }
}

/** Tries one port after the other. Rejects if the last one is taken too. */
async function listenFrom(http: Server, host: string, port: number, last: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject)
      http.listen(port, host, () => {
        http.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (isTaken && port < last) return listenFrom(http, host, port + 1, last)
    const why = isTaken ? 'the port is in use already' : String(error)
    throw new GlissadeError('misuse', `cannot listen on ${host}:${port}: ${why}`, { cause: error })
  }
}
