import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
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
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/**
 * What npm writes into node_modules when an installation has come to its end: its part of the lockfile.
 * @param {string} root
 */
export function installedLockPath(root) {
  return join(root, 'node_modules', '.package-lock.json')
}

/**
 * Whether node_modules holds what the lockfile names, whoever ran npm. The contents decide, never the times of files:
 * a checkout or a copy changes those. Packages besides those of the lockfile do no harm.
 * @param {string} root
 * @returns {boolean}
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(installedLockPath(root))
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      (installed[path] === undefined && isOptionalHere(entry)) ||
      (isSame(installed[path], entry) && existsSync(join(root, path))),
  )
}

/**
 * The packages that a lockfile names, by their folders; undefined where it cannot be read.
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** @param {LockedPackage | undefined} installed @param {LockedPackage} wanted */
function isSame(installed, wanted) {
  return installed?.version === wanted.version && installed?.integrity === wanted.integrity
}

/**
 * Whether npm may leave a package out here: an optional one that is not made for this platform in particular. Of those
 * made for one C library, only npm knows whether it is the one here.
 * @param {LockedPackage} entry
 */
function isOptionalHere({ optional, os, cpu, libc }) {
  if (!optional) return false
  const isForHere =
    os?.includes(process.platform) && (cpu === undefined || cpu.includes(process.arch))
  return !isForHere || libc !== undefined
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
  // npm removes the old folder file by file: its list surviving a kill in there would be a lie.
  rmSync(installedLockPath(root), { force: true })
  const code = await runChild(program, [...first, ...args], {
    cwd: root,
    env: withoutMisleadingSettings(process.env),
    output: 'stderr',
    started,
  })
  if (code !== 0)
    throw new Expected(`glissade: npm ci ended with code ${code}; nothing was started.`)
  if (!existsSync(installedLockPath(root))) {
    throw new Expected(
      'glissade: npm ci reported success but installed nothing; nothing was started.',
    )
  }
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
