import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Browser, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOR_PAGES } from '../../bench/size/bundle.ts'
import { launchBrowser, openPage } from '../browser.ts'
import { room } from './shooter-server.ts'

const files = mkdtempSync(join(tmpdir(), 'glissade-shooter-'))
let server: Server
let browser: Browser

beforeAll(async () => {
  const build = await rolldown({
    ...FOR_PAGES,
    external: [],
    input: { client: fileURLToPath(new URL('./shooter-client.ts', import.meta.url)) },
  })
  await build.write({ dir: files, format: 'es' })
  await build.close()
  writeFileSync(
    join(files, 'index.html'),
    `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Shooter</title><link rel="icon" href="data:," /></head>
  <body><script type="module" src="/client.js"></script></body>
</html>`,
  )
  server = await serve(room, { port: 0, files })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  rmSync(files, { recursive: true, force: true })
})

interface Fighter {
  readonly x: number
  readonly y: number
  readonly health: number
  readonly hits: number
  readonly reload: number
}

/** What a page shows: its own fighter, and that of the other player. */
const shown = (page: Page): Promise<{ mine?: Fighter; other?: Fighter }> =>
  page.evaluate(`import('/client.js').then(({ session }) => {
    const copy = (fighter) => fighter && { ...fighter }
    const fighters = session.entities('fighter')
    return {
      mine: copy(fighters.find(({ mine }) => mine)),
      other: copy(fighters.find(({ mine, owner }) => !mine && owner !== null)),
    }
  })`)

test('a player moves, aims and hits with the keys and the mouse of a page', async () => {
  const size = { width: 816, height: 616 }
  const target = await openPage(browser, server.url, size)
  const shooter = await openPage(browser, server.url, size)
  const { page } = shooter
  await expect.poll(() => shown(page)).toMatchObject({ mine: {}, other: { health: 100 } })

  await page.keyboard.down('s')
  await expect.poll(async () => (await shown(page)).mine?.y).toBeGreaterThan(250)
  await page.keyboard.up('s')
  const box = (await page.locator('canvas').boundingBox())!
  const { x, y } = (await shown(page)).other!
  await page.mouse.move(box.x + x, box.y + y)
  for (const hits of [1, 2, 3]) {
    await page.mouse.down()
    await page.mouse.up()
    // A press counts only when the last shot has been reloaded.
    await expect.poll(() => shown(page)).toMatchObject({ mine: { hits, reload: 0 } })
  }
  expect(await shown(page)).toMatchObject({ other: { x, y, health: 25 } })
  await expect.poll(() => shown(target.page)).toMatchObject({ mine: { health: 25 } })

  // The fourth hit sends the target back to the bottom of the arena.
  await page.mouse.down()
  await page.mouse.up()
  await expect
    .poll(() => shown(page))
    .toMatchObject({
      mine: { hits: 4 },
      other: { y: expect.closeTo(560, 0), health: 100 },
    })
  expect([...target.faults, ...shooter.faults]).toEqual([])
})
