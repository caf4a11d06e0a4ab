import { readArguments, type ScoreRequest } from '../src/score/command/arguments.ts'
import { contenders, hostOf, reporting } from '../src/score/command/command.ts'
import { scoreCommand } from '../src/score/command/score.ts'
import type { MotionContender } from '../src/score/measures/player.ts'
import { checkGoals, formatGoals } from './motion-goals.ts'
import { loadPeers } from './peers.ts'
import { documentTable } from './room-motion.ts'

/**
 * What `glissade score` does, with real packages among the players, a table from real rooms in the document, and `--goals`
 * for what is to be reached.
 */
export async function scoreMotion(words: readonly string[]): Promise<void> {
  const command = 'npm run bench -- motion'
  const wantsGoals = words.includes('--goals')
  const rest = words.filter((word) => word !== '--goals')
  process.exitCode = await reporting(command, async () => {
    const request = readArguments(rest)
    const report = await scoreCommand(rest, {
      ...hostOf(command, await playersFor(request)),
      firstTable: () => documentTable(request.traceFiles, request.seconds),
    })
    if (!report)
      console.log('\n  --goals            in a clone: says which of the goals are reached')
    else if (wantsGoals) console.log(formatGoals(checkGoals(report)))
  })
}

/** Our own players, and those of other packages unless nobody has asked for them: they have to be installed. */
async function playersFor({ help, players }: ScoreRequest): Promise<readonly MotionContender[]> {
  const own = new Set(contenders.map(({ name }) => name))
  if (help || players?.every((name) => own.has(name))) return contenders
  return [...contenders, ...((await loadPeers())?.contenders ?? [])]
}
