import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Plugin } from 'vite'
import { coloured } from './colour.ts'
import { READING, readingFiles } from './reading.ts'

/** Where the landing page takes the README's game from. */
export const GAME_FOLDER = 'test/readme'

const PLACE = /<code data-file="([\w.-]+)"><\/code>/g
const TYPES: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** HTML in which each `<code data-file="NAME"></code>` has got that file of the README's game, coloured. */
export const withGame = (root: string, html: string): string =>
  html.replace(PLACE, (_, name: string) => {
    const code = readFileSync(join(root, GAME_FOLDER, name), 'utf8')
    return `<code>${coloured(code.trimEnd(), 'ts')}</code>`
  })

/** What the pages have besides the games: the README's game on the landing page, and the documents as pages. */
export function site(root: string): Plugin {
  return {
    name: 'glissade-site',
    transformIndexHtml: { order: 'pre', handler: (html) => withGame(root, html) },
    generateBundle() {
      for (const [path, content] of readingFiles(root))
        this.emitFile({ type: 'asset', fileName: `${READING}/${path}`, source: content() })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${READING}`, (request, response, next) => {
        const [path = ''] = (request.url ?? '').slice(1).split('?', 1)
        const content = readingFiles(root).get(path)
        if (!content) return next()
        response.writeHead(200, { 'Content-Type': TYPES[extname(path)] }).end(content())
      })
    },
  }
}
