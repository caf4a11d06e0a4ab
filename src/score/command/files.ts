import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import type { Trace } from '../traces/trace.ts'
import { parseTrace } from '../traces/trace-file.ts'
import { WrongArguments } from './arguments.ts'

/** A longer least delay than this is one of clocks, not of networks. */
const MOST_LEAST_DELAY_MS = 5000

/**
 * Reads captured traces; each is called as its file is, without what follows the dot. Where the clocks of the two ends
 * did not agree, so that delays are negative or none is below 5 s, the least delay becomes 0, and `note` gets a line
 * on that. Throws `WrongArguments`.
 */
export function readTraces(files: readonly string[], note: (text: string) => void): Trace[] {
  return files.map((file) => {
    const name = basename(file, extname(file))
    try {
      const text = readFileSync(file, 'utf8')
      const asRecorded = parseTrace(text, name)
      const leastMs = leastDelayMs(text)
      if (leastMs >= 0 && leastMs <= MOST_LEAST_DELAY_MS) return asRecorded
      const delay = `its least delay is ${Math.round(leastMs)} ms`
      note(`--trace ${file}: ${delay}, as of two clocks that do not agree; it is moved to 0 ms`)
      return parseTrace(text, name, { baseMs: 0 })
    } catch (error) {
      throw new WrongArguments(`--trace ${file}: ${(error as Error).message.split('\n')[0]}`)
    }
  })
}

/** Of a file that could be read; its head and `LOST` are no numbers. */
function leastDelayMs(text: string): number {
  return text.split('\n').reduce((least, line) => {
    const [sent, arrives] = line.split(',')
    const delayMs = Number(arrives) - Number(sent)
    return delayMs < least ? delayMs : least
  }, Number.POSITIVE_INFINITY)
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
