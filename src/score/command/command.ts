import { GlissadeError } from '../../base/error.ts'
import { glissade, glissadeAlone, glissadeInterpolation } from '../measures/glissade.ts'
import type { MotionContender } from '../measures/player.ts'
import { opponents } from '../opponents/opponents.ts'
import { WrongArguments } from './arguments.ts'
import { type Host, scoreCommand } from './score.ts'

const USAGE = `glissade score [options]   measures how players show remote entities on many networks
glissade score --help      lists the options`

/** The players that come with the package, in the order of the tables; the first is compared with the others. */
export const contenders: readonly MotionContender[] = [
  glissade,
  glissadeAlone,
  glissadeInterpolation,
  ...opponents,
]

/** Runs `glissade` with these words, in this process. Returns the exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const [name, ...more] = words
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(USAGE)
    return 0
  }
  if (name !== 'score') {
    console.error(`glissade: there is no command '${name}', only score`)
    return 1
  }
  return reporting('glissade score', () => scoreCommand(more, hostOf('glissade score')))
}

/** This process as the host of a command. */
export function hostOf(command: string, players: Host['contenders'] = contenders): Host {
  return {
    command,
    contenders: players,
    print: (text) => console.log(text),
    note: (text) => console.error(`${command}: ${text}`),
    progress: process.stderr,
    now: () => performance.now(),
  }
}

/** Runs a function and returns the exit code. An error of the user's becomes one line, and the exit code 1. */
export async function reporting(command: string, run: () => Promise<unknown>): Promise<number> {
  try {
    await run()
    return 0
  } catch (error) {
    if (!(error instanceof WrongArguments) && !(error instanceof GlissadeError)) throw error
    console.error(`${command}: ${error.message}`)
    return 1
  }
}
