import { GlissadeError } from '../../base/error.ts'
import { glissade, glissadeAlone, glissadeInterpolation } from '../measures/glissade.ts'
import type { MotionContender } from '../measures/player.ts'
import { opponents } from '../opponents/opponents.ts'
import { WrongArguments } from './arguments.ts'
import type { Host } from './score.ts'
import { terminalOf } from './terminal.ts'

/** The players that come with the package, in the order of the tables; the first is compared with the others. */
export const contenders: readonly MotionContender[] = [
  glissade,
  glissadeAlone,
  glissadeInterpolation,
  ...opponents,
]

/** This process as the host of a command. */
export function hostOf(command: string, players: Host['contenders'] = contenders): Host {
  return { ...terminalOf(command), contenders: players }
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
