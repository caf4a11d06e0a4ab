import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstall, installWithApt } from './apt.mjs'
import { Expected, say } from './say.mjs'

/**
 * A third-party server that the tests start.
 * @typedef {object} Program
 * @property {string} file the name of the program, and of the package of Debian that brings it
 * @property {string} title what people call it
 * @property {string} setting the variable of the environment that names its path
 * @property {string} required the variable that makes a missing one a failure
 * @property {string} advice
 */

/** @type {Program} */
export const REDIS = {
  file: 'redis-server',
  title: 'Redis',
  setting: 'REDIS_SERVER_PATH',
  required: 'GLISSADE_REDIS',
  advice: 'install Redis 7 or later, or set REDIS_SERVER_PATH to its redis-server',
}

/** @type {Program} */
export const NGINX = {
  file: 'nginx',
  title: 'nginx',
  setting: 'NGINX_PATH',
  required: 'GLISSADE_NGINX',
  advice: 'install nginx, or set NGINX_PATH to it',
}

/**
 * The path of a program that the tests can start, or '' where there is none: what its setting names, else the first of the
 * usual places.
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 */
export function findProgram({ file, setting }, env = process.env) {
  const named = env[setting]
  if (named) {
    if (existsSync(named)) return named
    throw new Expected(`glissade: ${setting} names ${named}, which does not exist.`)
  }
  const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
  const places = [...folders, ...(env['PATH'] ?? '').split(delimiter)]
  return places.map((folder) => join(folder, file)).find((path) => existsSync(path)) ?? ''
}

/**
 * Finds a program or, as root on Debian, installs it. Where that is not possible it says what to do and returns ''; if the
 * program is required, that is a failure.
 * @param {Program} program
 * @returns {Promise<string>}
 */
export async function ensureProgram(program) {
  let path = findProgram(program)
  if (path === '' && canInstall()) {
    await installWithApt(program.title, [program.file])
    path = findProgram(program)
  }
  if (path !== '') return path
  const { title, advice } = program
  if (process.env[program.required] === 'required') {
    throw new Expected(`glissade: no ${title} found, and its tests are required: ${advice}.`)
  }
  say(`no ${title} found: the tests of ${title} are left out (${advice}).`)
  return ''
}
