import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.mjs'
import { withLock } from './lock.mjs'
import { Expected, say } from './say.mjs'

/** What the pages are made from. */
const SOURCES = [
  ...['games', 'src', 'package-lock.json', 'package.json', 'vite.config.ts'],
  // The documents, and the game of the README, which the landing page shows.
  ...['docs', 'scripts/site', 'test/readme'],
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'LICENSE'],
]

/**
 * Where the built pages lie. Not in dist: that folder is the published package.
 * @param {string} root
 */
export function pagesFolder(root) {
  return join(root, '.cache', 'pages')
}

/**
 * Builds the pages unless those there are from the sources as they stand. Returns their folder.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function ensurePages(root) {
  const folder = pagesFolder(root)
  await withLock(
    join(root, '.cache', 'pages.lock'),
    async (adopt) => {
      const wanted = sourceState(root)
      if (readBuilt(folder) !== wanted) await build(root, folder, wanted, adopt)
    },
    { onWait: () => say('waiting for another process that builds the pages ...') },
  )
  return folder
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} state what the stamp will say
 * @param {(pid: number) => void} started
 */
async function build(root, folder, state, started) {
  say('building the pages ...')
  rmSync(stampPath(folder), { force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const code = await runChild(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    output: 'stderr',
    started,
  })
  if (code !== 0) throw new Expected(`glissade: building the pages ended with code ${code}.`)
  writeFileSync(stampPath(folder), state)
}

/** Beside the folder, not in it: everything in it is served. @param {string} folder */
function stampPath(folder) {
  return `${folder}.built`
}

/** @param {string} folder */
function readBuilt(folder) {
  const path = stampPath(folder)
  return existsSync(path) && existsSync(folder) ? readFileSync(path, 'utf8') : ''
}

/**
 * Names, sizes and times of all sources in one hash: changed, added and removed files all show.
 * @param {string} root
 * @returns {string}
 */
export function sourceState(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) addState(hash, join(root, source))
  return hash.digest('hex')
}

/** @param {import('node:crypto').Hash} hash @param {string} path */
function addState(hash, path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return
  if (stat.isDirectory()) {
    for (const name of readdirSync(path).sort()) addState(hash, join(path, name))
  } else if (!path.endsWith('.test.ts')) {
    hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
  }
}
