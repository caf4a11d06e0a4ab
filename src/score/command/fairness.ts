import { traceNames } from '../traces/catalogue.ts'
import type { Report } from './report.ts'

const PACKAGES = ['geckos', 'colyseus']
/** Captured traces whose source is known. */
const DRIVE = 'real_5g_'

/** Returns the facts that a reader needs to judge the report's comparison, in Markdown. */
export function fairnessText({ players, traces }: Report): string {
  const hasPlayer = (is: (name: string) => boolean): boolean => players.some(({ name }) => is(name))
  const parts: string[] = []
  if (hasPlayer((name) => name.includes('-like'))) {
    parts.push(`Players called \`-like\` are the rules of other engines, rebuilt from their descriptions. They are not those engines, and
other parts of those engines might do better or worse.`)
  }
  if (hasPlayer((name) => PACKAGES.some((one) => name.startsWith(one)))) {
    parts.push(`\`geckos\` and \`colyseus\` are the real packages, in the stated versions, installed as published and
driven by a simulated clock. \`bench/peers\` has the code.`)
  }
  if (hasPlayer((name) => name.startsWith('glissade'))) {
    if (traces.some(({ name }) => traceNames.includes(name.replace(/\/tcp$/, '')))) {
      parts.push(`The constants of \`glissade\` were tuned on the generated traces with seeds 2, 11, 12 and 13, and in rooms with three captured
5G drives among the networks. Seeds 1, 3, 5, 14, 15 and 16 were looked at before the constants were kept. Other seeds were
not looked at. \`--seed\` makes other networks, movements, frames and clocks.`)
    }
    parts.push(`\`glissade\` leads where movement can be predicted: it shows boids and vehicles ahead of the newest state, which no
bound does. A platformer character turns and jumps at will, so the advantage is smaller there. \`glissade\` extrapolates the
character by the rules that move it, in steps of 1/60 s, with the input that it held at its newest state. A game with rules
that give another result on the client than on the server will be further off. \`glissade-alone\` does without these rules.
An entity that is extrapolated too far is in a wrong place, which the error cost counts and the cost does not. Look at the
tables by sort of movement, and compare \`won\`, where each trace and movement counts by itself, with the means.`)
  }
  if (traces.some(({ name }) => name.startsWith(DRIVE))) {
    parts.push(`Captured traces called \`${DRIVE}*\` are 5G drives of CICV5G (Zhang et al., Zenodo 17475688, CC BY 4.0); they are not part
of this repository.`)
  }
  return parts.join('\n\n')
}
