import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { canInstall, installWithApt } from './apt.mjs'
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
    await installWithApt('browser', PACKAGES)
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
