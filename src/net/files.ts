import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http'
import { extname, join, resolve } from 'node:path'
import { CompressedFiles } from './compressed-files.ts'
import { PacedResponses } from './paced-responses.ts'
import { findReal, type RealFile, readReal } from './real-file.ts'

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

/**
 * Scripts may come from the server's own files only, not from a page's HTML and not from elsewhere. They may evaluate text
 * and start workers, because PixiJS does, and compile WebAssembly.
 */
const POLICY =
  "script-src 'self' 'unsafe-eval'; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; frame-ancestors 'self'"

/** Headers of every response. */
const SECURITY = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'same-origin',
}

/** Types that compression makes much shorter. */
const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|manifest|wasm))/

/** A file name with a bundler's hash of the content, such as `assets/index-BfT3k9_a.js`. Such a file never changes. */
const HASHED = /^assets\/.*-(?=[\w-]*[A-Z])[\w-]{8}\.\w+$/

/** Answers a request. Resolves to false, and writes nothing, when it does not handle the request. */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>

export interface FilesOptions {
  /** Sends the files, and perhaps other responses. Default: one of their own, in which each socket's address has its turns. */
  readonly paced?: PacedResponses | undefined
  /** The header `Content-Security-Policy`. Default: scripts from the server's own files only. */
  readonly contentSecurityPolicy?: string | undefined
}

const socketAddress = ({ socket }: IncomingMessage) => socket.remoteAddress ?? ''

/**
 * Serves the files of a folder, but nothing outside it and nothing whose name begins with a dot, even through symbolic links.
 * A folder shows its `index.html`; its address without the slash is redirected, so that relative links work. Answers GET and
 * HEAD for files that exist, and resolves to false otherwise: then try the next handler, or `sendNotFound`. All files
 * together are paced, see `PacedResponses`, and text is compressed, see `CompressedFiles`.
 */
export function serveFiles(folder: string, options: FilesOptions = {}): RequestHandler {
  const { paced = new PacedResponses(socketAddress), contentSecurityPolicy = POLICY } = options
  validateHeaderValue('Content-Security-Policy', contentSecurityPolicy)
  const root = resolve(folder)
  const compressed = new CompressedFiles()

  /** Sends a file under the name in the request. */
  const send = async (
    file: RealFile,
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const { path, stats } = file
    const type = TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream'
    const isCompressible = COMPRESSIBLE.test(type)
    const gzipped = isCompressible && takesGzip(request) ? await compressed.of(file) : null
    const version = `${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}`
    // Two tags, because with one tag a cache could send the compressed file to clients that cannot read it.
    const etag = `W/"${version}${gzipped ? '-gzip' : ''}"`
    const headers = {
      ...SECURITY,
      'Content-Security-Policy': contentSecurityPolicy,
      ETag: etag,
      'Cache-Control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isCompressible ? { Vary: 'Accept-Encoding' } : {}),
    }
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end()
      return
    }
    response.writeHead(200, {
      ...headers,
      'Content-Type': type,
      'Content-Length': gzipped?.bytes ?? stats.size,
      ...(gzipped ? { 'Content-Encoding': 'gzip' } : {}),
    })
    if (request.method === 'HEAD') response.end()
    else await paced.send(gzipped?.pieces ?? readReal(path, stats.size), request, response)
  }

  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const [address = '', query] = (request.url ?? '').split('?', 2)
    const name = nameIn(address)
    if (name === undefined) return false
    if (!(await paced.turn(request))) return true

    let shown = name
    let file = await findReal(root, shown)
    if (file?.stats.isDirectory()) {
      shown = join(name, 'index.html')
      file = await findReal(root, shown)
      if (file?.stats.isFile() && !address.endsWith('/')) {
        // The target is made from the cleaned name, so that `//elsewhere` cannot become another host.
        redirect(response, `/${encoded(name)}/${query === undefined ? '' : `?${query}`}`)
        return true
      }
    } else if (address.endsWith('/')) {
      return false
    }
    if (!file?.stats.isFile()) return false
    await send(file, shown, request, response)
    return true
  }
}

/** Answers 404 with a small page, or 405 for a method other than GET and HEAD. */
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

/** Returns the requested name below the folder, without slashes at its ends; undefined when the address is not allowed. */
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

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, {
    ...SECURITY,
    Location: location,
    'Content-Length': 0,
    'Cache-Control': 'no-cache',
  })
  response.end()
}

/** Whether `Accept-Encoding` names gzip, and not with a weight of 0. */
function takesGzip({ headers }: IncomingMessage): boolean {
  const codings = String(headers['accept-encoding'] ?? '').split(',')
  return codings.some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding))
}
