/** How many techniques each article of docs/TECHNIQUES.md has. */
const COUNTS: Readonly<Record<string, number>> = { A: 11, B: 9, C: 13, D: 15, E: 17 }

/** Every technique's id, in the order of the table. */
export const TECHNIQUE_IDS: readonly string[] = Object.entries(COUNTS).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
)

/** What a row says that is not written yet. */
const NOT_YET = 'not yet'

/** A row of the table. */
export interface Technique {
  readonly id: string
  readonly technique: string
  readonly mustBeTrue: string
  /** Paths, empty while the technique is still to come. */
  readonly files: readonly string[]
  readonly tests: readonly string[]
  /** Whether the row says, with nothing besides, that the technique is still to come. */
  readonly notYet: boolean
}

/** Reads the rows of the table; paths stand in backticks or bare, with commas between. */
export function readTechniques(markdown: string): Technique[] {
  const rows = markdown.split('\n').filter((line) => /^\| *[A-Z]\d+ *\|/.test(line))
  return rows.map((row) => {
    const [id = '', technique = '', mustBeTrue = '', file = '', test = ''] = row
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => cell.trim())
    const notYet = file === NOT_YET && test === ''
    const files = notYet ? [] : pathsIn(file)
    return { id, technique, mustBeTrue, files, tests: pathsIn(test), notYet }
  })
}

function pathsIn(cell: string): string[] {
  return cell
    .split(',')
    .map((path) => path.trim().replaceAll('`', ''))
    .filter((path) => path !== '')
}

/**
 * Says what is wrong with a row. `read` gives a file's text, or null where there is none.
 */
export function techniqueFaults(row: Technique, read: (path: string) => string | null): string[] {
  if (row.technique === '' || row.mustBeTrue === '') return ['the row has an empty cell']
  if (row.notYet) return []
  const faults = [...row.files, ...row.tests]
    .filter((path) => read(path) === null)
    .map((path) => `${path} does not exist`)
  if (row.files.length === 0) faults.push('the row names no file')
  if (row.tests.length === 0) faults.push('the row names no test')
  if (!row.tests.some((path) => idsIn(read(path) ?? '').has(row.id))) {
    faults.push(`no test in ${row.tests.join(', ') || 'it'} has ${row.id} in front of its name`)
  }
  return faults
}

/** The ids in front of test names: A9 and E12 in `test('A9 E12 a wrong prediction is eased away'`. */
export function idsIn(testFile: string): Set<string> {
  const call = /^\s*(?:(?:test|it|describe)(?:\.\w+(?:\([^\n]*?\))?)*|\]\))\(\s*/
  const names = new RegExp(`${call.source}['"\`]((?:[A-E]\\d{1,2}\\b[ ,]*)+)`, 'gm')
  const found = [...testFile.matchAll(names)].flatMap((match) => match[1]?.split(/[ ,]+/) ?? [])
  return new Set(found.filter((id) => id !== ''))
}
