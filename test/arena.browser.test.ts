import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Browser, Page } from 'playwright-core'
import { build, defaultClientConditions } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { room } from '../examples/arena/room.ts'
import { launchBrowser, openPage } from './browser.ts'

const SIZE = { width: 832, height: 800 }
const files = mkdtempSync(join(tmpdir(), 'glissade-arena-'))
let server: Server<typeof room>
let browser: Browser

beforeAll(async () => {
  await build({
    root: fileURLToPath(new URL('../examples/arena', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['glissade-source', ...defaultClientConditions] },
    build: { outDir: files, emptyOutDir: true, target: 'es2022', minify: false },
  })
  server = await serve(room, { port: 0, files })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  rmSync(files, { recursive: true, force: true })
})

/** The world that both pages are in, and its fighters by name. */
function fightersByName() {
  const { world } = server.rooms.get('arena/')!
  const named = (name: string) =>
    world.entities('fighter').find((one) => one.name === name) ??
    expect.fail(`${name} is not there`)
  return { world, named }
}

const scores = (page: Page) => page.locator('#scores').innerText()

test('two pages move, aim, fire, score and chat', async () => {
  const ada = await openPage(browser, `${server.url}?name=Ada`, SIZE)
  const bo = await openPage(browser, `${server.url}?name=Bo`, SIZE)
  for (const { page } of [ada, bo])
    await expect
      .poll(async () => (await scores(page)).split('\n').sort())
      .toEqual(['0  Ada', '0  Bo', '0  Bolt', '0  Fuse'])

  const { world, named } = fightersByName()
  for (const bot of world.entities('fighter')) if (bot.owner === null) world.despawn(bot)
  for (const [name, x] of [
    ['Ada', 100],
    ['Bo', 300],
  ] as const) {
    Object.assign(named(name), { x, y: 480, health: 100, out: 0 })
    world.teleport(named(name))
  }
  const { page } = ada
  await page.keyboard.down('s')
  await expect.poll(() => named('Ada').y).toBeGreaterThan(520)
  await page.keyboard.up('s')
  await page.keyboard.down('w')
  await expect.poll(() => named('Ada').y).toBeLessThan(490)
  await page.keyboard.up('w')

  const box = (await page.locator('canvas').boundingBox())!
  await page.mouse.move(box.x + 300, box.y + 480)
  await page.mouse.down()
  await expect.poll(() => world.entities('bullet').length).toBeGreaterThan(1)
  await expect.poll(() => named('Bo').health).toBeLessThan(100)
  // Ten bullets bring Bo down.
  await expect.poll(() => named('Ada').score).toBe(1)
  await page.mouse.up()
  for (const one of [ada, bo]) await expect.poll(() => scores(one.page)).toBe('1  Ada\n0  Bo')
  await expect.poll(() => named('Bo').out).toBe(0)
  Object.assign(named('Bo'), { x: 300, y: 480 })
  world.teleport(named('Bo'))
  // Two beams, as soon as the page shows Bo there.
  const beam = async () => {
    await page.keyboard.press('Space')
    return named('Ada').score
  }
  await expect.poll(beam, { interval: 1000 }).toBe(2)

  await bo.page.locator('#say input').fill('Well shot!')
  await bo.page.keyboard.press('Enter')
  for (const one of [ada, bo])
    await expect.poll(() => one.page.locator('#said').innerText()).toBe('Bo: Well shot!\n')
  expect([...ada.faults, ...bo.faults]).toEqual([])
})
