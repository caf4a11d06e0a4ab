import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendNotFound, serveFiles } from './files.ts'
import { type Listening, listen } from './listen.ts'

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
  const serve = serveFiles(site)
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
  ])('GET %s is not found', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('There is nothing here')
    expect(answer.body).not.toContain('secret')
  })

  test('HEAD has the headers alone', async () => {
    const answer = await get('/', { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 200, body: '' })
    expect(answer.headers['content-length']).toBe('14')
    expect(await get('/nothing', { method: 'HEAD' })).toMatchObject({ status: 404, body: '' })
  })

  test('nothing but reading is allowed', async () => {
    const answer = await get('/', { method: 'POST' })
    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toBe('GET, HEAD')
  })

  test('what is unchanged is not sent again', async () => {
    const first = await get('/')
    const again = await get('/', { headers: { 'If-None-Match': String(first.headers['etag']) } })
    expect(again).toMatchObject({ status: 304, body: '' })
    expect(again.headers['etag']).toBe(first.headers['etag'])
    expect(await get('/', { headers: { 'If-None-Match': 'W/"old"' } })).toMatchObject({
      status: 200,
    })
  })

  test('only what has its hash in its name is kept for ever', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers['cache-control']
    expect(await cacheOf('/assets/index-BfT3k9_a.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/assets/the-backdrop.png')).toBe('no-cache')
    expect(await cacheOf('/')).toBe('no-cache')
  })
})

/** A request as it stands: fetch would clean the path first. */
function get(
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: listening.port, path, ...options })
    request.once('error', reject)
    request.once('response', (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body += text
      })
      response.once('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      )
    })
    request.end()
  })
}
