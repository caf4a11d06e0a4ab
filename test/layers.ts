import { posix } from 'node:path'
import { importsOf, type SourceFile } from './source-file.ts'

/** What each folder of `src` may import besides itself. The table of the layers; nothing else decides. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  game: ['base'],
  time: ['base'],
  wire: ['base', 'game'],
  motion: ['base', 'game'],
  link: ['base', 'wire'],
  directory: ['base'],
  server: ['base', 'game', 'wire', 'link', 'time', 'motion', 'directory'],
  client: ['base', 'game', 'wire', 'link', 'time', 'motion'],
  net: ['base', 'link', 'directory'],
  redis: ['base', 'directory'],
  processes: ['base', 'directory', 'net'],
  watch: ['base', 'link', 'net', 'server'],
  lobby: ['base', 'directory', 'net', 'server', 'watch'],
  pixi: ['base', 'game', 'client'],
  testing: ['base', 'game', 'wire', 'link', 'time', 'motion', 'directory', 'server', 'client'],
  score: [
    'base',
    'game',
    'wire',
    'link',
    'time',
    'motion',
    'directory',
    'server',
    'client',
    'testing',
  ],
  load: ['base', 'game', 'wire', 'link', 'time', 'client', 'net', 'score'],
  program: ['score', 'load'],
}

export const LAYER_NAMES: readonly string[] = Object.keys(LAYERS)

/**
 * The floors of a layer, from the lowest to the highest: what each of its folders may import of the others. The layer's own
 * name stands for the files that lie in none of these folders. A layer that is not named has no floors.
 */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  wire: [],
  'wire/records': ['wire'],
  'wire/packets': ['wire', 'wire/records'],
  'wire/coding': ['wire', 'wire/records', 'wire/packets'],
  'wire/coding/frequency': ['wire', 'wire/records', 'wire/packets', 'wire/coding'],

  'server/save': [],
  'server/world': ['server/save'],
  'server/interest': ['server/world'],
  'server/authority': ['server/save', 'server/world'],
  'server/players': ['server/save', 'server/world', 'server/authority'],
  'server/connection': ['server/world', 'server/interest', 'server/authority', 'server/players'],
  'server/replication': ['server/world', 'server/interest', 'server/connection'],
  'server/rewind': ['server/world', 'server/connection'],
  'server/saved': ['server/save', 'server/world'],
  server: [
    'server/world',
    'server/interest',
    'server/authority',
    'server/players',
    'server/connection',
    'server/replication',
    'server/rewind',
    'server/save',
    'server/saved',
  ],
  'server/rooms': ['server/world', 'server/players', 'server/connection', 'server/saved', 'server'],

  'client/page': [],
  'client/prediction': ['client/page'],
  'client/timeline': ['client/page', 'client/prediction'],
  client: ['client/page', 'client/prediction', 'client/timeline'],
}

/** What the files of a folder may import from outside, besides which it is plain TypeScript. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  net: /^(node:.*|ws|node-datachannel(\/polyfill)?)$/,
  'watch/page': /^$/,
  watch: /^(node:.*|prom-client)$/,
  lobby: /^node:/,
  pixi: /^pixi\.js(\/|$)/,
  redis: /^(node:.*|redis)$/,
  processes: /^node:/,
  'score/command': /^node:/,
  load: /^node:/,
}

/** The files of `src` itself: curated lists, which may import from every layer. */
export const ENTRY_POINTS: readonly string[] = [
  'index',
  'client',
  'datagram',
  'server',
  'node',
  'redis',
  'pixi',
  'parts',
  'testing',
  'score',
]

/** What an entry point may import from outside. One that is not named here may import nothing. */
const ENTRY_POINT_PACKAGES: Readonly<Record<string, RegExp>> = {
  node: /^(node:.*|ws|node-datachannel(\/polyfill)?|prom-client)$/,
  redis: /^(node:.*|redis)$/,
  pixi: /^pixi\.js(\/|$)/,
}

/** Folders that not every user of an entry point can have or run. */
const OPTIONAL = [
  'net',
  'redis',
  'processes',
  'watch',
  'lobby',
  'pixi',
  'server',
  'client',
  'testing',
  'score',
  'load',
]

/** Which of these an entry point may bring in, also through others. */
const ENTRY_POINT_MAY: Readonly<Record<string, readonly string[]>> = {
  index: ['client'],
  client: ['net', 'client'],
  datagram: ['net'],
  server: ['server'],
  node: ['net', 'processes', 'watch', 'lobby', 'server'],
  redis: ['redis'],
  pixi: ['pixi', 'client'],
  parts: [],
  testing: ['server', 'client', 'testing'],
  score: ['server', 'client', 'testing', 'score'],
}

/** What games may import of the engine. */
const ENTRY_POINT_NAMES = new Set(
  ENTRY_POINTS.map((entryPoint) =>
    entryPoint === 'index' ? 'glissade' : `glissade/${entryPoint}`,
  ),
)

/** No file is longer than this many lines. */
export const MOST_LINES = 500

/** Says for one file of `src` or `games` what it imports that its layer may not. */
export function layerFaults(file: SourceFile): string[] {
  const faults: string[] = []
  for (const { from, target } of importsOf(file)) {
    const fault = file.path.startsWith('games/')
      ? gameFault(from, target)
      : sourceFault(file.path, from, target)
    if (fault !== '') faults.push(`${from}: ${fault}`)
  }
  return faults
}

function sourceFault(path: string, from: string, target: string | null): string {
  const layer = layerOf(path)
  if (layer === null) {
    const allowed = ENTRY_POINT_PACKAGES[posix.basename(path, '.ts')]
    if (!ENTRY_POINTS.includes(posix.basename(path, '.ts')))
      return 'the file is in no layer and is no entry point'
    if (target === null) return allowed?.test(from) ? '' : 'this entry point has no such dependency'
    return target.startsWith('src/') ? '' : 'outside of src'
  }
  const allowed = LAYERS[layer]
  if (!allowed) return `the layer table does not know ${layer}`
  const floor = floorOf(path)
  if (layer in FLOORS && !FLOORS[floor]) return `the floor table does not know ${floor}`
  if (target === null) return packagesOf(path)?.test(from) ? '' : `${layer} has no such dependency`
  const other = layerOf(target)
  if (other === null) return `${layer} may not import entry points`
  if (other === layer) return floorFault(floor, floorOf(target))
  return allowed.includes(other) ? '' : `${layer} may not import ${other}`
}

/** Says what is wrong with an import from one floor of a layer to another. */
function floorFault(floor: string, other: string): string {
  const allowed = FLOORS[floor]
  if (!allowed || other === floor || allowed.includes(other)) return ''
  return `${floor} may not import ${other}`
}

function gameFault(from: string, target: string | null): string {
  if (target !== null)
    return target.startsWith('games/') ? '' : 'games import the entry points only'
  const isEngine = from === 'glissade' || from.startsWith('glissade/')
  return isEngine && !ENTRY_POINT_NAMES.has(from) ? 'there is no such entry point' : ''
}

/** What the files of a folder, as 'src/wire/records', may import: other layers, other folders of their own, and packages. */
export function allowanceOf(folder: string): {
  readonly layers: readonly string[]
  /** Null where the layer has no floors: each folder may import every other one. */
  readonly floors: readonly string[] | null
  readonly packages: RegExp | undefined
} {
  return {
    layers: LAYERS[layerOf(`${folder}/`) ?? ''] ?? [],
    floors: FLOORS[folder.slice('src/'.length)] ?? null,
    packages: packagesOf(`${folder}/`),
  }
}

/** The packages that a file of `src` may import. */
function packagesOf(path: string): RegExp | undefined {
  const folder = Object.keys(PACKAGES).find((name) => path.startsWith(`src/${name}/`))
  return folder === undefined ? undefined : PACKAGES[folder]
}

/** The folder right below `src`, or null for an entry point and for what is not in `src`. */
function layerOf(path: string): string | null {
  return path.match(/^src\/([^/]+)\//)?.[1] ?? null
}

/** The folder of a file of `src`, as 'wire/records'. */
function floorOf(path: string): string {
  return posix.dirname(path).slice('src/'.length)
}

/**
 * Every cycle among the files' imports, types included, as 'a.ts > b.ts > a.ts'. One cycle is named once;
 * of several through the same file perhaps not all.
 */
export function cycles(files: readonly SourceFile[]): string[] {
  const edges = new Map(files.map((file) => [file.path, targetsOf(file)]))
  const done = new Set<string>()
  const found: string[] = []
  const trail: string[] = []
  const visit = (path: string): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push([...trail.slice(start), path].join(' > '))
    if (start >= 0 || done.has(path)) return
    trail.push(path)
    for (const next of edges.get(path) ?? []) visit(next)
    trail.pop()
    done.add(path)
  }
  for (const file of files) visit(file.path)
  return found
}

function targetsOf(file: SourceFile): string[] {
  return importsOf(file)
    .map((item) => item.target)
    .filter((target) => target !== null)
}

/**
 * Everything that runs when `path` is imported: files of the list, and packages by their name. Types are left
 * out, as the compiler leaves them out, unless `withTypes` is set.
 */
export function reachOf(
  path: string,
  files: readonly SourceFile[],
  withTypes = false,
): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reach = new Set<string>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const file = byPath.get(next)
    if (!file) continue
    for (const { from, target, typeOnly } of importsOf(file)) {
      if ((typeOnly && !withTypes) || reach.has(target ?? from)) continue
      reach.add(target ?? from)
      if (target !== null) open.push(target)
    }
  }
  return reach
}

/** Says what an entry point brings in, directly or through others, that it must not. */
export function entryPointFaults(entryPoint: string, files: readonly SourceFile[]): string[] {
  const may = ENTRY_POINT_MAY[entryPoint] ?? OPTIONAL
  const never = OPTIONAL.filter((folder) => !may.includes(folder))
  return [...reachOf(`src/${entryPoint}.ts`, files)].filter((reached) => {
    if (!reached.startsWith('src/')) return !ENTRY_POINT_PACKAGES[entryPoint]?.test(reached)
    return never.includes(layerOf(reached) ?? '')
  })
}

/** The places of `src` where real time and chance may be read. */
const REAL_TIME =
  /^src\/(net|redis|processes|watch|lobby|pixi|load|score\/command)\/|^src\/(client|node)\.ts$|^games\//

/** Whether a file must take time and chance as arguments. */
export function isTimeless(path: string): boolean {
  return !REAL_TIME.test(path)
}

/**
 * The files that the drawing of the data's path in a README names, as 'client/input'; null when the README
 * has no such drawing, which is its first code block that has CLIENT and SERVER in it.
 */
export function drawnFiles(readme: string): string[] | null {
  const blocks = readme.match(/^```[\s\S]*?^```/gm) ?? []
  const drawing = blocks.find((block) => /\bCLIENT\b/.test(block) && /\bSERVER\b/.test(block))
  if (drawing === undefined) return null
  const layers = LAYER_NAMES.join('|')
  return [...new Set(drawing.match(new RegExp(`\\b(${layers})/[a-z][a-z0-9-]*`, 'g')))]
}
