import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Expected } from './say.mjs'

const ENDING = '.soak.ts'

/** @typedef {{ readonly name: string, readonly path: string, readonly does: string }} SoakSuite */

/**
 * The suites of `npm run soak`, by name. A suite is a file below `test` whose name ends in `.soak.ts`, and the comment
 * at its head says what it does, in plain words, and what it takes.
 * @param {string} root
 * @returns {SoakSuite[]}
 */
export function soakSuites(root) {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ENDING))
    .map((path) => ({
      name: basename(path, ENDING),
      path: join('test', path),
      does: headComment(readFileSync(join(root, 'test', path), 'utf8')),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * What somebody asked for: the suites that the words before the first option name, and the words that are left. No word
 * at all asks for nothing. Throws a list of the suites for a name that is none.
 * @param {readonly SoakSuite[]} suites
 * @param {readonly string[]} words
 * @returns {{ chosen: SoakSuite[], options: string[] }}
 */
export function chooseSoaks(suites, words) {
  const firstOption = words.findIndex((word) => word.startsWith('-'))
  const names = firstOption < 0 ? words : words.slice(0, firstOption)
  const chosen = names.map((name) => {
    const suite = suites.find((one) => one.name === name)
    if (suite) return suite
    throw new Expected(
      `glissade: there is no soak '${name}'; there are these:\n${soakList(suites)}`,
    )
  })
  const options = words.slice(names.length)
  if (chosen.length === 0 && options.length > 0)
    throw new Expected(`glissade: say which soak first; there are these:\n${soakList(suites)}`)
  return { chosen, options }
}

/**
 * A text that lists them, with what they do and take.
 * @param {readonly SoakSuite[]} suites
 */
export function soakList(suites) {
  return suites.map(({ name, does }) => `npm run soak -- ${name}\n    ${does}`).join('\n')
}

/** @param {string} source a file; '' where it does not begin with a comment */
function headComment(source) {
  const [, words = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source) ?? []
  return words
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
