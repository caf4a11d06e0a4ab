import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { chooseSoaks, soakList, soakSuites } from '../scripts/soaks.mjs'
import { read } from './source-file.ts'

const suites = soakSuites(fileURLToPath(new URL('..', import.meta.url)))
const names = suites.map(({ name }) => name)

describe('npm run soak', () => {
  test('has the suites that it is known for, each under a name of its own', () => {
    expect(names).toEqual(
      expect.arrayContaining(['conversations', 'day', 'impairment', 'neighbours', 'storm']),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(suites)('$name says what it does and what it takes', ({ does }) => {
    expect(does).toMatch(/^[A-Z].*\. .*Takes .*\.$/)
  })

  test.each(suites)('$name names every setting that it reads, and no other', ({ path, does }) => {
    const source = read(path)
    const byName = [...source.matchAll(/process\.env\['([A-Z]+)'\]/g)].map(([, name]) => name)
    const [, taken = ''] = /const \{([^}]*)\} = process\.env/.exec(source) ?? []
    const together = [...taken.matchAll(/([A-Z]+) =/g)].map(([, name]) => name)
    const said = [...does.matchAll(/\b([A-Z]{4,})=/g)].map(([, name]) => name)
    expect(new Set(said)).toEqual(new Set([...byName, ...together]))
  })

  test('the list has a line for each, and one for what it does', () => {
    const lines = soakList(suites).split('\n')
    expect(lines.length).toBe(2 * suites.length)
    expect(lines).toContain('npm run soak -- neighbours')
  })

  test('CONTRIBUTING.md names each of them', () => {
    const row = /^\| `npm run soak.*$/m.exec(read('CONTRIBUTING.md'))![0]
    expect([...row.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual(names)
  })

  test('runs the suites whose names come first, with the options behind them', () => {
    const { chosen, options } = chooseSoaks(suites, ['day', 'storm', '-t', 'ordered'])
    expect(chosen.map(({ path }) => path)).toEqual(['test/day.soak.ts', 'test/storm/storm.soak.ts'])
    expect(options).toEqual(['-t', 'ordered'])
  })

  test('runs nothing without a name, and refuses an unknown one with the list', () => {
    expect(chooseSoaks(suites, []).chosen).toEqual([])
    expect(() => chooseSoaks(suites, ['storms'])).toThrow(/there is no soak 'storms'.*\n.*-- /)
    expect(() => chooseSoaks(suites, ['-t', 'x'])).toThrow(/say which soak first/)
  })
})
