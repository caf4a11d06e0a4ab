import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import type { Trace } from '../traces/trace.ts'
import { parseTrace } from '../traces/trace-file.ts'
import { WrongArguments } from './arguments.ts'

/** A longer least delay than this comes from clocks that do not agree, not from a network. */
const MOST_LEAST_DELAY_MS = 5000

/**
 * Reads captured traces. Each has the name of its file, without the extension. If the clocks of the two ends did not agree, so
 * that delays are negative or none is below 5 s, the least delay becomes 0, and `note` gets a line that says so. Throws
 * `WrongArguments`.
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
      note(`--trace ${file}: ${delay}, so the two clocks do not agree; it is moved to 0 ms`)
      return parseTrace(text, name, { baseMs: 0 })
    } catch (error) {
      throw new WrongArguments(`--trace ${file}: ${(error as Error).message.split('\n')[0]}`)
    }
  })
}

/** The least delay in a readable file. Skips the head and `LOST`, which are not numbers. */
function leastDelayMs(text: string): number {
  return text.split('\n').reduce((least, line) => {
    const [sent, arrives] = line.split(',')
    const delayMs = Number(arrives) - Number(sent)
    return delayMs < least ? delayMs : least
  }, Number.POSITIVE_INFINITY)
}

/** Throws `WrongArguments` if a file cannot be written, so that the user learns it before a run of minutes. */
export function checkWritable(option: string, file: string | undefined): void {
  if (file === undefined) return
  const folder = dirname(file)
  if (existsSync(file) && statSync(file).isDirectory()) {
    throw new WrongArguments(`${option} ${file} is a folder, but must be a file`)
  }
  try {
    accessSync(existsSync(file) ? file : folder, constants.W_OK)
  } catch {
    const why = existsSync(folder) ? 'cannot be written' : `there is no folder ${folder}`
    throw new WrongArguments(`${option} ${file}: ${why}`)
  }
}
