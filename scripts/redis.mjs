import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstall, installWithApt } from './apt.mjs'
import { Expected, say } from './say.mjs'

/**
 * The path of a `redis-server` that the tests can start, or '' where there is none: REDIS_SERVER_PATH, else the first of the
 * usual places.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 */
export function findRedis(env = process.env) {
  const named = env['REDIS_SERVER_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Expected(`glissade: REDIS_SERVER_PATH names ${named}, which does not exist.`)
  }
  const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  const places = [...folders, ...(env['PATH'] ?? '').split(delimiter)]
  return places.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path)) ?? ''
}

/**
 * Finds a `redis-server` or, as root on Debian, installs one. Where that is not possible it says what to do and returns '';
 * with GLISSADE_REDIS=required that is a failure.
 * @returns {Promise<string>}
 */
export async function ensureRedis() {
  let path = findRedis()
  if (path === '' && canInstall()) {
    await installWithApt('redis-server', ['redis-server'])
    path = findRedis()
  }
  if (path !== '') return path
  const advice = 'install Redis 7 or later, or set REDIS_SERVER_PATH to its redis-server'
  if (process.env['GLISSADE_REDIS'] === 'required') {
    throw new Expected(`glissade: no Redis found, and its tests are required: ${advice}.`)
  }
  say(`no redis-server found: the tests of Redis are left out (${advice}).`)
  return ''
}
