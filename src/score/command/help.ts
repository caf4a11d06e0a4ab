import type { MotionContender } from '../measures/player.ts'
import type { Motion } from '../motions/motion.ts'
import { traceNames } from '../traces/catalogue.ts'
import { DEFAULT_TRACES } from './arguments.ts'

/** The text that `--help` prints. */
export function helpText(
  command: string,
  players: readonly MotionContender[],
  motions: readonly Motion[],
): string {
  return `${command}: how far behind the present players show remote entities, and how many frames are faulty

  --traces a,b/tcp   built-in networks; /tcp after a name plays that network over TCP; none leaves all out
                     (default: ${wrapped(DEFAULT_TRACES)})
  --trace FILE       a captured network: CSV with the head send_ms,arrive_ms, and LOST for a packet
                     that never arrived; may be given several times
  --rates 10,20,30   snapshots per second (default: 10,20,30)
  --motions a,b      sorts of movement (default: platformer,boid,vehicle)
  --players a,b      who plays; the tables compare the first with the others (default: all)
  --seconds N        length of each run; the first 10 do not count (default: 120)
  --seed N           seed of movements, frames, clocks and built-in networks (default: 1)
  --json FILE        writes all scores as JSON
  --html FILE        writes the report as one page that needs no network
  --docs FILE        writes the tables as Markdown
  --help             says this

networks: ${traceNames.join(', ')}

movements:
${listed(motions)}

players:
${listed(players)}

To score your own settings or your own game, use glissade/score: score(), bounds(), means().`
}

function listed(all: readonly { readonly name: string; readonly about: string }[]): string {
  const width = Math.max(...all.map(({ name }) => name.length))
  return all.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')
}

function wrapped(names: readonly string[]): string {
  return names.join(',').replace(/(.{60}[^,]*,)/, `$1\n${' '.repeat(21)}`)
}
