import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** What came of a test run. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** How many tests of each project ran, passed or failed. */
  readonly ran: Map<string, number>
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
  const tally: Tally = { passed: 0, failed: unhandledErrors.length, skipped: 0, ran: new Map() }
  for (const module of modules) {
    let failedTests = 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') tally.passed++
      else if (state === 'failed') failedTests++
      else tally.skipped++
      const { name } = module.project
      if (state === 'passed' || state === 'failed')
        tally.ran.set(name, (tally.ran.get(name) ?? 0) + 1)
    }
    tally.failed += module.state() === 'failed' ? Math.max(1, failedTests) : failedTests
  }
  return tally
}

/** The projects without whose tests a run is a failure, by the settings that require them. */
const REQUIRED = { browser: 'GLISSADE_BROWSER', redis: 'GLISSADE_REDIS', nginx: 'GLISSADE_NGINX' }

/**
 * Prints the closing line behind everything else, and holds settings such as GLISSADE_BROWSER=required to their word: a run
 * without a single test of such a project counts as one failure more, as does a run that found no test at all.
 */
export class ClosingLine implements Reporter {
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.#env = env
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tally = tallyOf(modules, errors)
    for (const [project, setting] of Object.entries(REQUIRED)) {
      if (this.#env[setting] !== 'required' || tally.ran.has(project)) continue
      console.log(`${setting}=required, but no test of the project ${project} has run.`)
      tally.failed++
    }
    if (modules.length === 0) tally.failed++
    if (tally.failed > 0) process.exitCode = 1
    console.log(closingLine(tally))
  }
}
