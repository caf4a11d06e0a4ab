import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, resolve } from 'node:path'
import { PacedFiles } from './paced-files.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
}

/** Sent with everything. Scripts are not restricted here: what a game's renderer needs is its own affair. */
const SECURITY = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy': "object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
  'Referrer-Policy': 'same-origin',
}

/** A bundler's name with the hash of the content in it, as in `assets/index-BfT3k9_a.js`: it never changes. */
const HASHED = /^assets\/.*-(?=[\w-]*[A-Z])[\w-]{8}\.\w+$/

/** Answers a request. Resolves to false, with nothing written, when the request is not for it. */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>

const socketAddress = ({ socket }: IncomingMessage) => socket.remoteAddress ?? ''

/**
 * Serves the files of a folder, and nothing outside it, nor anything whose name begins with a dot. A folder
 * shows its `index.html`; its address without the slash is redirected, so that relative links hold. Answers GET
 * and HEAD for what exists, false for the rest: then try the next handler, or `sendNotFound`. All together they are paced,
 * see `PacedFiles`; `addressOf` says which requests share turns, by default those of one socket's address.
 */
export function serveFiles(
  folder: string,
  addressOf: (request: IncomingMessage) => string = socketAddress,
): RequestHandler {
  const root = resolve(folder)
  const files = new PacedFiles(addressOf)
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const [address = '', query] = (request.url ?? '').split('?', 2)
    const name = nameIn(address)
    if (name === undefined) return false
    if (!(await files.turn(request))) return true

    let path = join(root, name)
    let stats = await statOf(path)
    if (stats?.isDirectory()) {
      path = join(path, 'index.html')
      stats = await statOf(path)
      if (stats?.isFile() && !address.endsWith('/')) {
        // Made from the cleaned name: `//elsewhere` must not become another host.
        redirect(response, `/${encoded(name)}/${query === undefined ? '' : `?${query}`}`)
        return true
      }
    } else if (address.endsWith('/')) {
      return false
    }
    if (!stats?.isFile()) return false
    await sendFile(request, response, path, stats, HASHED.test(name), files)
    return true
  }
}

/** Answers 404 with a small page, or 405 to whoever wanted to write. */
export function sendNotFound(request: IncomingMessage, response: ServerResponse): void {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const title = isReading ? 'There is nothing here' : 'Pages can only be read'
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<body style="font: 1.2rem system-ui; margin: 20vh auto; text-align: center">
<h1>${title}</h1><p><a href="/">To the start page</a></p></body></html>`
  response.writeHead(isReading ? 404 : 405, {
    ...SECURITY,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Cache-Control': 'no-cache',
    ...(isReading ? {} : { Allow: 'GET, HEAD' }),
  })
  response.end(request.method === 'HEAD' ? undefined : page)
}

/** The name below the folder that an address asks for, without slashes at its ends; undefined: none it may have. */
function nameIn(address: string): string | undefined {
  let decoded: string
  try {
    decoded = decodeURIComponent(address)
  } catch {
    return undefined
  }
  if (!decoded.startsWith('/') || /[\\\0:]/.test(decoded)) return undefined
  const parts = decoded.split('/').filter((part) => part !== '')
  return parts.some((part) => part.startsWith('.')) ? undefined : parts.join('/')
}

function encoded(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/')
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch {
    return undefined
  }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, {
    ...SECURITY,
    Location: location,
    'Content-Length': 0,
    'Cache-Control': 'no-cache',
  })
  response.end()
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  stats: Stats,
  isHashed: boolean,
  files: PacedFiles,
): Promise<void> {
  const etag = `W/"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`
  const headers = {
    ...SECURITY,
    ETag: etag,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers)
    response.end()
    return
  }
  response.writeHead(200, {
    ...headers,
    'Content-Type': TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': stats.size,
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  await files.send(path, stats.size, request, response)
}
