import { serve } from 'glissade/node'
import { chromium } from 'playwright-core'
import { shepherdRoom } from '/tmp/hperf/games/shepherd/room.ts'
import { writeFileSync } from 'node:fs'
const server = await serve(shepherdRoom, { port: 0, files: process.env.PAGES ?? '/tmp/hperf-pages' })
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--use-gl=angle','--use-angle=swiftshader','--enable-unsafe-swiftshader'].slice(0, process.env.GL ? 4 : 1) })
for (let n = 0; n < +(process.env.N ?? 1); n++) {
const page = await b.newPage({ viewport: { width: 1280, height: 720 } })
page.on('console', m => console.log(m.type(), m.text())); page.on('pageerror', e => console.log(String(e)))
await page.addInitScript(`
  const marks = globalThis.marks = []
  const note = (w) => marks.push(w + ' ' + performance.now().toFixed(0))
  addEventListener('DOMContentLoaded', () => {
    note('dom')
    const text = document.getElementById('loading-text'); let was = ''
    new MutationObserver(() => { if (text.textContent !== was) { was = text.textContent; note(was) } }).observe(text, {childList: true, characterData: true, subtree: true})
    new MutationObserver(() => { if (document.body.classList.contains('playing') && !globalThis.playingAt) { globalThis.playingAt = performance.now(); note('playing'); requestAnimationFrame(()=>requestAnimationFrame(()=>{note('second frame')})) } }).observe(document.body, {attributes: true})
  })`)
let cdp
if (process.env.PROF) { cdp = await page.context().newCDPSession(page); await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 500 }); await cdp.send('Profiler.start') }
await page.goto(server.url + '/shepherd/?room=x' + n + '&name=Ada', {waitUntil:'commit'})
if (process.env.SHOTS) { for (let i = 0; i < 9; i++) { await page.screenshot({ path: '/tmp/hperf-load-' + i + '.png' }).catch(()=>{}); await page.waitForTimeout(250); console.log('shot', i, await page.evaluate('performance.now()|0')) } }
await page.waitForFunction('globalThis.marks?.some((m) => m.startsWith("second"))', undefined, { timeout: 120000 })
if (cdp) { const { profile } = await cdp.send('Profiler.stop'); writeFileSync('/tmp/hperf.cpuprofile', JSON.stringify(profile)) }
console.log((await page.evaluate('marks.join(" | ")')))
await page.waitForTimeout(500)
if (process.env.SHOTS) await page.screenshot({ path: '/tmp/hperf-load-end.png' })
await page.evaluate('window.glissade.close()'); await page.close()
}
await b.close(); await server.close()
