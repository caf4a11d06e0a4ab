import { loadCommand } from '../load/load.ts'
import { isClean } from '../load/report/report.ts'
import { hostOf, reporting } from '../score/command/command.ts'
import { scoreCommand } from '../score/command/score.ts'
import { terminalOf } from '../score/command/terminal.ts'

const USAGE = `glissade score [options]      measures how players show remote entities on many networks
glissade load URL [options]   plays on a running server with many clients, and measures what they get

glissade score --help and glissade load --help list the options`

/** Runs `glissade` with these words, in this process. Returns the exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const [name, ...more] = words
  switch (name) {
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      console.log(USAGE)
      return 0
    case 'score':
      return reporting('glissade score', () => scoreCommand(more, hostOf('glissade score')))
    case 'load':
      return load(more)
    default:
      console.error(`glissade: there is no command '${name}', only score and load`)
      return 1
  }
}

/** Runs `glissade load`. The first Ctrl+C ends the run and still prints what was measured; the second ends the process. */
async function load(words: readonly string[]): Promise<number> {
  const interrupted = new AbortController()
  const interrupt = (): void => interrupted.abort()
  process.once('SIGINT', interrupt)
  let isFine = true
  try {
    const code = await reporting('glissade load', async () => {
      const terminal = terminalOf('glissade load')
      const report = await loadCommand(words, { ...terminal, signal: interrupted.signal })
      isFine = report === undefined || isClean(report)
    })
    return isFine ? code : 1
  } finally {
    process.off('SIGINT', interrupt)
  }
}
