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
    parts.push(`A player with \`-like\` in its name applies the rule of another engine. The rule is rebuilt from the description of that engine.
The player is not that engine, and other parts of the engine might do better or worse.`)
  }
  if (hasPlayer((name) => PACKAGES.some((one) => name.startsWith(one)))) {
    parts.push(`\`geckos\` and \`colyseus\` are the real packages in the stated versions. They are installed as published, and a simulated clock
drives them. The folder \`bench/peers\` contains the code.`)
  }
  if (hasPlayer((name) => name.startsWith('glissade'))) {
    if (traces.some(({ name }) => traceNames.includes(name.replace(/\/tcp$/, '')))) {
      parts.push(`The constants of \`glissade\` were tuned on the generated traces with seeds 2, 11, 12 and 13, and in rooms whose networks
included three captured 5G drives. Seeds 1, 3, 5, 14, 15 and 16 were examined before the constants became final. No other seeds
were examined. The option \`--seed\` makes other networks, movements, frames and clocks.`)
    }
    parts.push(`\`glissade\` leads where movement can be predicted. It shows boids and vehicles ahead of the newest state, and the clairvoyant
of the bound never does. A platformer character turns and jumps at will, so \`glissade\` has a smaller advantage with platformer
characters. \`glissade\` extrapolates such a character by the rules that move it, in steps of 1/60 s. The extrapolation assumes
the input that the character had in its newest state. If the rules of a game give a different result on the client than on the
server, the errors will be larger. \`glissade-alone\` does not use these rules. If an entity is extrapolated too far, it is in a
wrong place. The error cost counts wrong places, and the cost does not. Look at the tables by sort of movement, and compare the
means with \`won\`, which counts each pair of a trace and a movement separately.`)
  }
  if (traces.some(({ name }) => name.startsWith(DRIVE))) {
    parts.push(`The captured traces called \`${DRIVE}*\` are 5G drives of CICV5G (Zhang et al., Zenodo 17475688, CC BY 4.0). They are not part of
this repository.`)
  }
  return parts.join('\n\n')
}
