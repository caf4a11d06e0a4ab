import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, read } from './source-file.ts'
import { idsIn, readTechniques, TECHNIQUE_IDS, techniqueFaults } from './techniques.ts'

const page = read('docs/TECHNIQUES.md')
const rows = readTechniques(page)

test('every technique has its row, once and in order', () => {
  expect(rows.map((row) => row.id)).toEqual(TECHNIQUE_IDS)
})

describe('a row tells the truth', () => {
  const readIfThere = (path: string): string | null => {
    const isFile = existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile()
    return isFile ? read(path) : null
  }
  test.each(rows)('$id $technique', (row) => {
    expect(techniqueFaults(row, readIfThere)).toEqual([])
  })
})

describe('the rules themselves catch', () => {
  const files: Readonly<Record<string, string>> = {
    'src/a.ts': '',
    'src/a.test.ts': "test('B6 the ring overwrites its oldest sample', () => {",
  }
  const faultsOf = (file: string, testFile: string): string[] => {
    const [row] = readTechniques(`| B6 | buffer | bounded | ${file} | ${testFile} |`)
    if (!row) throw new Error('the row was not read')
    return techniqueFaults(row, (path) => files[path] ?? null)
  }

  test('nothing in a true row, and nothing in one still to come', () => {
    expect(faultsOf('`src/a.ts`', '`src/a.test.ts`')).toEqual([])
    expect(faultsOf('not yet', '')).toEqual([])
  })

  test('a file or a test that does not exist', () => {
    expect(faultsOf('src/b.ts', 'src/a.test.ts')).toEqual(['src/b.ts does not exist'])
    expect(faultsOf('src/a.ts', 'src/a.test.ts, src/b.test.ts')).toEqual([
      'src/b.test.ts does not exist',
    ])
  })

  test('a test without the id, a row without a test, and a test for what is still to come', () => {
    expect(faultsOf('src/a.ts', 'src/a.ts')).toEqual([
      'no test in src/a.ts has B6 in front of its name',
    ])
    expect(faultsOf('src/a.ts', '')).toContain('the row names no test')
    expect(faultsOf('', '')).toContain('the row names no file')
    expect(faultsOf('not yet', 'src/a.test.ts')).toContain('not yet does not exist')
  })

  test('ids only in front of the names of tests', () => {
    const text = [
      "test('A9 E12 a wrong prediction is eased away', () => {",
      "test.each(['a', 'b'])('C4, C9 time is steps', () => {",
      "test.each([\n  1,\n])('C6 %s', () => {",
      'describe(`D8 slerp`, () => {',
      "test('a name with B6 inside', () => {",
      "// test of B2, expect('B3 x')",
      'test(',
      "  'E17 nothing freezes for good',",
    ].join('\n')
    expect([...idsIn(text)]).toEqual(['A9', 'E12', 'C4', 'C9', 'C6', 'D8', 'E17'])
  })
})

describe('Where is ...?', () => {
  const [, chapter = ''] = page.split('\n## Where is ...?\n')
  const answers = [...chapter.matchAll(/^\| (.+\?) \| `([^`]+)` \| `([^`]+)` \|$/gm)].map(
    ([, question = '', file = '', name = '']) => ({ question, file, name }),
  )

  test('has thirty questions, each once', () => {
    expect(new Set(answers.map(({ question }) => question)).size).toBe(30)
    expect(answers.length).toBe(30)
  })

  test.each(answers)('$question', ({ file, name }) => {
    expect(existsSync(join(ROOT, file))).toBe(true)
    const before = file.endsWith('.md')
      ? '#+ '
      : ' *(?:(?:export|async|get|function|const|class) )*'
    expect(read(file)).toMatch(new RegExp(`^${before}${name}\\b`, 'm'))
  })
})
