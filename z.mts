import { serve } from 'glissade/node'
import { chromium } from 'playwright-core'
import { platformer } from './games/platformer/game.ts'
import { findBrowser } from './scripts/browser.mjs'
import { ensurePages } from './scripts/pages.mjs'
import { playBots } from './bench/page/bots.ts'
const server = await serve(platformer, { port: 0, files: await ensurePages('/tmp/z/games') })
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox','--disable-quic'] })
const leave = await playBots(server.url,'bench', Number(process.argv[2]))
const page=await browser.newPage({viewport:{width:640,height:360}})
page.on('console',m=>console.log('console',m.text())); page.on('pageerror',e=>console.log('err',e.message))
await page.goto(`${server.url}/platformer/?room=bench&name=Ada`)
for(let i=0;i<6;i++){ await page.waitForTimeout(3000); console.log(await page.evaluate(`[document.body.className, window.glissade?.state, window.glissade?.entities('pip').length, self.crossOriginIsolated]`)) }
await page.screenshot({path:'/tmp/z/games-shot.png'})
leave(); await browser.close(); await server.close()
