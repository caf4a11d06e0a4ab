import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { coloured, escaped } from './colour.ts'

/** The folder of the built pages that holds the documents, each at its place in the repository. */
export const READING = 'read'

/** The pages that every page of the documents links to, by what they are called there. */
const BAR: { readonly [title: string]: string } = {
  Guide: 'docs/guide/README.md',
  README: 'README.md',
  Figures: 'docs/PERFORMANCE.md',
  Contributing: 'CONTRIBUTING.md',
}

const STYLES = ['games/code.css', 'games/reading.css']
const PICTURE = /\.(svg|png)$/

/** The documents, from the root. */
export function documentsIn(root: string): string[] {
  const inFolder = (folder: string, fits: RegExp): string[] =>
    readdirSync(join(root, folder))
      .filter((name) => fits.test(name))
      .map((name) => posix.join(folder, name))
  return [
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...inFolder('docs', /\.md$/),
    ...inFolder('docs/deploy', /\.md$/),
    ...inFolder('docs/guide', /\.md$/),
  ]
}

/**
 * All files that the folder `read` of the pages holds, by their paths in it: the documents as pages, their pictures, and
 * their style. Each is made when it is asked for.
 */
export function readingFiles(root: string): Map<string, () => string | Buffer> {
  const files = new Map<string, () => string | Buffer>()
  for (const file of documentsIn(root)) files.set(addressOf(file), () => pageOf(root, file))
  for (const folder of ['docs', 'docs/guide'])
    for (const name of readdirSync(join(root, folder)).filter((name) => PICTURE.test(name)))
      files.set(`${folder}/${name}`, () => readFileSync(join(root, folder, name)))
  files.set('icon.svg', () => readFileSync(join(root, 'games/icon.svg')))
  files.set('LICENSE.txt', () => readFileSync(join(root, 'LICENSE')))
  files.set('style.css', () => STYLES.map((name) => readFileSync(join(root, name))).join('\n'))
  return files
}

const addressOf = (file: string): string => file.replace(/\.md$/, '.html')

/** A heading's place on its page, as the links of the documents name it. */
const placeOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** One document as a page. */
export function pageOf(root: string, file: string): string {
  const up = '../'.repeat(file.split('/').length)
  const marked = new Marked({ renderer: rendererOf(root, file) })
  const text = readFileSync(join(root, file), 'utf8')
  const title = escaped(/^# (.*)$/m.exec(text)?.[1] ?? file)
  const bar = Object.entries(BAR).map(([name, to]) => {
    const here = to === file ? ' aria-current="page"' : ''
    return `<a href="${relative(file, addressOf(to))}"${here}>${name}</a>`
  })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="theme-color" content="#16203f" />
    <title>${title === 'Glissade' ? 'README' : title} - Glissade</title>
    <link rel="icon" href="${relative(file, 'icon.svg')}" type="image/svg+xml" />
    <link rel="stylesheet" href="${relative(file, 'style.css')}" />
  </head>
  <body>
    <nav aria-label="Documents"><a href="${up}">Glissade</a> ${bar.join(' ')}</nav>
    <main>
${marked.parse(text, { async: false })}    </main>
  </body>
</html>
`
}

function rendererOf(root: string, file: string) {
  const isDocument = new Set(documentsIn(root))
  return {
    code({ text, lang = '' }: Tokens.Code): string {
      const [language = '', name] = lang.split(' ')
      const label = name === undefined ? '' : `<figcaption>${escaped(name)}</figcaption>`
      return `<figure class="code">${label}<pre><code>${coloured(text, language)}</code></pre></figure>\n`
    },
    heading(this: { parser: Parser }, { tokens, depth, text }: Tokens.Heading): string {
      return `<h${depth} id="${placeOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link(this: { parser: Parser }, { href, tokens }: Tokens.Link): string {
      const words = this.parser.parseInline(tokens)
      const to = targetOf(root, file, href, isDocument)
      return to === undefined ? words : `<a href="${escaped(to)}">${words}</a>`
    },
  }
}

type Parser = { parseInline(tokens: Tokens.Generic[]): string }

/** Where a link of a document leads among the pages; undefined for files of the repository that are no pages. */
function targetOf(
  root: string,
  file: string,
  href: string,
  isDocument: ReadonlySet<string>,
): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', place] = href.split('#', 2)
  const target = posix.join(posix.dirname(file), path)
  if (target === 'LICENSE') return relative(file, 'LICENSE.txt')
  if (PICTURE.test(target) && existsSync(join(root, target))) return relative(file, target)
  if (!isDocument.has(target)) return undefined
  return relative(file, addressOf(target)) + (place === undefined ? '' : `#${place}`)
}

const relative = (from: string, to: string): string => posix.relative(posix.dirname(from), to)
