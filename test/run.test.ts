import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isDebian } from '../scripts/apt.mjs'
import { findBrowser } from '../scripts/browser.mjs'
import { runChild } from '../scripts/child.mjs'
import {
  installedLockPath,
  isInstalled,
  npmCommand,
  withoutMisleadingSettings,
} from '../scripts/install.mjs'
import { isDeadOwner, withLock } from '../scripts/lock.mjs'
import { nodeFault, OLDEST_NODE } from '../scripts/node-version.mjs'
import { sourceState } from '../scripts/pages.mjs'
import { findProgram, NGINX, REDIS } from '../scripts/programs.mjs'
import { read } from './source-file.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glissade-run-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

describe('the version of Node', () => {
  test('the oldest that will do, and later ones', () => {
    expect(['20.19.0', '20.20.2', '22.12.0', '24.0.0'].map(nodeFault)).toEqual(['', '', '', ''])
  })

  test('an older one is refused in a line that names both', () => {
    for (const version of ['20.18.3', '18.20.4', '12.22.0']) {
      expect(nodeFault(version)).toContain(`Node ${OLDEST_NODE} or newer`)
      expect(nodeFault(version)).toContain(version)
    }
  })

  test('package.json asks for the same', () => {
    expect(JSON.parse(read('package.json')).engines.node).toBe(`>=${OLDEST_NODE}`)
  })
})

describe('what is installed', () => {
  const engine = { version: '1.2.3', integrity: 'sha512-a' }
  const forHere = { ...engine, optional: true, os: [process.platform], cpu: [process.arch] }
  const forAnother = { ...engine, optional: true, os: ['plan9'] }
  const wanted = {
    '': { version: '0.1.0' },
    'node_modules/engine': engine,
    'node_modules/for-here': forHere,
    'node_modules/for-another': forAnother,
  }
  const installed = { 'node_modules/engine': engine, 'node_modules/for-here': forHere }

  function writeLock(packages: object): void {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  }

  /** What npm leaves behind: the folders of packages, and a list of them. */
  function writeModules(packages: object): void {
    for (const path of Object.keys(packages)) mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(installedLockPath(folder), JSON.stringify({ packages }))
  }

  test('counts when it is what the lockfile names, whoever installed it', () => {
    writeLock(wanted)
    expect(isInstalled(folder)).toBe(false)
    writeModules(installed)
    expect(isInstalled(folder)).toBe(true)
    writeModules({ ...installed, 'node_modules/besides': engine })
    expect(isInstalled(folder)).toBe(true)
  })

  test('counts when a checkout or a copy has changed the times of its files', () => {
    writeLock(wanted)
    writeModules(installed)
    utimesSync(join(folder, 'package-lock.json'), 2e9, 2e9)
    utimesSync(installedLockPath(folder), 1e9, 1e9)
    expect(isInstalled(folder)).toBe(true)
  })

  test.each([
    ['another version', { 'node_modules/engine': { ...engine, version: '1.2.4' } }],
    ['another content', { 'node_modules/engine': { ...engine, integrity: 'sha512-b' } }],
    ['one more', { 'node_modules/more': engine }],
    ['one more for this machine', { 'node_modules/more': forHere }],
  ])('does not count when the lockfile names %s', (_, change) => {
    writeModules(installed)
    writeLock({ ...wanted, ...change })
    expect(isInstalled(folder)).toBe(false)
  })

  test('does not count when a folder is missing, or a list cannot be read', () => {
    writeLock(wanted)
    writeModules(installed)
    rmSync(join(folder, 'node_modules/engine'), { recursive: true })
    expect(isInstalled(folder)).toBe(false)
    writeModules(installed)
    writeFileSync(installedLockPath(folder), '{ "packages": {')
    expect(isInstalled(folder)).toBe(false)
    writeModules(installed)
    writeFileSync(join(folder, 'package-lock.json'), '')
    expect(isInstalled(folder)).toBe(false)
  })

  test('npm is run by this Node, whatever started the script', () => {
    const npm = join(folder, 'npm-cli.js')
    writeFileSync(npm, '')
    expect(npmCommand({ npm_execpath: npm })).toEqual([process.execPath, npm])
    const other = join(folder, 'yarn.js')
    writeFileSync(other, '')
    const found = npmCommand({ npm_execpath: other, PATH: process.env['PATH'] })
    expect(found[1]).toMatch(/npm-cli\.js$/)
  })

  test('settings that would make it install less, or elsewhere, are dropped', () => {
    const env = {
      npm_config_dry_run: 'true',
      NPM_CONFIG_OMIT: 'dev',
      npm_config_cache: 'c',
      A: 'a',
    }
    expect(withoutMisleadingSettings(env)).toEqual({ npm_config_cache: 'c', A: 'a' })
  })
})

describe('the lock', () => {
  const quick = { pollMs: 5 }

  test('two processes at once go one after the other', async () => {
    const log = join(folder, 'log')
    const script = `
      import { appendFileSync } from 'node:fs'
      import { setTimeout as sleep } from 'node:timers/promises'
      import { withLock } from ${JSON.stringify(new URL('../scripts/lock.mjs', import.meta.url).href)}
      const [path, log, name] = process.argv.slice(1)
      const work = async () => {
        appendFileSync(log, name + ' begins,')
        await sleep(100)
        appendFileSync(log, name + ' ends,')
      }
      await withLock(path, work, { pollMs: 5 })`
    const run = (name: string): Promise<number> => {
      const paths = [join(folder, 'sub', 'lock'), log]
      return runChild(process.execPath, ['--input-type=module', '-e', script, ...paths, name])
    }
    expect(await Promise.all([run('a'), run('b')])).toEqual([0, 0])
    const orders = ['a begins,a ends,b begins,b ends,', 'b begins,b ends,a begins,a ends,']
    expect(orders).toContain(readFileSync(log, 'utf8'))
    expect(existsSync(join(folder, 'sub', 'lock'))).toBe(false)
  })

  test('who has to wait is told for whom, once', async () => {
    const path = join(folder, 'lock')
    const owner = `${process.ppid} ${hostname()} 0`
    writeFileSync(path, owner)
    const waited: string[] = []
    const onWait = (text: string): void => {
      waited.push(text)
      setTimeout(() => rmSync(path), 30)
    }
    await withLock(path, async () => undefined, { ...quick, onWait })
    expect(waited).toEqual([owner])
  })

  test('one left by a dead process is taken over', async () => {
    const path = join(folder, 'lock')
    writeFileSync(path, `${deadPid()} ${hostname()} 0`)
    expect(await withLock(path, async () => 'done', quick)).toBe('done')
  })

  test('one that nobody touches any more is taken over, wherever its owner was', async () => {
    const path = join(folder, 'lock')
    writeFileSync(path, '1 another-machine 0')
    expect(await withLock(path, async () => 'done', { ...quick, untouchedMs: 20 })).toBe('done')
  })

  test('it is let go when the work fails', async () => {
    const path = join(folder, 'lock')
    const failing = withLock(path, () => Promise.reject(new Error('no network')), quick)
    await expect(failing).rejects.toThrow('no network')
    expect(existsSync(path)).toBe(false)
  })

  test('it holds as long as the child at work lives', async () => {
    const path = join(folder, 'lock')
    await withLock(path, async (adopt) => {
      adopt(process.ppid)
      expect(readFileSync(path, 'utf8')).toContain(`${process.pid},${process.ppid} `)
    })
    expect(existsSync(path)).toBe(false)
    expect(isDeadOwner(`${deadPid()},${process.ppid} ${hostname()} 0`)).toBe(false)
    expect(isDeadOwner(`${deadPid()},${deadPid()} ${hostname()} 0`)).toBe(true)
    expect(isDeadOwner(`${deadPid()} another-machine 0`)).toBe(false)
    expect(isDeadOwner('')).toBe(false)
  })
})

describe('a job', () => {
  test('passes its exit code on', async () => {
    expect(await runChild(process.execPath, ['-e', 'process.exit(7)'])).toBe(7)
  })

  test('ended by a signal, it reports what a shell would', async () => {
    const code = await runChild(process.execPath, ['-e', 'process.kill(process.pid, "SIGTERM")'])
    expect(code).toBe(128 + 15)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s reaches it', async (signal) => {
    const script = `process.on('${signal}', () => process.exit(5)); setInterval(() => {}, 1000);
      require('fs').writeFileSync(process.argv[1], '')`
    const ready = join(folder, 'ready')
    const before = process.listenerCount(signal)
    const child = runChild(process.execPath, ['-e', script, ready])
    while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 5))
    process.emit(signal, signal)
    expect(await child).toBe(5)
    expect(process.listenerCount(signal)).toBe(before)
  })
})

test('the pages are built again when a source is changed, added or removed', () => {
  const states: string[] = []
  const note = (): void => void states.push(sourceState(folder))
  note()
  mkdirSync(join(folder, 'games', 'duo'), { recursive: true })
  writeFileSync(join(folder, 'games', 'duo', 'game.ts'), 'one')
  note()
  writeFileSync(join(folder, 'games', 'duo', 'game.ts'), 'other')
  note()
  rmSync(join(folder, 'games', 'duo', 'game.ts'))
  note()
  expect(new Set(states).size).toBe(3)
  expect(states[3]).toBe(states[0])
})

test('a browser is taken from CHROMIUM_PATH, and a wrong path is told', () => {
  const browser = join(folder, 'chrome')
  expect(() => findBrowser({ CHROMIUM_PATH: browser })).toThrow('which does not exist')
  writeFileSync(browser, '')
  expect(findBrowser({ CHROMIUM_PATH: browser })).toBe(browser)
})

test.each([REDIS, NGINX])(
  '$title is taken from $setting or from PATH, and a wrong path is told',
  (program) => {
    const path = join(folder, program.file)
    const named = { [program.setting]: path }
    expect(() => findProgram(program, named)).toThrow('which does not exist')
    writeFileSync(path, '')
    expect(findProgram(program, named)).toBe(path)
    expect(findProgram({ ...program, file: 'a-program' }, { PATH: folder })).toBe('')
    writeFileSync(join(folder, 'a-program'), '')
    expect(findProgram({ ...program, file: 'a-program' }, { PATH: folder })).toMatch(/\ba-program$/)
  },
)

test('only Debian itself gets its packages installed', () => {
  expect(isDebian('PRETTY_NAME="Debian"\nID=debian\n')).toBe(true)
  expect(isDebian('ID=ubuntu\nID_LIKE=debian\n')).toBe(false)
})
