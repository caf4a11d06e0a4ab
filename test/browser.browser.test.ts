import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openPage } from './browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser?.close())

const pageOf = (html: string): string => `data:text/html,${encodeURIComponent(html)}`

test('a page has what the games draw with, and frames come', async () => {
  const { page, faults } = await openPage(browser, pageOf('<canvas></canvas>'))
  const found = await page.evaluate(async () => {
    const canvas = document.querySelector('canvas')
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return { webgl: canvas?.getContext('webgl2') !== null, width: innerWidth, height: innerHeight }
  })
  expect(found).toEqual({ webgl: true, width: 640, height: 360 })
  expect(faults).toEqual([])
  await page.close()
})

test('what goes wrong in a page is written down', async () => {
  const html = '<script>console.error("spoken")\nthrow new Error("thrown")</script>'
  const { page, faults } = await openPage(browser, pageOf(html))
  expect(faults).toEqual(expect.arrayContaining(['spoken', expect.stringContaining('thrown')]))
  await page.close()
})
