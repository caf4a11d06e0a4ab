import { readdirSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { coloured } from '../scripts/site/colour.ts'
import { withGame } from '../scripts/site/plugin.ts'
import { documentsIn, READING, readingFiles } from '../scripts/site/reading.ts'
import { ROOT, read } from './source-file.ts'

const html = read('games/index.html')
const pages = readingFiles(ROOT)

/** The text of HTML, without its tags, and with single spaces. */
const wordsOf = (part: string): string => plain(part).replace(/\s+/g, ' ').trim()
const plain = (part: string): string =>
  part
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))

const hrefsIn = (part: string): string[] =>
  [...part.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href]) => href ?? '')

/** The places of a page that a link can name. */
const idsIn = (part: string): Set<string> =>
  new Set([...part.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? ''))

describe('coloured code', () => {
  test.each(['game.ts', 'server.ts', 'client.ts'])('has the text of %s, and colours', (file) => {
    const code = read(`test/readme/${file}`)
    const shown = coloured(code, 'ts')
    expect(plain(shown)).toBe(code)
    for (const kind of ['comment', 'text', 'word', 'call'])
      expect(shown).toContain(`<span class="${kind}">`)
  })

  test('shows signs of HTML as they are, and leaves unknown languages alone', () => {
    expect(coloured('a < b && "c"', 'ts')).toBe(
      'a &#60; b &#38;&#38; <span class="text">&#34;c&#34;</span>',
    )
    expect(coloured('const a', 'json')).toBe('const a')
  })
})

describe('the landing page', () => {
  test('shows the game that the README shows', () => {
    const shown = [...withGame(ROOT, html).matchAll(/<code>([\s\S]*?)<\/code>/g)].map(([, code]) =>
      plain(code ?? ''),
    )
    for (const file of ['game.ts', 'server.ts', 'client.ts'])
      expect(shown).toContain(read(`test/readme/${file}`).trimEnd())
  })

  test('tells the commands of the README', () => {
    const [, commands = ''] = /^```sh\n([\s\S]*?)^```/m.exec(read('README.md')) ?? []
    expect(plain(html)).toContain(commands.trimEnd())
  })

  test('names no figure that the README does not give with the same command', () => {
    const rows = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
    const facts = [...html.matchAll(/<b>([^<]*)<\/b>\s*<span>([\s\S]*?)<\/span>\s*<code>([^<]*)</g)]
    expect(facts.length).toBe(6)
    for (const [, figure = '', text = '', command = ''] of facts) {
      const [, bench] = /^npm run bench -- ([\w-]+)$/.exec(command) ?? []
      if (bench === undefined) continue
      const row = rows.find((line) => line.includes(figure) && line.includes(`\`${bench}\``))
      expect(row, figure).toBeDefined()
      const others = wordsOf(text).match(/\d+(\.\d+)? (ms|kB\/s|B|kB|%)/g) ?? []
      for (const other of others) expect(row, figure).toContain(other)
    }
  })

  test('names the kilobits that the cubes take, as the mean of the measured ones in tens', () => {
    const [, part = ''] = read('docs/PERFORMANCE.md').split('`npm run bench -- cubes`')
    const rows = [...part.matchAll(/^\| (?:clean|wifi), \d+ \| \d+ \| ([\d.]+) \|/gm)]
    expect(rows.length).toBe(8)
    const mean = rows.reduce((sum, [, kilobits]) => sum + Number(kilobits), 0) / rows.length
    expect(wordsOf(html)).toContain(`in about ${Math.round(mean / 10) * 10} kilobits a second`)
  })

  test('leads to pages that are there', () => {
    const folders = readdirSync(join(ROOT, 'games'))
    for (const href of hrefsIn(html)) {
      expect(href).toMatch(/^(\.\/|#)/)
      const [path = '', place] = href.split('#', 2)
      const isReading = path.startsWith(`./${READING}/`)
      const page = isReading ? pages.get(path.slice(`./${READING}/`.length)) : undefined
      const target = isReading ? String(page?.()) : html
      if (place !== undefined) expect(idsIn(target), href).toContain(place)
      if (isReading) expect(page, href).toBeDefined()
      else if (/^\.\/\w+\/(\?local)?$/.test(path)) expect(folders).toContain(path.split('/')[1])
      else if (path !== '') expect(statSync(join(ROOT, 'games', path)).isFile()).toBe(true)
    }
  })

  test('has small pictures', () => {
    const pictures = hrefsIn(html).filter((href) => href.startsWith('./pictures/'))
    expect(pictures.length).toBeGreaterThan(4)
    for (const picture of pictures)
      expect(statSync(join(ROOT, 'games', picture)).size, picture).toBeLessThan(60_000)
  })
})

describe('the documents as pages', () => {
  test.each(documentsIn(ROOT))('%s leads to what is there', (file) => {
    const address = file.replace(/\.md$/, '.html')
    const page = String(pages.get(address)!())
    for (const href of hrefsIn(page)) {
      const [path = '', place] = href.split('#', 2)
      if (/^https?:/.test(href) || path.startsWith('../'.repeat(file.split('/').length))) continue
      const target = path === '' ? address : posix.join(posix.dirname(address), path)
      expect(pages.has(target), href).toBe(true)
      if (place !== undefined) expect(idsIn(String(pages.get(target)!())), href).toContain(place)
    }
  })

  test('have headings, tables and coloured code', () => {
    const guide = String(pages.get('docs/guide/loops.html')!())
    expect(guide).toContain('<h1 id="loops">')
    expect(guide).toContain('<span class="word">import</span>')
    expect(String(pages.get('README.html')!())).toContain('<td align="right">111 ms')
  })
})
