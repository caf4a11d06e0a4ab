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
displayed time, rebuilt from a description of the engine. The engine as a whole might do better or worse.`)
  }
  if (hasPlayer((name) => PACKAGES.some((one) => name.startsWith(one)))) {
    parts.push(`\`geckos\` and \`colyseus\` are the real packages in the stated versions, installed as published. The code in \`bench/peers\` runs
them with a simulated clock.`)
  }
  if (hasPlayer((name) => name.startsWith('glissade'))) {
    if (traces.some(({ name }) => traceNames.includes(name.replace(/\/tcp$/, '')))) {
      parts.push(`The constants of \`glissade\` were tuned on the generated traces with seeds 2, 11, 12 and 13, and in rooms whose networks
included three captured 5G drives. Seeds 1, 3, 5, 14, 15 and 16 were examined before the constants became final. Other
seeds had no part in the tuning. With any other \`--seed\`, the networks, movements, frames and clocks are therefore new.`)
    }
    parts.push(`\`glissade\` has its largest advantage where movement can be predicted, as with boids and vehicles. It shows them past their
newest state, whereas the clairvoyant of the bound never extrapolates. Platformer characters turn and jump at will, so the
advantage of \`glissade\` is smaller for them. It extrapolates these characters with the rules that move them, in steps of
1/60 s, with the input of their newest state. In a game whose rules give different results on the client and on the server, the
errors would be larger. \`glissade-alone\` does not use these rules.

An entity that is extrapolated too far appears in the wrong position. The column *error cost* takes such errors into account,
but the column *cost* does not, so compare both. Means over all movements hide the differences between the movements. They are
visible in the tables "by sort of movement", and in the column *won*, which counts each combination of a trace and a movement
separately.`)
  }
  if (traces.some(({ name }) => name.startsWith(DRIVE))) {
    parts.push(`The traces called \`${DRIVE}*\` are recordings of 5G drives, from the data set CICV5G (Zhang et al., Zenodo 17475688, CC BY 4.0).
This repository does not contain them.`)
  }
  return parts.join('\n\n')
}
