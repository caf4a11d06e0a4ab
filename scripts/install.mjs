import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { runChild } from './child.mjs'
import { withLock } from './lock.mjs'
import { Expected, say } from './say.mjs'

/**
 * Settings that `npm pack`, `npm run` and the like hand to their scripts and that would make the
 * installation below do less than it says, or do it elsewhere.
 */
const MISLEADING_SETTINGS =
  /^npm_config_(dry_run|global|location|omit|only|package_lock_only|production|workspaces?)$/i

/**
 * What the stamp in node_modules has to say: the lockfile it was installed from, and the platform, because
 * some packages carry programs for one platform only.
 * @param {string} root
 * @returns {string}
 */
export function wantedStamp(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  return `${hash.digest('hex')} ${process.platform} ${process.arch}\n`
}

/** @param {string} root */
export function stampPath(root) {
  return join(root, 'node_modules', '.glissade-installed')
}

/**
 * Whether node_modules holds what the lockfile names: true only after an installation that ran to its end.
 * @param {string} root
 * @returns {boolean}
 */
export function isInstalled(root) {
  const path = stampPath(root)
  return existsSync(path) && readFileSync(path, 'utf8') === wantedStamp(root)
}

/**
 * Installs the dependencies unless they are there; two at once share one installation.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  await withLock(
    join(root, '.cache', 'install.lock'),
    async (adopt) => {
      if (!isInstalled(root)) await install(root, adopt)
    },
    {
      onWait: (owner) =>
        say(`waiting for the installation by process ${Number.parseInt(owner, 10)} ...`),
    },
  )
}

/** @param {string} root @param {(pid: number) => void} started */
async function install(root, started) {
  const [program, ...first] = npmCommand(process.env)
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  say(`installing the development dependencies (npm ${args.join(' ')}) ...`)
  // npm removes the old folder file by file: a stamp surviving a kill in there would be a lie.
  rmSync(stampPath(root), { force: true })
  const code = await runChild(program, [...first, ...args], {
    cwd: root,
    env: withoutMisleadingSettings(process.env),
    output: 'stderr',
    started,
  })
  if (code !== 0)
    throw new Expected(`glissade: npm ci ended with code ${code}; nothing was started.`)
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
    throw new Expected(
      'glissade: npm ci reported success but installed nothing; nothing was started.',
    )
  }
  writeFileSync(stampPath(root), wantedStamp(root))
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutMisleadingSettings(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !MISLEADING_SETTINGS.test(name)))
}

/**
 * The command line of npm: the one that started this script, else the one beside this Node, else the one in
 * PATH. Another package manager's path in npm_execpath is passed over.
 * @param {NodeJS.ProcessEnv} env
 * @returns {[string, ...string[]]}
 */
export function npmCommand(env) {
  const node = dirname(process.execPath)
  const inPath = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const candidates = [
    env['npm_execpath'] ?? '',
    resolve(node, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(node, 'node_modules/npm/bin/npm-cli.js'),
    ...inPath,
  ]
  for (const candidate of candidates) {
    if (candidate === '' || !existsSync(candidate)) continue
    const file = realpathSync(candidate)
    if (basename(file) === 'npm-cli.js') return [process.execPath, file]
  }
  throw new Expected('glissade: npm was not found; run this as `npm start` or `npm test`.')
}
