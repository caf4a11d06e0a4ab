import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, read } from './source-file.ts'

/** A fenced block of the README that says which file it is from, as in "```ts game.ts". */
interface Block {
  readonly file: string
  readonly text: string
}

const readme = read('README.md')
const blocks: Block[] = [...readme.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map((match) => ({
  file: match[1] ?? '',
  text: match[2] ?? '',
}))

/** Files around the game stand in a folder of their own: a package.json would end this package's scope. */
const AROUND = ['package.json', 'index.html', 'tsconfig.json']
const GAME = ['game.ts', 'server.ts', 'client.ts']

const source = (file: string): string =>
  read(`test/readme/${AROUND.includes(file) ? 'around/' : ''}${file}`)

const textOf = (file: string): string => blocks.find((block) => block.file === file)?.text ?? ''

describe('the code in the README', () => {
  test.each([...GAME, ...AROUND])('%s is the file that is compiled and played', (file) => {
    expect(textOf(file)).toBe(source(file))
  })

  test.each(blocks)('$file holds every line shown', ({ file, text }) => {
    expect(source(file)).toContain(text)
  })

  test('every block of TypeScript comes from a file', () => {
    expect(readme.match(/^```ts$/gm)).toBeNull()
    expect(blocks.length).toBeGreaterThan(GAME.length + AROUND.length)
  })

  test('every file of the README is shown in it', () => {
    const files = readdirSync(join(ROOT, 'test/readme'), { recursive: true, encoding: 'utf8' })
    const shown = files.filter(
      (file) => /\.\w+$/.test(file) && !/(mistakes|alone|game)\.test/.test(file),
    )
    const names = shown.map((file) => file.replaceAll('\\', '/').replace('around/', ''))
    expect(names.sort()).toEqual([...new Set(blocks.map(({ file }) => file))].sort())
  })

  test('the game has at most forty lines', () => {
    const lines = GAME.flatMap((file) => source(file).trimEnd().split('\n'))
    const counted = lines.filter((line) => !line.startsWith('//'))
    expect(counted.length).toBeLessThanOrEqual(40)
  })
})

describe('what the README says of the package', () => {
  const manifest = JSON.parse(read('package.json'))
  const around = JSON.parse(source('package.json'))

  test('the versions are the ones that are tested', () => {
    const tested = { ...manifest.dependencies, ...manifest.devDependencies }
    const { glissade, ...others } = { ...around.dependencies, ...around.devDependencies }
    for (const [name, version] of Object.entries(others)) expect(tested[name], name).toBe(version)
    const tarball = `glissade-${manifest.version}.tgz`
    expect(glissade).toBe(`file:../glissade/${tarball}`)
    expect(readme).toContain(`leaves ${tarball} here`)
  })

  test('its entry points are all named, and nobody is told to take it from a registry', () => {
    const entryPoints = Object.keys(manifest.exports).filter(
      (entryPoint) => !entryPoint.endsWith('.json'),
    )
    for (const entryPoint of entryPoints)
      expect(readme).toContain(`\`${entryPoint.replace('.', 'glissade')}\``)
    expect(readme).not.toMatch(/npm (i|install|add) (-\S+ )*glissade|npx glissade/)
  })

  test('every folder of src has its line', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
      .filter(
        (entry) => entry.isDirectory() && readdirSync(join(ROOT, 'src', entry.name)).length > 0,
      )
      .map(({ name }) => name)
    const named = [...readme.matchAll(/^\| `([a-z]+)` \| /gm)].map((match) => match[1])
    expect(named.sort()).toEqual(folders.sort())
  })
})

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/ARCHITECTURE.md',
  'docs/TECHNIQUES.md',
  'docs/TIME.md',
  'docs/WIRE.md',
])('the links in %s lead somewhere', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '')
  const folder = join(ROOT, page, '..')
  expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([])
})

test('the files that TIME.md names are there', () => {
  const named = [...read('docs/TIME.md').matchAll(/`((?:\w+\/)+[\w.-]+\.ts)`/g)].map(
    (m) => m[1] ?? '',
  )
  expect(named.length).toBeGreaterThan(12)
  const isThere = (path: string): boolean =>
    existsSync(join(ROOT, 'src', path)) || existsSync(join(ROOT, path))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})
