import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/** A file of the repository. */
export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** One import or re-export, static or not. */
export interface Import {
  /** As written. */
  readonly from: string
  /** The file it names, from the root; null for a package. */
  readonly target: string | null
  /** Whether it vanishes when compiled. */
  readonly typeOnly: boolean
}

/** The root of the repository. */
export const ROOT: string = join(import.meta.dirname, '..')

/** Reads every TypeScript and JavaScript file below the folders, in order of their paths. */
export function readSources(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) => walk(folder)).map((path) => ({ path, text: read(path) }))
}

/** Reads one file of the repository. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function walk(folder: string): string[] {
  let entries: import('node:fs').Dirent[]
  try {
    entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
  } catch {
    return []
  }
  return entries
    .filter((entry) => entry.name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) return walk(path)
      return /\.(ts|mts|js|mjs)$/.test(entry.name) ? [path] : []
    })
}

/** What the syntax trees below look like, as far as it matters here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const trees = new WeakMap<SourceFile, Node>()

function treeOf(file: SourceFile): Node {
  let tree = trees.get(file)
  if (!tree) {
    const parsed = parseSync(file.path, file.text)
    if (parsed.errors.length > 0)
      throw new SyntaxError(`${file.path}: ${parsed.errors[0]?.message}`)
    tree = parsed.program as unknown as Node
    trees.set(file, tree)
  }
  return tree
}

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item)
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value && 'start' in value) yield value as Node
    for (const part of Object.values(value)) yield* nodesOf(part)
  }
}

/** Every import of a file, `import()` and the types' `import('...')` included. */
export function importsOf(file: SourceFile): Import[] {
  const imports: Import[] = []
  for (const node of nodesOf(treeOf(file))) {
    const from = (node['source'] as Node | null | undefined)?.['value']
    if (typeof from !== 'string') continue
    const typeOnly =
      node['importKind'] === 'type' || node['exportKind'] === 'type' || node.type === 'TSImportType'
    const isRelative = from.startsWith('.')
    const own = from === '#development' ? 'src/base/development.ts' : null
    const target = isRelative ? posix.join(posix.dirname(file.path), from) : own
    imports.push({ from, target, typeOnly })
  }
  return imports
}

/** Names that read a clock, start a timer or roll dice. */
const CLOCKS_AND_DICE = new Set([
  'Date.now',
  'performance.now',
  'Math.random',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'requestAnimationFrame',
])

/** Where a file reads a clock, starts a timer or rolls dice, as 'line 3: Date.now'. Comments do not count. */
export function clocksAndDiceOf(file: SourceFile): string[] {
  const found: string[] = []
  const add = (node: Node, name: string): void => {
    found.push(`line ${file.text.slice(0, node.start).split('\n').length}: ${name}`)
  }
  for (const node of nodesOf(treeOf(file))) {
    if (node.type === 'Identifier') {
      if (CLOCKS_AND_DICE.has(String(node['name']))) add(node, String(node['name']))
    } else if (node.type === 'MemberExpression') {
      const name = `${nameOf(node['object'])}.${nameOf(node['property'])}`
      if (CLOCKS_AND_DICE.has(name)) add(node, name)
    } else if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Date') {
      if ((node['arguments'] as unknown[]).length === 0) add(node, 'new Date()')
    }
  }
  return found
}

/** 'Date' for `Date` and for `globalThis.Date`, 'now' for `.now` and for `['now']`. */
function nameOf(value: unknown): string {
  const node = value as Node
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  return String(node['name'] ?? node['value'] ?? '')
}
