import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  cycles,
  drawnFiles,
  ENTRY_POINTS,
  entryPointFaults,
  FLOORS,
  isTimeless,
  layerFaults,
  MOST_LINES,
  reachOf,
} from './layers.ts'
import { clocksAndDiceOf, ROOT, read, readSources } from './source-file.ts'

const isTest = (path: string): boolean => /\.(test|case)\.ts$/.test(path)

const all = readSources('src', 'games', 'test', 'bench', 'scripts')
const src = all.filter(({ path }) => path.startsWith('src/') && !isTest(path))
const layered = [...src, ...all.filter(({ path }) => path.startsWith('games/') && !isTest(path))]

describe('a file imports only what its layer may', () => {
  test.each(layered)('$path', (file) => {
    expect(layerFaults(file)).toEqual([])
  })
})

test('each floor has files, and may import none but those above it in the table', () => {
  const names = Object.keys(FLOORS)
  const folders = new Set(src.map(({ path }) => dirname(path)))
  for (const [n, name] of names.entries()) {
    expect([...folders], name).toContain(`src/${name}`)
    expect(names.slice(0, n), name).toEqual(expect.arrayContaining([...FLOORS[name]!]))
  }
})

test('files do not import each other in circles', () => {
  expect(cycles(layered)).toEqual([])
})

test('time and chance come in as arguments', () => {
  const faults = src
    .filter(({ path }) => isTimeless(path))
    .flatMap((file) => clocksAndDiceOf(file).map((place) => `${file.path} ${place}`))
  expect(faults).toEqual([])
})

test('what neither a browser nor Node has to run compiles without the types of both', () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.pure.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})

test(`no file is longer than ${MOST_LINES} lines`, () => {
  const long = all.filter(({ text }) => text.trimEnd().split('\n').length > MOST_LINES)
  expect(long.map(({ path }) => path)).toEqual([])
})

describe('an entry point brings in nothing that its users cannot have', () => {
  test.each(ENTRY_POINTS)('%s', (entryPoint) => {
    expect(entryPointFaults(entryPoint, src)).toEqual([])
  })
})

test('each entry point exports the error that its functions throw', () => {
  const without = ENTRY_POINTS.filter((entryPoint) => {
    const path = `src/${entryPoint}.ts`
    const names = /export \{[^}]*\bGlissadeError\b[^}]*\} from '\.\/base\/error\.ts'/
    return reachOf(path, src).has('src/base/error.ts') && !names.test(read(path))
  })
  expect(without).toEqual([])
})

test('every file in the drawing of the README exists', () => {
  const drawn = drawnFiles(read('README.md'))
  expect(drawn?.length, 'the README has the drawing of the path of the data').toBeGreaterThan(7)
  const paths = new Set(all.map(({ path }) => path))
  const missing = drawn?.filter((name) => {
    return !paths.has(`src/${name}.ts`) && !existsSync(join(ROOT, 'src', name))
  })
  expect(missing).toEqual([])
})

describe('the rules themselves catch', () => {
  const file = (path: string, text: string): { path: string; text: string } => ({ path, text })

  test.each([
    ['src/base/a.ts', "import { b } from '../wire/b.ts'", 'base may not import wire'],
    ['src/client/a.ts', "export * from '../server/b.ts'", 'client may not import server'],
    ['src/server/a.ts', "import type { B } from '../client/b.ts'", 'server may not import client'],
    ['src/motion/a.ts', "const b = await import('../time/b.ts')", 'motion may not import time'],
    ['src/wire/a.ts', "let b: import('../link/b.ts').B", 'wire may not import link'],
    ['src/game/a.ts', "import { connect } from '../client.ts'", 'game may not import entry points'],
    ['src/client/a.ts', "import { WebSocket } from 'ws'", 'client has no such dependency'],
    ['src/net/a.ts', "import { Sprite } from 'pixi.js'", 'net has no such dependency'],
    ['src/directory/a.ts', "import 'redis'", 'directory has no such dependency'],
    ['src/link/a.ts', "import 'node:fs'", 'link has no such dependency'],
    ['src/extra/a.ts', "import '../base/b.ts'", 'the layer table does not know extra'],
    ['src/extra.ts', "import './base/b.ts'", 'the file is in no layer and is no entry point'],
    ['src/index.ts', "import 'ws'", 'this entry point has no such dependency'],
    ['src/wire/bits.ts', "import './records/b.ts'", 'wire may not import wire/records'],
    [
      'src/server/world/a.ts',
      "import type { B } from '../replication/b.ts'",
      'server/world may not import server/replication',
    ],
    ['src/client/page/a.ts', "import '../session.ts'", 'client/page may not import client'],
    [
      'src/server/extra/a.ts',
      "import '../../base/b.ts'",
      'the floor table does not know server/extra',
    ],
    ['src/server/a.ts', "import './extra/b.ts'", 'server may not import server/extra'],
    ['games/duo/a.ts', "import '../../src/base/b.ts'", 'games import the entry points only'],
    ['games/duo/a.ts', "import 'glissade/wire'", 'there is no such entry point'],
  ])('%s with %s', (path, text, fault) => {
    expect(layerFaults(file(path, text))).toEqual([expect.stringContaining(fault)])
  })

  test('only what is really imported', () => {
    const innocent = "/** import '../net/a.ts' */\nconst text = `import '../net/a.ts'`\n"
    expect(layerFaults(file('src/base/a.ts', innocent))).toEqual([])
    expect(layerFaults(file('src/link/a.ts', "import '../wire/bits.ts'"))).toEqual([])
    expect(layerFaults(file('src/server/a.ts', "import './world/b.ts'"))).toEqual([])
    expect(layerFaults(file('src/server/world/a.ts', "import './b.ts'"))).toEqual([])
    expect(layerFaults(file('src/time/loop/a.ts', "import '../sync/b.ts'"))).toEqual([])
    expect(layerFaults(file('games/duo/a.ts', "import 'glissade'\nimport 'pixi.js'"))).toEqual([])
  })

  test('a circle over three files, types included', () => {
    const ring = [
      file('src/base/a.ts', "import './b.ts'"),
      file('src/base/b.ts', "import type { C } from './c.ts'"),
      file('src/base/c.ts', "export { a } from './a.ts'"),
    ]
    expect(cycles(ring)).toEqual(['src/base/a.ts > src/base/b.ts > src/base/c.ts > src/base/a.ts'])
    expect(cycles(ring.slice(0, 2))).toEqual([])
  })

  test('clocks, timers and dice, however they are written', () => {
    const text = [
      '// Date.now() in a comment, "Math.random" in a text',
      'const a = Date.now()',
      "const b = globalThis.performance['now']()",
      'const c = Math.random',
      'setTimeout(run, 5)',
      'const d = new Date()',
      'const e = new Date(0)',
      'globalThis.setInterval(run, 5)',
    ].join('\n')
    expect(clocksAndDiceOf(file('src/base/a.ts', text))).toEqual([
      'line 2: Date.now',
      'line 3: performance.now',
      'line 4: Math.random',
      'line 5: setTimeout',
      'line 6: new Date()',
      'line 8: setInterval',
    ])
  })

  test('real time belongs to the sockets, Redis, operators, the screen, two entry points and the games', () => {
    const free = [
      'src/net/a.ts',
      'src/redis/a.ts',
      'src/watch/a.ts',
      'src/pixi/a.ts',
      'src/score/command/a.ts',
      'src/client.ts',
      'src/node.ts',
    ]
    expect(free.filter(isTimeless)).toEqual([])
    expect(['src/client/a.ts', 'src/server.ts', 'src/testing/a.ts'].every(isTimeless)).toBe(true)
  })

  test('what an entry point brings in through others, but not their types', () => {
    const files = [
      file('src/server.ts', "import './server/a.ts'"),
      file('src/server/a.ts', "import type { B } from '../net/b.ts'\nimport '../net/c.ts'"),
      file('src/net/c.ts', "import 'ws'"),
    ]
    expect(entryPointFaults('server', files)).toEqual(['src/net/c.ts', 'ws'])
    expect(entryPointFaults('server', files.slice(0, 1))).toEqual([])
  })

  test('a README without a drawing, and the names in one', () => {
    expect(drawnFiles('# Glissade\n\n```ts\nconst client = 1\n```\n')).toBeNull()
    const readme = 'Text\n\n```\nCLIENT      SERVER\nkeys -> client/input -> net\nwire/delta\n```\n'
    expect(drawnFiles(readme)).toEqual(['client/input', 'wire/delta'])
  })
})
