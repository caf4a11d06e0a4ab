import type { ProgressOutput } from './progress.ts'

/** Where a command writes. */
export interface Terminal {
  /** What the user types to run the command, such as `glissade score`. */
  readonly command: string
  /** Prints the tables. */
  print(text: string): void
  /** Prints one line that the user should know beside the tables. */
  note(text: string): void
  /** Where progress is shown. */
  readonly progress: ProgressOutput
  /** A clock that does not run backwards, ms. */
  now(): number
}

/** This process as the terminal of a command. */
export function terminalOf(command: string): Terminal {
  return {
    command,
    print: (text) => console.log(text),
    note: (text) => console.error(`${command}: ${text}`),
    progress: process.stderr,
    now: () => performance.now(),
  }
}
