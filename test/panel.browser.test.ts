import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Games, launchBrowser, openPage, startGames } from './browser.ts'

let games: Games
let browser: Browser
let page: Page
let faults: string[]
let wasOpen: number

/** What an expression gives in the page, where `glissade` is its session. */
const inPage = <T>(expression: string): Promise<T> => page.evaluate(expression) as Promise<T>

const field = (label: string) => page.locator('.panel').getByLabel(label, { exact: true })
const button = (name: string) => page.locator('.panel').getByRole('button', { name, exact: true })
const note = (text: string) => page.locator('.panel .note:visible', { hasText: text })

async function type(label: string, text: string): Promise<void> {
  await field(label).fill(text)
  await field(label).press('Enter')
}

beforeAll(async () => {
  games = await startGames()
  browser = await launchBrowser()
  const size = { width: 1120, height: 560 }
  const address = `${games.url}/platformer/?name=Ada&room=panel&link=ordered`
  const open = await openPage(browser, address, size)
  page = open.page
  faults = open.faults
  await page.locator('.panel').waitFor()
  wasOpen = await page.locator('.panel .tp-rotv-expanded').count()
  await button('Netcode').click()
  await button('Techniques').click()
})

afterAll(async () => {
  await browser?.close()
  await games?.stop()
})

describe('the panel of a page', () => {
  test('is closed until the player opens it, and then has no text below 13 pixels', async () => {
    expect(wasOpen).toBe(0)
    const sizes = await inPage<number[]>(`[...document.querySelectorAll('.panel *')]
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
      .map((one) => Number.parseFloat(getComputedStyle(one).fontSize))`)
    expect(sizes.length).toBeGreaterThan(20)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13)
  })

  test('E10 draws the graph of what the session measures', async () => {
    await page.locator('.panel .plot canvas').nth(2).waitFor()
    const legend = page.locator('.panel .plot p').first()
    await expect.poll(() => legend.textContent()).toMatch(/round trip \d+/)
    // The newest samples are at the right; of faults there may be none. Below is where zero is.
    await expect
      .poll(() =>
        inPage(`[...document.querySelectorAll('.plot canvas')].map((canvas) => {
          const { width, height } = canvas
          const { data } = canvas.getContext('2d').getImageData(width - 12, 0, 12, height - 2)
          return data.some((value) => value > 0)
        }).filter(Boolean).length`),
      )
      .toBeGreaterThanOrEqual(2)
  })

  test('E10 goes on drawing it', async () => {
    const shot = (): Promise<string> => inPage("document.querySelector('.plot canvas').toDataURL()")
    const first = await shot()
    await expect.poll(async () => (await shot()) !== first).toBe(true)
  })

  test('E11 switches a technique off, says what to look for, and gives the keys back', async () => {
    const switches = [
      ['prediction', 'predict', 'round trip'],
      ['reconciliation', 'reconcile', 'ghost'],
      ['interpolation', 'interpolate', 'jump'],
    ] as const
    for (const [label, key, sentence] of switches) {
      await field(label).uncheck()
      expect(await inPage(`glissade.techniques.${key}`)).toBe(false)
      expect(await note(sentence).count()).toBe(1)
      expect(await inPage('document.activeElement.tagName')).toBe('BODY')
      await field(label).check()
      expect(await inPage(`glissade.techniques.${key}`)).toBe(true)
      expect(await note(sentence).count()).toBe(0)
    }
  })

  test('E11 another way for packets joins again as the same player, on the same network', async () => {
    await field('preset').selectOption({ label: 'intercontinental' })
    const player = await inPage('glissade.playerId')
    await field('packets').selectOption({ label: 'datagrams if possible' })
    await page.waitForURL(/link=datagram/)
    await page.locator('.panel').waitFor()
    expect(await inPage('glissade.playerId')).toBe(player)
    expect(await field('preset').inputValue()).toBe('intercontinental')
    await expect
      .poll(() => inPage('glissade.stats.rttMs'), { timeout: 60_000 })
      .toBeGreaterThan(150)
    await field('preset').selectOption({ label: 'none' })
    await button('Techniques').click()
  })

  test('E11 switches the clock off and back to the one before', async () => {
    await inPage('void (window.before = glissade.playout)')
    await field('clock').uncheck()
    expect(await note('jitter becomes motion').count()).toBe(1)
    expect(await inPage('glissade.playout === before')).toBe(false)
    await expect.poll(() => inPage('glissade.playout.renderTimeMs > 0')).toBe(true)
    await field('clock').check()
    expect(await inPage('glissade.playout === before')).toBe(true)
    await field('render clock').selectOption('none, newest only')
    await expect.poll(() => inPage('glissade.stats.delayMs')).toBe(0)
  })

  test('E11 a slider keeps what else a preset has, and directions go apart', async () => {
    const preset = field('preset')
    await preset.selectOption({ label: 'wifi' })
    await type('one way ms', '90')
    expect(await preset.inputValue()).toBe('custom')
    expect(await note('+ bursts, freezes').count()).toBe(1)
    await expect.poll(() => inPage('glissade.stats.rttMs')).toBeGreaterThan(150)
    expect(await field('up ms').isVisible()).toBe(false)
    await field('both ways alike').uncheck()
    expect(await field('up ms').inputValue()).toBe('90')
    expect(await field('down ms').inputValue()).toBe('90')
    await type('down ms', '10')
    expect(await field('up ms').inputValue()).toBe('90')
    await field('both ways alike').check()
    await field('both ways alike').uncheck()
    expect(await field('down ms').inputValue()).toBe('90')
    await preset.selectOption({ label: 'none' })
    expect(await note('+ bursts').count()).toBe(0)
    expect(await field('up ms').inputValue()).toBe('0')
  })

  test('a new name joins again as that', async () => {
    await button('You').click()
    await type('name', 'Bo')
    await expect
      .poll(() => inPage(`glissade.entities('pip').find((pip) => pip.mine)?.name`).catch(String))
      .toBe('Bo')
  })

  test('nothing went wrong in the page', () => {
    expect(faults).toEqual([])
  })
})
