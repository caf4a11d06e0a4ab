import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bundle, bundle } from './bundle.ts'
import type { Option } from './options.ts'

const readme = join(import.meta.dirname, '../../test/readme')
const GAME = readFileSync(join(readme, 'game.ts'), 'utf8')
const PAGE = readFileSync(join(readme, 'client.ts'), 'utf8')

/** The whole page of the README, with game, keys and sprites. */
export const readmePage = (): Promise<Bundle> => bundle(PAGE)

/** All that `connect` brings, without a game. */
export const connectAlone = (): Promise<Bundle> =>
  bundle("export { connect } from 'glissade/client'")

/** The page of the README with an option more. */
export function pageWith(option: Option): Promise<Bundle> {
  const { game = [], page = {}, define, input, dot, connect, run } = option
  let rules = GAME
  if (game.length > 0) rules = `import { ${game.join(', ')} } from 'glissade'\n${rules}`
  if (define) rules = replaced(rules, "name: 'dots',", `name: 'dots', ${define},`)
  if (input) rules = replaced(rules, 'input: {', `input: { ${input},`)
  if (dot) rules = replaced(rules, 'dot: {', `dot: { ${dot},`)
  let script = PAGE
  for (const [entryPoint, names] of Object.entries(page))
    script = `import { ${names.join(', ')} } from '${entryPoint}'\n${script}`
  if (connect) script = replaced(script, 'location.origin)', `location.origin, { ${connect} })`)
  if (run) script = replaced(script, 'keys(session)', `keys(session); ${run}`)
  return bundle(script, rules)
}

/** `text` with the first `from` in it replaced; an error when there is none. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the README's game has no '${from}' any more`)
  return text.replace(from, () => to)
}
