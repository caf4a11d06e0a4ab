import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { runChild } from './child.mjs'
import { say } from './say.mjs'

/** Whether this user may install packages, on a system that has the names that the tests know: root, on Debian. */
export function canInstall() {
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

/**
 * Installs packages of Debian, and starts none of the services that they bring. Whether it worked shows in what is there then.
 * @param {string} why what was not found
 * @param {readonly string[]} packages
 */
export async function installWithApt(why, packages) {
  const lists = '/var/lib/apt/lists'
  const hasLists =
    existsSync(lists) && readdirSync(lists).some((name) => name.endsWith('InRelease'))
  if (!hasLists) await apt(why, 'update')
  const install = () => apt(why, 'install', '-y', '--no-install-recommends', ...packages)
  if ((await install()) === 0 || !hasLists) return
  // Old lists name packages that the mirror no longer has.
  if ((await apt(why, 'update')) === 0) await install()
}

/** @param {string} why @param {string[]} args */
async function apt(why, ...args) {
  say(`no ${why} found, so: apt-get ${args.join(' ')}`)
  try {
    return await runChild('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      // In runlevel 1, Debian starts no service that a package brings.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      output: 'stderr',
    })
  } catch {
    return 1
  }
}
