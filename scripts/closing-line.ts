import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** What came of a test run. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Tests of the project `browser` that ran, passed or failed. */
  ranInBrowser: number
}

/** The one line that says it: '12 passed, 0 failed', with the skipped ones where there are any. */
export function closingLine(tally: Tally): string {
  const line = `${tally.passed} passed, ${tally.failed} failed`
  return tally.skipped > 0 ? `${line}, ${tally.skipped} skipped` : line
}

/**
 * Counts what ran. A file that could not be read and an error outside of any test count as failed tests, so
 * that a run which fails never says '0 failed'.
 */
export function tallyOf(
  modules: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
): Tally {
  const tally: Tally = { passed: 0, failed: unhandledErrors.length, skipped: 0, ranInBrowser: 0 }
  for (const module of modules) {
    let failedTests = 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') tally.passed++
      else if (state === 'failed') failedTests++
      else tally.skipped++
      if (module.project.name === 'browser' && (state === 'passed' || state === 'failed')) {
        tally.ranInBrowser++
      }
    }
    tally.failed += module.state() === 'failed' ? Math.max(1, failedTests) : failedTests
  }
  return tally
}

/**
 * Prints the closing line behind everything else, and holds GLISSADE_BROWSER=required to its word: a run
 * without a single browser test counts as one failure more, as does a run that found no test at all.
 */
export class ClosingLine implements Reporter {
  readonly #browserRequired: boolean

  constructor(browserRequired: boolean) {
    this.#browserRequired = browserRequired
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tally = tallyOf(modules, errors)
    if (this.#browserRequired && tally.ranInBrowser === 0) {
      console.log('GLISSADE_BROWSER=required, but no browser test has run.')
      tally.failed++
    }
    if (modules.length === 0) tally.failed++
    if (tally.failed > 0) process.exitCode = 1
    console.log(closingLine(tally))
  }
}
