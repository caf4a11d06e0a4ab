/**
 * Tells the user what is going on. On stderr, so that the output of a job stays its own.
 * @param {string} line
 */
export function say(line) {
  console.error(`glissade: ${line}`)
}

/** A failure the user can do something about: shown as its one line, without a stack. */
export class Expected extends Error {
  expected = true
}
