import { readFileSync } from 'node:fs'
import { GlissadeError } from '../base/error.ts'

/** The files of the monitor page, by their path on the server, with their types. */
const FILES: readonly (readonly [path: string, name: string, type: string])[] = [
  ['/monitor', 'monitor.html', 'text/html; charset=utf-8'],
  ['/monitor/monitor.css', 'monitor.css', 'text/css; charset=utf-8'],
  ...['monitor.js', 'requests.js', 'figures.js', 'tables.js', 'rates.js', 'text.js'].map(
    (name) => [`/monitor/${name}`, name, 'text/javascript; charset=utf-8'] as const,
  ),
]

/** A file of the monitor page. */
export interface PageFile {
  readonly type: string
  readonly body: string
}

/** Reads the files of the monitor page. Browsers load them as they are, so the published package has them in `src`. */
export function readPage(): ReadonlyMap<string, PageFile> {
  const read = (name: string): string => {
    // From `src/watch` and from `dist/watch`, this is the same file.
    const url = new URL(`../../src/watch/page/${name}`, import.meta.url)
    try {
      return readFileSync(url, 'utf8')
    } catch (cause) {
      const why =
        'the files of the monitor page are missing: a bundler must leave out glissade/node'
      throw new GlissadeError('misuse', why, { cause })
    }
  }
  return new Map(FILES.map(([path, name, type]) => [path, { type, body: read(name) }]))
}
