import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, read } from '../source-file.ts'

const page = read('docs/deploy/README.md')
const file = (name: string): string => read(`docs/deploy/${name}`)
const files = readdirSync(join(ROOT, 'docs/deploy'))

describe('the page on deploying', () => {
  test('links to every file, and every link leads somewhere', () => {
    const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(ROOT, 'docs/deploy', link)))).toEqual([])
    expect(links).toEqual(expect.arrayContaining(files.filter((name) => name !== 'README.md')))
  })

  test('shows lines of the files', () => {
    const shown = [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)]
    expect(shown.length).toBeGreaterThan(0)
    for (const [, name = '', text = ''] of shown) expect(file(name)).toContain(text)
    expect(page).not.toMatch(/^```ts$/m)
  })

  test('deploys the game of the README', () => {
    expect(file('game.ts')).toBe(read('test/readme/game.ts'))
    const room = /const room = defineRoom[\s\S]*?\n\}\)\n/
    expect(file('server.ts').match(room)![0]).toBe(read('test/readme/server.ts').match(room)![0])
  })

  test('names the versions that are tested', () => {
    const { version, devDependencies } = JSON.parse(read('package.json'))
    for (const name of ['redis', 'prom-client'])
      expect(page).toContain(`${name}@${devDependencies[name]}`)
    expect(page).toContain(`npm install ./glissade-${version}.tgz`)
  })

  test('has every setting of the program in the unit and in the compose file', () => {
    const settings = [...file('server.ts').matchAll(/setting\('(\w+)'\)/g)].map(
      ([, name = '']) => name,
    )
    expect(settings.length).toBe(5)
    const inUnit = `${file('glissade@.service')}${page}`
    for (const name of settings) expect(inUnit).toContain(`${name}=`)
    for (const name of settings) expect(file('compose.yaml')).toContain(`${name}: `)
  })

  test('puts the same processes behind nginx, behind Caddy and into the compose file', () => {
    const servers = (name: string, pattern: RegExp) =>
      [...new Set(Array.from(file(name).matchAll(pattern), ([, number]) => number))].sort()
    const numbers = ['1', '2', '3']
    expect(servers('nginx.conf', /server game-(\d):300\1/g)).toEqual(numbers)
    expect(servers('Caddyfile', /reverse_proxy game-(\d):300\1$/gm)).toEqual(numbers)
    expect(servers('Caddyfile', /game-(\d):300\1/g)).toEqual(numbers)
    expect(servers('compose.yaml', /game-(\d):172\.30\.0\.1\1/g)).toEqual(numbers)
    expect(servers('compose.yaml', /PORT: 300(\d), PUBLIC_URL: '.*\/p\/\1\//g)).toEqual(numbers)
    expect(servers('compose.yaml', /ipv4_address: 172\.30\.0\.1(\d)/g)).toEqual(numbers)
  })
})
