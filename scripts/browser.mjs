import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runChild } from './child.mjs'
import { Expected, say } from './say.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The pages draw text, and a bare container has no font at all. */
const PACKAGES = ['chromium', 'fonts-dejavu-core']

/**
 * The path of a Chromium that can run the browser tests, or '' where there is none: CHROMIUM_PATH, else the
 * first of the usual places.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 */
export function findBrowser(env = process.env) {
  const named = env['CHROMIUM_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Expected(`glissade: CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  return usualPlaces(env, process.platform).find((path) => existsSync(path)) ?? ''
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @returns {string[]}
 */
function usualPlaces(env, platform) {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      apps.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`),
    )
  }
  if (platform === 'win32') {
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ]
    return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => programs.map((program) => join(folder, program)))
  }
  const folders = ['/usr/bin', ...(env['PATH'] ?? '').split(delimiter)]
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
}

/**
 * Finds a Chromium or, as root on Debian, installs one. Where that is not possible it says what to do and
 * returns ''; with GLISSADE_BROWSER=required that is a failure.
 * @returns {Promise<string>}
 */
export async function ensureBrowser() {
  let path = findBrowser()
  if (path === '' && canInstall()) {
    await installWithApt()
    path = findBrowser()
  }
  if (path !== '') return path
  const advice = 'install Chromium or Chrome, or set CHROMIUM_PATH to one'
  if (process.env['GLISSADE_BROWSER'] === 'required') {
    throw new Expected(`glissade: no browser found, and the browser tests are required: ${advice}.`)
  }
  say(`no browser found: the browser tests are left out (${advice}).`)
  return ''
}

function canInstall() {
  const isRoot = process.getuid?.() === 0
  return (
    isRoot && existsSync('/etc/os-release') && isDebian(readFileSync('/etc/os-release', 'utf8'))
  )
}

/**
 * @param {string} osRelease the text of /etc/os-release
 * @returns {boolean}
 */
export function isDebian(osRelease) {
  return /^ID=["']?debian["']?$/m.test(osRelease)
}

async function installWithApt() {
  const lists = '/var/lib/apt/lists'
  const hasLists =
    existsSync(lists) && readdirSync(lists).some((name) => name.endsWith('InRelease'))
  if (!hasLists) await apt('update')
  const install = () => apt('install', '-y', '--no-install-recommends', ...PACKAGES)
  if ((await install()) === 0 || !hasLists) return
  // Old lists name packages that the mirror no longer has.
  if ((await apt('update')) === 0) await install()
}

/** @param {string[]} args */
async function apt(...args) {
  say(`no browser found, so: apt-get ${args.join(' ')}`)
  try {
    return await runChild('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      output: 'stderr',
    })
  } catch {
    return 1
  }
}
