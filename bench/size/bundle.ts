import { SourceMap } from 'node:module'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type InputOptions, type OutputChunk, rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const src = join(root, 'src')
const readme = join(root, 'test/readme')
const ENTRY = '\0entry.ts'

/** How any page is bundled: for browsers, from the sources, without PixiJS. */
export const FOR_PAGES: InputOptions = {
  cwd: root,
  external: ['pixi.js'],
  platform: 'browser',
  logLevel: 'silent',
  resolve: { conditionNames: ['glissade-source', 'browser', 'import', 'default'] },
}

/** A page, bundled and minified. */
export interface Bundle {
  readonly code: string
  /** Its bytes as most servers send them: gzipped at level 9. */
  readonly gzipped: number
  /** The files of `src` that are in it. */
  readonly files: readonly string[]
  readonly map: SourceMap
}

/**
 * Bundles and minifies `code` as a page would, without PixiJS. It may import entry points, and from './game.ts' the game of
 * the README, or `game` in its place.
 */
export async function bundle(code: string, game?: string): Promise<Bundle> {
  const build = await rolldown({
    ...FOR_PAGES,
    input: ENTRY,
    plugins: [
      {
        name: 'entry',
        resolveId: (id, importer) => {
          if (id === ENTRY) return id
          return importer === ENTRY && id.startsWith('.') ? join(readme, id) : null
        },
        load: (id) => {
          if (id === ENTRY) return code
          return id === join(readme, 'game.ts') && game !== undefined ? game : null
        },
      },
    ],
  })
  const { output } = await build.generate({
    format: 'es',
    minify: true,
    sourcemap: 'hidden',
    // As Vite writes pages: without the marks for bundlers.
    comments: { annotation: false },
  })
  await build.close()
  const chunk = output[0] as OutputChunk
  const files = Object.entries(chunk.modules)
    .filter(([id, { renderedLength }]) => id.startsWith(src) && renderedLength > 0)
    .map(([id]) => relative(src, id))
  const map = new SourceMap(JSON.parse(chunk.map!.toString()))
  return { code: chunk.code, gzipped: gzippedBytes(chunk.code), files, map }
}

/** What each file of `src` adds to a bundle: by how many gzipped bytes it is smaller without that file's code. */
export function sharesOf({ code, gzipped, map }: Bundle): Map<string, number> {
  const pieces = new Map<string, { from: number; to: number }[]>()
  const lines = code.split('\n')
  let at = 0
  for (const [line, { length }] of lines.entries()) {
    for (let column = 0; column < length; column++) {
      const entry = map.findEntry(line, column)
      const source = 'originalSource' in entry ? String(entry.originalSource) : ''
      const name = source.match(/src\/(.*)$/)?.[1] ?? source
      const list = pieces.get(name) ?? []
      const last = list.at(-1)
      if (last?.to === at + column) last.to++
      else list.push({ from: at + column, to: at + column + 1 })
      pieces.set(name, list)
    }
    at += length + 1
  }
  const without = (list: readonly { from: number; to: number }[]): string => {
    let rest = ''
    let done = 0
    for (const { from, to } of list) {
      rest += code.slice(done, from)
      done = to
    }
    return rest + code.slice(done)
  }
  return new Map(
    [...pieces].map(([name, list]) => [name, gzipped - gzippedBytes(without(list))] as const),
  )
}

function gzippedBytes(code: string): number {
  return gzipSync(code, { level: 9 }).length
}
