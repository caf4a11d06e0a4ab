import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import type { Trace } from '../testing/traces/trace.ts'
import { parseTrace } from '../testing/traces/trace-file.ts'
import { WrongArguments } from './arguments.ts'

/** Reads captured traces; each is called as its file is, without what follows the dot. Throws `WrongArguments`. */
export function readTraces(files: readonly string[]): Trace[] {
  return files.map((file) => {
    const name = basename(file, extname(file))
    try {
      return parseTrace(readFileSync(file, 'utf8'), name)
    } catch (error) {
      throw new WrongArguments(`--trace ${file}: ${(error as Error).message.split('\n')[0]}`)
    }
  })
}

/** Throws `WrongArguments` when a file could not be written, so that nobody waits for minutes to hear of it. */
export function checkWritable(option: string, file: string | undefined): void {
  if (file === undefined) return
  const folder = dirname(file)
  if (existsSync(file) && statSync(file).isDirectory()) {
    throw new WrongArguments(`${option} ${file} is a folder, it must be a file`)
  }
  try {
    accessSync(existsSync(file) ? file : folder, constants.W_OK)
  } catch {
    const why = existsSync(folder) ? 'cannot be written' : `there is no folder ${folder}`
    throw new WrongArguments(`${option} ${file}: ${why}`)
  }
}
