import { dirname, relative } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import config from '../vite.config.ts'
import { type Games, launchBrowser, startGames } from './browser.ts'
import { openDesk } from './readable/check.ts'
import { pageScript } from './readable/script.ts'
import { serveUnder, type Under } from './readable/under.ts'
import { visit } from './readable/visit.ts'

const files = config.build?.rolldownOptions?.input as string[]
const folders = files.map((file) => relative(config.root!, dirname(file)))

let games: Games
let under: Under
let browser: Browser
let script: string
let desk: Page

beforeAll(async () => {
  games = await startGames()
  under = await serveUnder(games.url, '/some/path')
  browser = await launchBrowser()
  script = await pageScript()
  desk = await openDesk(browser, script)
})

afterAll(async () => {
  await browser?.close()
  await under?.close()
  await games?.stop()
})

// Under a path of a larger site, so that an address that is not relative shows.
test.each(folders)(
  'the page in games/%s can be read, reached and seen in windows of three sizes',
  async (folder) => {
    const url = `${under.url}/${folder === '' ? '' : `${folder}/`}`
    const { findings, faults } = await visit(browser, url, desk, script)
    expect(faults).toEqual([])
    expect(findings).toEqual([])
  },
)

test('the check finds one of each fault in a page that has them, and nothing else', async () => {
  const html = `<!doctype html><html lang="en"><body style="background: #fff; color: #000">
    <p id="fine">fine</p>
    <p id="small" style="font-size: 12px">small</p>
    <p id="pale" style="color: #999">pale</p>
    <p id="large" style="color: #888; font-size: 24px">large</p>
    <div style="position: relative; height: 300px">
      <canvas style="position: absolute; width: 100%; height: 100%"></canvas>
      <p id="bare" style="position: absolute; top: 0; color: #fff">bare</p>
      <p id="backed" style="position: absolute; top: 50px; color: #fff; background: rgb(0 0 0 / 80%)">backed</p>
    </div>
    <div style="width: 60px; overflow: hidden"><p id="cut" style="white-space: nowrap">much too long for this</p></div>
    <p id="out" style="position: relative; left: -20px">out of the window</p>
    <div style="display: grid"><p id="above" style="grid-area: 1 / 1">above</p><p style="grid-area: 1 / 1">below</p></div>
    <button id="nameless" style="display: block; width: 40px; height: 30px"></button>
    <a id="plain" href="#" style="outline: none">no sign of the focus</a>
    <div style="display: flex; flex-direction: row-reverse"><button>first</button><button id="back">second</button></div>
    <style>@keyframes fade { from { opacity: 0.2 } to { opacity: 0 } }</style>
    <p id="fading" style="animation: fade 100s forwards">almost gone</p>
    <div id="trap" tabindex="0" onkeydown="if (event.key === 'Tab') event.preventDefault()">trap</div>
    <button id="beyond">beyond the trap</button>
    <div style="width: 1400px; height: 1px"></div>
    <script>console.warn('noise')</script>`
  const { findings, faults } = await visit(
    browser,
    `data:text/html,${encodeURIComponent(html)}`,
    desk,
    script,
  )
  expect(faults).toEqual(['warning: noise'])
  expect(findings.filter((line) => line.includes('1280x720')).sort()).toEqual([
    expect.stringMatching(/^cut off: #cut /),
    expect.stringMatching(/^focus not seen: #plain/),
    expect.stringMatching(/^focus order: .*#back/),
    expect.stringMatching(/^low contrast: #bare 'bare': 1.00/),
    expect.stringMatching(/^low contrast: #pale 'pale': 2.8/),
    expect.stringMatching(/^no focus: #beyond/),
    expect.stringMatching(/^no name: #nameless/),
    expect.stringMatching(/^outside: #out /),
    expect.stringMatching(/^overlap: #above /),
    expect.stringMatching(/^small text: #small .*12 px/),
    expect.stringMatching(/^too wide: html/),
  ])
})
