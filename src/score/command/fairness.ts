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
    parts.push(`A contender with \`-like\` in its name is not the engine that it is named after. It only applies that engine's rule for the
displayed time, rebuilt from the description of the engine. Other parts of the engine might do better or worse.`)
  }
  if (hasPlayer((name) => PACKAGES.some((one) => name.startsWith(one)))) {
    parts.push(`\`geckos\` and \`colyseus\` are the real packages in the stated versions, installed as published. The code in \`bench/peers\` drives
them with a simulated clock.`)
  }
  if (hasPlayer((name) => name.startsWith('glissade'))) {
    if (traces.some(({ name }) => traceNames.includes(name.replace(/\/tcp$/, '')))) {
      parts.push(`The constants of \`glissade\` were tuned on the generated traces with seeds 2, 11, 12 and 13, and in rooms whose networks
included three captured 5G drives. Seeds 1, 3, 5, 14, 15 and 16 were examined before the constants became final. No other seeds
were examined, so any other \`--seed\` makes networks, movements, frames and clocks that had no part in the tuning.`)
    }
    parts.push(`\`glissade\` has its largest advantage where movement can be predicted, as with boids and vehicles. It shows them past their
newest state, whereas the clairvoyant of the bound never extrapolates. Platformer characters turn and jump at will, so the
advantage of \`glissade\` is smaller there. It extrapolates these characters by the rules that move them, in steps of 1/60 s,
with the input of their newest state. If the rules of a game give different results on the client and on the server, the errors
are larger. \`glissade-alone\` does not use these rules.

An entity that is extrapolated too far appears in a wrong place. The error cost counts wrong places, but the cost does not, so
compare both. Means over all movements hide differences between movements. Look also at the tables by sort of movement, and at
\`won\`, which counts each pair of a trace and a movement separately.`)
  }
  if (traces.some(({ name }) => name.startsWith(DRIVE))) {
    parts.push(`The traces called \`${DRIVE}*\` are recordings of 5G drives from the data set CICV5G (Zhang et al., Zenodo 17475688, CC BY 4.0).
This repository does not contain them.`)
  }
  return parts.join('\n\n')
}
