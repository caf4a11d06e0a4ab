import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { audit } from './audit.mjs'
import { ensureBrowser } from './browser.mjs'
import { runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { ensurePages } from './pages.mjs'
import { ensureProgram, NGINX, REDIS } from './programs.mjs'
import { Expected } from './say.mjs'
import { chooseSoaks, soakList, soakSuites } from './soaks.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const biome = modulePath('@biomejs/biome/bin/biome')
const tsc = modulePath('typescript/bin/tsc')
const vitest = modulePath('vitest/vitest.mjs')

/** @type {Readonly<Record<string, (args: string[]) => Promise<number>>>} */
const jobs = { start, dev, test, soak, check, bench, build, audit: () => audit(root) }

/**
 * Runs one job of package.json with what the user wrote behind it; installs the dependencies first.
 * @param {string | undefined} name
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function runJob(name = '', args) {
  const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
  if (!job) {
    throw new Expected(`glissade: there is no job '${name}', only ${Object.keys(jobs).join(', ')}.`)
  }
  await ensureInstalled(root)
  return job(args)
}

/** The games, from pages built beforehand. @param {string[]} args */
async function start(args) {
  const pages = await ensurePages(root)
  return source('games/server.ts', args, { GLISSADE_PAGES: pages })
}

/** The games, with pages built as they are asked for and replaced as they change. @param {string[]} args */
function dev(args) {
  return source('games/server.ts', args, { GLISSADE_DEV: '1', NODE_ENV: 'development' })
}

/**
 * Every test that belongs to a change; with `fast` in front, those of the project `unit`, which need no other program.
 * @param {string[]} args
 */
async function test(args) {
  if (args[0] === 'fast') {
    const unit = ['--project', 'unit', ...args.slice(1)]
    return node([vitest, 'run', ...unit], {
      GLISSADE_BROWSER: '',
      GLISSADE_REDIS: '',
      GLISSADE_NGINX: '',
      NODE_ENV: 'test',
    })
  }
  const browser = await ensureBrowser()
  const redis = await ensureProgram(REDIS)
  const nginx = await ensureProgram(NGINX)
  return node([vitest, 'run', ...args], {
    CHROMIUM_PATH: browser,
    REDIS_SERVER_PATH: redis,
    NGINX_PATH: nginx,
    NODE_ENV: 'test',
  })
}

/**
 * The long tests by name, several if you like, one after another; without a name the list of them.
 * @param {string[]} args
 */
async function soak(args) {
  const suites = soakSuites(root)
  const { chosen, options } = chooseSoaks(suites, args)
  if (chosen.length === 0) {
    console.log(soakList(suites))
    return 0
  }
  const paths = chosen.map(({ path }) => path)
  const config = ['--config', 'vitest.soak.config.ts']
  return node([vitest, 'run', ...config, ...paths, ...options], { NODE_ENV: 'test' })
}

/**
 * Format, lint and types: all of them, whichever fails. `-- --write` lets Biome mend what it can.
 * @param {string[]} args
 */
async function check(args) {
  const checks = [
    [biome, 'check', '--error-on-warnings', ...args],
    [tsc, '-p', 'tsconfig.json'],
    [tsc, '-p', 'tsconfig.pure.json'],
    [tsc, '-p', 'tsconfig.build.json', '--noEmit'],
  ]
  let worst = 0
  for (const command of checks) {
    worst = Math.max(worst, await node(command))
    if (worst > 128) break // ended by a signal, so the user wants no more
  }
  return worst
}

/** The published figures and pictures; without arguments the list of them. @param {string[]} args */
function bench(args) {
  return source('bench/index.ts', args)
}

/** The package, into dist. @param {string[]} args */
function build(args) {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  return node([tsc, '-p', 'tsconfig.build.json', ...args])
}

/**
 * Runs a TypeScript file, with the engine taken from src instead of dist.
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function source(file, args, env) {
  return node(['-C', 'glissade-source', '--import', 'tsx', file, ...args], env)
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] besides what this process has
 */
function node(args, env) {
  return runChild(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
}

/** @param {string} path below node_modules */
function modulePath(path) {
  return join(root, 'node_modules', path)
}
