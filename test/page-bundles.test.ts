import { join, relative } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { FOR_PAGES } from '../bench/size/bundle.ts'
import { reachOf } from './layers.ts'
import { ROOT, read, readSources } from './source-file.ts'

/** Files that only a server runs. */
const SERVER = /^src\/server\/|^games\/\w+\/room\.ts$/
/** Entry points that bring such files along. */
const SERVER_ENTRY_POINTS = /^glissade\/(server|node|testing|score)$/

/** What a page loads: at once, and later, by `import()`. From the root. */
interface Page {
  readonly atOnce: readonly string[]
  readonly later: readonly string[]
}

/** Bundles the page of a folder of `games`; '' is the landing page. */
async function bundled(folder: string): Promise<Page> {
  const html = read(join('games', folder, 'index.html'))
  const scripts = [...html.matchAll(/<script type="module" src="\.\/([^"]*)"/g)]
  expect(scripts.length).toBe(1)
  const input = join(ROOT, 'games', folder, scripts[0]![1]!)
  const build = await rolldown({ ...FOR_PAGES, input })
  const { output } = await build.generate({ format: 'es' })
  await build.close()
  const chunks = new Map(
    output
      .filter((one): one is OutputChunk => one.type === 'chunk')
      .map((chunk) => [chunk.fileName, chunk]),
  )
  const atOnce = new Set<OutputChunk>()
  const add = (chunk: OutputChunk | undefined): void => {
    if (!chunk || atOnce.has(chunk)) return
    atOnce.add(chunk)
    for (const name of chunk.imports) add(chunks.get(name))
  }
  add([...chunks.values()].find(({ isEntry }) => isEntry))
  const later = [...chunks.values()].filter((chunk) => !atOnce.has(chunk))
  return { atOnce: filesOf([...atOnce]), later: filesOf(later) }
}

/** The files of which anything is left in chunks. */
const filesOf = (chunks: readonly OutputChunk[]): string[] =>
  chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => relative(ROOT, id))

const ofServer = (files: readonly string[]): string[] => files.filter((file) => SERVER.test(file))

describe('what only a server runs', () => {
  test.each(['platformer', 'shepherd', 'link'])(
    'is not in the page of games/%s',
    async (folder) => {
      const { atOnce, later } = await bundled(folder)
      expect(atOnce).toContain(`games/${folder}/game.ts`)
      expect(atOnce).toContain('src/client/session.ts')
      expect(ofServer([...atOnce, ...later])).toEqual([])
    },
  )

  test('comes to the landing page with its live picture alone, once the page stands', async () => {
    const { atOnce, later } = await bundled('')
    expect(ofServer(atOnce)).toEqual([])
    expect(later).toContain('games/live.ts')
    expect(ofServer(later)).toContain('games/platformer/room.ts')
  })

  test('is in /duo, which is its own server', async () => {
    const { atOnce } = await bundled('duo')
    expect(ofServer(atOnce)).toContain('games/platformer/room.ts')
    expect(ofServer(atOnce)).toContain('src/server/core.ts')
  })
})

const games = readSources('games')

/** What runs of a server when a file of `games` is imported: files, and entry points by their names. */
const serverIn = (path: string): string[] =>
  [...reachOf(path, games)].filter((name) => SERVER_ENTRY_POINTS.test(name) || SERVER.test(name))

describe('what both sides import brings no server along', () => {
  const shared = games.map(({ path }) => path).filter((path) => /^games\/\w+\/game\.ts$/.test(path))

  test('of the games, and of the page about links', () => {
    expect(shared).toEqual([
      'games/cubes/game.ts',
      'games/link/game.ts',
      'games/platformer/game.ts',
      'games/shepherd/game.ts',
    ])
  })

  test.each(shared)('%s', (path) => {
    expect(serverIn(path)).toEqual([])
  })

  test('and it would be found', () => {
    expect(serverIn('games/platformer/room.ts')).toEqual(['glissade/server'])
    expect(serverIn('games/duo/duel.ts')).toContain('games/platformer/room.ts')
  })
})

test('games keep what a room knows in its state: in no WeakMap, but for what bots think', () => {
  const beside = games.filter(({ text }) => text.includes('WeakMap')).map(({ path }) => path)
  expect(beside.filter((path) => !/^games\/\w+\/bots\//.test(path))).toEqual([])
})
