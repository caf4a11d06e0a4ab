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
    parts.push(`A player with \`-like\` in its name is not another engine. It only applies the rule by which that engine chooses the displayed
time, rebuilt from the description of the engine. Other parts of the engine might do better or worse.`)
  }
  if (hasPlayer((name) => PACKAGES.some((one) => name.startsWith(one)))) {
    parts.push(`\`geckos\` and \`colyseus\` are the real packages in the stated versions, installed as published. The code in \`bench/peers\` drives
them with a simulated clock.`)
  }
  if (hasPlayer((name) => name.startsWith('glissade'))) {
    if (traces.some(({ name }) => traceNames.includes(name.replace(/\/tcp$/, '')))) {
      parts.push(`The constants of \`glissade\` were tuned on the generated traces with seeds 2, 11, 12 and 13, and in rooms whose networks
included three captured 5G drives. Seeds 1, 3, 5, 14, 15 and 16 were examined before the constants became final. No other seeds
were examined, so another \`--seed\` makes networks, movements, frames and clocks that had no part in the tuning.`)
    }
    parts.push(`\`glissade\` leads where movement can be predicted. It shows boids and vehicles ahead of the newest state, which the clairvoyant
of the bound never does. With platformer characters, \`glissade\` has a smaller advantage, because they turn and jump at will. It
extrapolates them by the rules that move them, in steps of 1/60 s, with the input that they had in their newest state. If the
rules of a game give a different result on the client than on the server, the errors will be larger. \`glissade-alone\` does not
use these rules.

An entity that is extrapolated too far is in a wrong place. The error cost counts wrong places, and the cost does not, so
compare both. Means over all movements hide differences, so look at the tables by sort of movement too, and at \`won\`, which
counts each pair of a trace and a movement separately.`)
  }
  if (traces.some(({ name }) => name.startsWith(DRIVE))) {
    parts.push(`The traces called \`${DRIVE}*\` are 5G drives from CICV5G (Zhang et al., Zenodo 17475688, CC BY 4.0). This repository does not
contain them.`)
  }
  return parts.join('\n\n')
}
