import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, read } from './source-file.ts'

/** The parts of a package.json that name packages. */
interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly license?: string
}

const manifest: Manifest = JSON.parse(read('package.json'))
const rows = [...read('docs/DEPENDENCIES.md').matchAll(/^\| `([^`]+)` \|.*\| ([^|]+) \|$/gm)]
const licences = new Map(rows.map((row) => [row[1] ?? '', row[2] ?? '']))

/** A package of the lockfile. */
interface Locked {
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
}

const lock: { readonly packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'))
const locked = Object.entries(lock.packages).filter(([folder]) => folder !== '')

const names = [
  ...new Set([
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
    ...Object.keys(manifest.devDependencies ?? {}),
  ]),
]

test('every dependency has its line, and every line its dependency', () => {
  expect([...licences.keys()].sort()).toEqual(names.sort())
})

test.each(names)('%s is under the licence its line says', (name) => {
  const installed: Manifest = JSON.parse(read(`node_modules/${name}/package.json`))
  expect(licences.get(name)?.replace(' or ', ' OR ')).toBe(installed.license)
})

test('the page counts what users install, and what development needs', () => {
  const page = read('docs/DEPENDENCIES.md').replaceAll('\n', ' ')
  const forUsers = locked.filter(([, { dev }]) => dev !== true).map(([folder]) => folder)
  expect(forUsers).toEqual(['node_modules/ws'])
  expect(page).toContain(`installs ${forUsers.length} other package, \`ws\``)
  const optional = locked.filter(([, one]) => one.optional === true).length
  expect(page).toContain(`names ${locked.length} packages`)
  expect(page).toContain(`${optional} of them are optional`)
})

test('the page counts the licences, and the lockfile has those of what is installed', () => {
  const counts: Record<string, number> = {}
  for (const [folder, { license = 'none' }] of locked) {
    const name = license.replace(' OR ', ' or ').replace('MPL 2.0', 'MPL-2.0')
    counts[name] = (counts[name] ?? 0) + 1
    const path = `${folder}/package.json`
    if (!existsSync(join(ROOT, path))) continue
    const installed: Manifest = JSON.parse(read(path))
    expect([folder, installed.license]).toEqual([folder, license])
  }
  const shown = read('docs/DEPENDENCIES.md').matchAll(/^\| ([^|`]+) \| (\d+) \|$/gm)
  expect(Object.fromEntries([...shown].map(([, name, count]) => [name, Number(count)]))).toEqual(
    counts,
  )
})
