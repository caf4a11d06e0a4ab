import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendNotFound, serveFiles } from './files.ts'
import { type Listening, listen } from './listen.ts'

const SCRIPT = 'export const answer = 42\n'.repeat(5000)

let folder: string
let listening: Listening

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glissade-files-'))
  const site = join(folder, 'site')
  await mkdir(join(site, 'platformer'), { recursive: true })
  await mkdir(join(site, 'assets'))
  await mkdir(join(site, 'empty'))
  await mkdir(join(folder, 'site-secret'))
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'site-secret', 'index.html'), 'secret')
  await writeFile(join(site, '.env'), 'secret')
  await writeFile(join(site, 'index.html'), '<h1>start</h1>')
  await writeFile(join(site, 'platformer', 'index.html'), '<h1>platformer</h1>')
  await writeFile(join(site, 'assets', 'index-BfT3k9_a.js'), 'export {}')
  await writeFile(join(site, 'assets', 'the-backdrop.png'), 'png')
  await writeFile(join(site, 'größe 1.json'), '{}')
  await writeFile(join(site, 'game.js'), SCRIPT)
  await writeFile(join(site, 'picture.png'), SCRIPT)
  await symlink('index-BfT3k9_a.js', join(site, 'assets', 'latest.js'))
  await symlink('../assets/../platformer', join(site, 'assets', 'play'))
  await symlink('../secret.txt', join(site, 'link.txt'))
  await symlink(join(folder, 'site-secret'), join(site, 'link'))
  await symlink(join(folder, 'site-secret'), join(site, 'empty', 'link'))
  await symlink('../link.txt', join(site, 'assets', 'link-to-a-link.txt'))
  await symlink('.env', join(site, 'env.txt'))
  await symlink('loop', join(site, 'loop'))
  await symlink(join(site, 'index.html'), join(site, 'absolute.html'))
  await symlink(site, join(folder, 'current'))
  // Through a link, as the newest of several releases often is.
  const serve = serveFiles(join(folder, 'current'))
  const server = createServer(async (request, response) => {
    if (!(await serve(request, response))) sendNotFound(request, response)
  })
  listening = await listen(server, { port: 0 })
})

afterAll(async () => {
  await listening.close()
  await rm(folder, { recursive: true })
})

describe('serveFiles', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', '<h1>start</h1>'],
    ['/index.html?x=1', 'text/html; charset=utf-8', '<h1>start</h1>'],
    ['/platformer/', 'text/html; charset=utf-8', '<h1>platformer</h1>'],
    ['/assets/index-BfT3k9_a.js', 'text/javascript; charset=utf-8', 'export {}'],
    ['/assets/the-backdrop.png', 'image/png', 'png'],
    ['/assets/latest.js', 'text/javascript; charset=utf-8', 'export {}'],
    ['/assets/play/', 'text/html; charset=utf-8', '<h1>platformer</h1>'],
    ['/absolute.html', 'text/html; charset=utf-8', '<h1>start</h1>'],
    ['/gr%C3%B6%C3%9Fe%201.json', 'application/json; charset=utf-8', '{}'],
  ])('GET %s', async (path, type, body) => {
    const answer = await get(path)
    expect(answer).toMatchObject({ status: 200, body })
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(body)))
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('a folder without its slash is redirected, so that relative links hold', async () => {
    const answer = await get('/platformer?room=a%20b')
    expect(answer.status).toBe(308)
    expect(answer.headers['location']).toBe('/platformer/?room=a%20b')
    expect((await fetch(`${listening.url}/platformer`)).status).toBe(200)
    expect((await get('//platformer')).headers['location']).toBe('/platformer/')
  })

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/platformer/../../secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e/secret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/../site-secret/',
    '//../secret.txt',
    '/.env',
    '/%2eenv',
    '/index.html%00.js',
    '/%E0%A4%A',
    '/index.html/',
    '/nothing.html',
    '/empty',
    '/empty/',
    '/link.txt',
    '/link',
    '/link/',
    '/link/index.html',
    '/empty/link/',
    '/assets/link-to-a-link.txt',
    '/env.txt',
    '/loop',
  ])('GET %s is not found', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('There is nothing here')
    expect(answer.body).not.toContain('secret')
  })

  test('scripts come from files of the server only, unless the policy says otherwise', async () => {
    const policyOf = async (path: string) =>
      String((await get(path)).headers['content-security-policy'])
    for (const path of ['/', '/game.js', '/nothing.html']) {
      const policy = await policyOf(path)
      expect(policy).toMatch(/^script-src 'self' 'unsafe-eval'; worker-src 'self' blob:;/)
    }
    const own = "script-src 'self' https://cdn.example"
    const serve = serveFiles(join(folder, 'site'), { contentSecurityPolicy: own })
    const other = await listen(createServer(serve), { port: 0 })
    const { headers } = await fetch(other.url)
    expect(headers.get('content-security-policy')).toBe(own)
    await other.close()
    expect(() => serveFiles(folder, { contentSecurityPolicy: 'a\nb' })).toThrow('Invalid')
  })

  test('HEAD returns the headers only', async () => {
    const answer = await get('/', { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 200, body: '' })
    expect(answer.headers['content-length']).toBe('14')
    expect(await get('/nothing', { method: 'HEAD' })).toMatchObject({ status: 404, body: '' })
  })

  test('only reading is allowed', async () => {
    const answer = await get('/', { method: 'POST' })
    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toBe('GET, HEAD')
  })

  test('an unchanged file is not sent again', async () => {
    const first = await get('/')
    const again = await get('/', { headers: { 'If-None-Match': String(first.headers['etag']) } })
    expect(again).toMatchObject({ status: 304, body: '' })
    expect(again.headers['etag']).toBe(first.headers['etag'])
    expect(await get('/', { headers: { 'If-None-Match': 'W/"old"' } })).toMatchObject({
      status: 200,
    })
  })

  test('only a file with its hash in its name is cached for ever', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers['cache-control']
    expect(await cacheOf('/assets/index-BfT3k9_a.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/assets/the-backdrop.png')).toBe('no-cache')
    expect(await cacheOf('/')).toBe('no-cache')
  })
})

describe('compression', () => {
  const asked = (accepted: string, more: Record<string, string> = {}) => ({
    headers: { 'Accept-Encoding': accepted, ...more },
  })

  test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, GZIP;q=0.5', 'gzip ; q=0.001'])(
    'for those who take %s',
    async (accepted) => {
      const { status, headers, bytes } = await get('/game.js', asked(accepted))
      expect(status).toBe(200)
      expect(gunzipSync(bytes).toString()).toBe(SCRIPT)
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(bytes.length),
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'Accept-Encoding',
      })
      expect(bytes.length).toBeLessThan(SCRIPT.length / 20)
    },
  )

  test.each(['', 'br', 'gzip;q=0', 'gzip; q=0.000', 'x-gzip-not', 'identity'])(
    "not for those who take '%s'",
    async (accepted) => {
      const { headers, body } = await get('/game.js', asked(accepted))
      expect(body).toBe(SCRIPT)
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers).toMatchObject({ vary: 'Accept-Encoding' })
    },
  )

  test('leaves out files that are already compressed, or small', async () => {
    const picture = await get('/picture.png', asked('gzip'))
    expect(picture.body).toBe(SCRIPT)
    expect(picture.headers).not.toHaveProperty('vary')
    const page = await get('/', asked('gzip'))
    expect(page.body).toBe('<h1>start</h1>')
    expect(page.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': '14' })
  })

  test('HEAD returns the same headers, and no body', async () => {
    const { headers } = await get('/game.js', asked('gzip'))
    const head = await get('/game.js', { method: 'HEAD', ...asked('gzip') })
    expect(head).toMatchObject({ status: 200, body: '' })
    for (const name of ['etag', 'content-length', 'content-encoding', 'vary'])
      expect(head.headers[name]).toBe(headers[name])
  })

  test('has its own tag, which matches nothing else', async () => {
    const gzipped = String((await get('/game.js', asked('gzip'))).headers['etag'])
    const plain = String((await get('/game.js')).headers['etag'])
    expect(gzipped).not.toBe(plain)
    const statusOf = async (accepted: string, tag: string) =>
      (await get('/game.js', asked(accepted, { 'If-None-Match': tag }))).status
    expect(await statusOf('gzip', gzipped)).toBe(304)
    expect(await statusOf('', plain)).toBe(304)
    expect(await statusOf('gzip', plain)).toBe(200)
    expect(await statusOf('', gzipped)).toBe(200)
    const unchanged = await get('/game.js', asked('gzip', { 'If-None-Match': gzipped }))
    expect(unchanged.headers).toMatchObject({ etag: gzipped, vary: 'Accept-Encoding' })
  })
})

/** Sends a request exactly as written, because fetch would clean the path first. */
function get(
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<{
  status: number | undefined
  headers: Record<string, unknown>
  bytes: Buffer
  body: string
}> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: listening.port, path, ...options })
    request.once('error', reject)
    request.once('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () => {
        const bytes = Buffer.concat(parts)
        const { statusCode: status, headers } = response
        resolve({ status, headers, bytes, body: bytes.toString() })
      })
    })
    request.end()
  })
}
