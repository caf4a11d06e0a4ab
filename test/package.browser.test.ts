import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { launchBrowser, openPage } from './browser.ts'
import { cloneTo, npm, run } from './package/clone.ts'
import { type Dot, findDots } from './package/dots.ts'
import { startServer } from './package/server.ts'
import { ROOT, read } from './source-file.ts'

/** The package as it would be published, and the game of the README made with it outside of the clone. */
const top = mkdtempSync(join(tmpdir(), 'glissade-package-'))
const clone = join(top, 'glissade')
const dots = join(top, 'dots')
/** Inside, so that it finds what is installed there. */
const arena = join(dots, 'arena')

beforeAll(async () => {
  cloneTo(clone)
  await npm(clone, 'pack')
  mkdirSync(dots)
  for (const name of ['game.ts', 'server.ts', 'client.ts'])
    cpSync(join(ROOT, 'test/readme', name), join(dots, name))
  for (const name of ['package.json', 'index.html', 'tsconfig.json'])
    cpSync(join(ROOT, 'test/readme/around', name), join(dots, name))
  await npm(dots, 'install', '--prefer-offline', '--no-audit', '--no-fund')
})

afterAll(() => rmSync(top, { recursive: true, force: true }))

test('the package holds what it needs and no tests', async () => {
  const said = await npm(clone, 'pack', '--dry-run', '--ignore-scripts', '--json')
  const [packed] = JSON.parse(said.slice(said.indexOf('[\n'), said.lastIndexOf(']') + 1))
  const paths: string[] = packed.files.map(({ path }: { path: string }) => path)
  const manifest = JSON.parse(read('package.json'))
  const exported = Object.values<string | Record<string, string>>(manifest.exports).flatMap(
    (target) => (typeof target === 'string' ? target : Object.values(target)),
  )
  expect(paths).toEqual(expect.arrayContaining(exported.map((path) => path.replace('./', ''))))
  expect(paths).toEqual(expect.arrayContaining(Object.values(manifest.bin)))
  expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md']))
  const wanted =
    /^(dist\/.*\.(js|d\.ts)(\.map)?|src\/.*\.ts|src\/watch\/page\/\w+\.(js|html|css)|docs\/.*\.(md|png|svg)|docs\/deploy\/[@.\w]+|[A-Z]+(\.md)?|package\.json)$/
  expect(paths.filter((path) => !wanted.test(path) || /\.(test|case)\./.test(path))).toEqual([])
})

test('its program runs where it is installed', async () => {
  const said = await npm(dots, 'exec', '--', 'glissade', 'score', '--help')
  expect(said).toContain('article200')
})

describe.concurrent('its types hold', () => {
  const compilers = [
    ['TypeScript 5.4', 'typescript-5.4'],
    ['TypeScript 7', 'typescript'],
  ] as const
  const resolutions = [
    ['ESNext', 'bundler'],
    ['NodeNext', 'nodenext'],
  ] as const
  const cases = compilers.flatMap(([name, folder]) =>
    resolutions.map(([module, resolution]) => ({ name, folder, module, resolution })),
  )

  beforeAll(() => cpSync(join(ROOT, 'test/package/exported.ts'), join(dots, 'exported.ts')))
  afterAll(() => rmSync(join(dots, 'exported.ts')))

  // With the libraries checked too, though the README does not ask for it. Complaints of PixiJS's own files are
  // its affair: they need TypeScript 5.7.
  test.each(cases)('in $name with $resolution', async ({ folder, module, resolution }) => {
    const types = `../types-${folder}-${resolution}`
    const { output } = await run(dots, [
      process.execPath,
      join(ROOT, 'node_modules', folder, 'bin/tsc'),
      ...['--module', module, '--moduleResolution', resolution, '--skipLibCheck', 'false'],
      ...['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', types],
      ...['--pretty', 'false'],
    ])
    const faults = output.split('\n').filter((line) => line.includes('error'))
    expect(faults.filter((line) => !line.startsWith('node_modules/pixi.js/'))).toEqual([])
    expect(readFileSync(join(dots, types, 'exported.d.ts'), 'utf8')).not.toContain('glissade/dist')
  })
})

describe('the game of the README', () => {
  let browser: Browser
  let server: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    await npm(dots, 'run', 'check')
    await npm(dots, 'run', 'build')
    // Any free port, for 3000 may be somebody else's.
    const text = readFileSync(join(dots, 'server.ts'), 'utf8')
    writeFileSync(join(dots, 'server.ts'), text.replace('port: 3000', 'port: 0'))
    server = await startServer(dots)
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('runs from the package, and a dot that moves in one page moves in the other', async () => {
    const size = { width: 816, height: 616 }
    const first = await openPage(browser, server.url, size)
    const second = await openPage(browser, server.url, size)
    const both = async (): Promise<(Dot | null)[][]> =>
      Promise.all([findDots(first.page), findDots(second.page)])
    const patience = { timeout: 60_000, interval: 100 }

    // Both begin on the same spot, one dot under the other; then the second one moves away.
    await vi.waitFor(async () => {
      for (const dots of await both()) expect(dots.some((dot) => dot !== null)).toBe(true)
    }, patience)
    await second.page.keyboard.down('ArrowRight')
    await vi.waitFor(async () => {
      for (const [, dot] of await both()) expect(dot?.x ?? 0).toBeGreaterThan(500)
    }, patience)
    await second.page.keyboard.up('ArrowRight')

    // At rest both pages agree to the pixel.
    const seen = await vi.waitFor(async () => {
      const [one, two] = await both()
      expect(one).toEqual(two)
      return one
    }, patience)
    const [still, moved] = seen ?? []
    expect(still?.x).toBeCloseTo(407.5, 0)
    expect(still?.pixels).toBeGreaterThan(300)
    expect(moved?.x).toBeGreaterThan(500)
    expect(moved?.y).toBeCloseTo(still?.y ?? 0, 0)
    expect([...first.faults, ...second.faults]).toEqual([])
  })
})

test('the arena of the guide runs from the package, as the guide says', async () => {
  cpSync(join(ROOT, 'examples/arena'), arena, { recursive: true })
  for (const name of ['package.json', 'tsconfig.json'])
    cpSync(join(ROOT, 'test/readme/around', name), join(arena, name))
  const program = (name: string) => join(dots, 'node_modules', name)
  const checks = [[program('typescript/bin/tsc')], [program('vite/bin/vite.js'), 'build']]
  for (const check of checks)
    expect(await run(arena, [process.execPath, ...check])).toMatchObject({ code: 0 })
  const text = readFileSync(join(arena, 'server.ts'), 'utf8')
  writeFileSync(join(arena, 'server.ts'), text.replace('port: 3000', 'port: 0'))
  const server = await startServer(arena)
  const browser = await launchBrowser()
  try {
    const { page, faults } = await openPage(browser, `${server.url}?name=Ada`, {
      width: 832,
      height: 800,
    })
    await vi.waitFor(
      async () => expect(await page.locator('#scores').innerText()).toContain('Ada'),
      { timeout: 60_000, interval: 100 },
    )
    expect(faults).toEqual([])
  } finally {
    await browser.close()
    await server.close()
  }
})
