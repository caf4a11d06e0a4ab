import { expect, test } from 'vitest'
import { read } from './source-file.ts'

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
