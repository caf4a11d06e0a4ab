import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PLOTS } from '../bench/plots.ts'
import { ROOT, read } from './source-file.ts'

const pages = readdirSync(join(ROOT, 'docs/guide')).filter((file) => file.endsWith('.md'))
const chapters = pages.filter((page) => page !== 'README.md')

interface Block {
  readonly page: string
  readonly file: string
  readonly text: string
}

/** The files of the guide: those in `test/guide` by their name, those of examples as in `arena/room.ts`. */
const files = [
  ...readdirSync(join(ROOT, 'test/guide')),
  ...readdirSync(join(ROOT, 'examples')).flatMap((folder) =>
    readdirSync(join(ROOT, 'examples', folder)).map((name) => `${folder}/${name}`),
  ),
]
const tests = files.filter((name) => name.endsWith('.test.ts'))
/** What a browser test starts of each example. */
const started = files.filter((name) => /\/(index\.html|client\.ts|server\.ts)$/.test(name))

const textOf = (file: string): string =>
  read(file.includes('/') ? `examples/${file}` : `test/guide/${file}`)

const importsIn = (file: string): string[] =>
  [...textOf(file).matchAll(/(?:from |new URL\()'(?:\.\/|\.\.\/\.\.\/examples\/)?([^']+)'/g)].map(
    ([, name = '']) => (files.includes(name) ? name : posix.join(posix.dirname(file), name)),
  )

/** The files of the guide that these import or bundle, or that those import in turn. */
function reachedFrom(from: readonly string[]): Set<string> {
  const reached = new Set<string>()
  const waiting = [...from]
  for (let file = waiting.pop(); file; file = waiting.pop())
    for (const one of importsIn(file)) {
      if (!files.includes(one) || reached.has(one)) continue
      reached.add(one)
      waiting.push(one)
    }
  return reached
}

/** Fenced blocks that say which file they are from, as in "```ts loops.ts". */
const blocks: Block[] = pages.flatMap((page) =>
  [...read(`docs/guide/${page}`).matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    file: match[1] ?? '',
    text: match[2] ?? '',
  })),
)

describe('the guide', () => {
  test.each(blocks)('$page shows lines of $file', ({ file, text }) => {
    expect(textOf(file)).toContain(text)
  })

  test.each(chapters)('%s has code that a test runs', (page) => {
    const shown = blocks.filter((block) => block.page === page)
    expect(shown.length).toBeGreaterThan(0)
    const run = [...started, ...reachedFrom([...tests, ...started])]
    for (const { file } of shown) {
      expect(run).toContain(file)
      const [folder, name] = file.split('/')
      if (name) expect(read(`test/${folder}.browser.test.ts`)).toContain(`examples/${folder}`)
    }
  })

  test('every block of TypeScript comes from a file, and every file is shown', () => {
    for (const page of pages) expect(read(`docs/guide/${page}`), page).not.toMatch(/^```ts$/m)
    const others = files.filter((name) => !name.includes('.test.'))
    expect(others.sort()).toEqual([...new Set(blocks.map(({ file }) => file))].sort())
  })

  test('what a page may import brings nothing of a server', () => {
    const shared = files.filter(
      (name) => !/\.test\.|(-|\/)server\.ts$|\/room\.ts$|\.html$/.test(name),
    )
    expect(shared.filter((file) => file.endsWith('-page.ts')).length).toBeGreaterThan(1)
    for (const file of shared) {
      const brought = [file, ...reachedFrom([file])].flatMap(importsIn)
      const ofServer = /(-|\/)server\.ts$|^glissade\/(server|node|testing)$/
      expect(
        brought.filter((one) => ofServer.test(one)),
        file,
      ).toEqual([])
    }
  })

  test.each(pages)('the links in %s lead somewhere', (page) => {
    const links = [...read(`docs/guide/${page}`).matchAll(/\]\((?!https?:)([^)#]+)/g)]
    const targets = links.map((match) => match[1] ?? '')
    const there = (link: string): boolean => existsSync(join(ROOT, 'docs/guide', link))
    expect(targets.filter((link) => !there(link))).toEqual([])
  })

  test('its index names every page', () => {
    for (const page of chapters) expect(read('docs/guide/README.md')).toContain(`(${page})`)
  })

  test('nobody is told to take the package from a registry', () => {
    const text = pages.map((page) => read(`docs/guide/${page}`)).join('\n')
    expect(text).not.toMatch(/npm (i|install|add)\b|npx glissade/)
  })
})

describe('the pictures of the guide', () => {
  test.each(Object.keys(PLOTS))('%s is what `npm run bench -- plots` draws', (file) => {
    const isSame = read(`docs/guide/${file}`) === PLOTS[file]!()
    expect(isSame, 'draw it anew, look at it, and commit it').toBe(true)
  })

  test('each is shown in its page, and no other is there', () => {
    const files = readdirSync(join(ROOT, 'docs/guide')).filter((name) => name.endsWith('.svg'))
    expect(files.sort()).toEqual(Object.keys(PLOTS).sort())
    const text = pages.map((page) => read(`docs/guide/${page}`)).join('\n')
    for (const file of files) expect(text).toContain(`](${file})`)
  })
})
