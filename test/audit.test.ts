import { describe, expect, test } from 'vitest'
import { verdict } from '../scripts/audit.mjs'

const PACKAGES = {
  '': {},
  'node_modules/ws': {},
  'node_modules/vite': { dev: true },
  'node_modules/vite/node_modules/ws': { dev: true },
}

/** A report that knows of vulnerabilities, each with its severity and folder. */
const reportOf = (
  ...known: readonly (readonly [name: string, severity: string, folder: string])[]
) => ({
  auditReportVersion: 2,
  vulnerabilities: Object.fromEntries(
    known.map(([name, severity, folder]) => [name, { severity, nodes: [folder] }]),
  ),
})

describe('the audit fails', () => {
  test.each(['high', 'critical'])('for what is %s in what users install', (severity) => {
    const report = reportOf(
      ['ws', severity, 'node_modules/ws'],
      ['vite', 'low', 'node_modules/vite'],
    )
    expect(verdict(report, PACKAGES)).toEqual({
      line: `severe in what users install: ws; known are ws (${severity}), vite (low).`,
      code: 1,
    })
  })

  test('for a package that the lockfile does not know', () => {
    const report = reportOf(['ws', 'high', 'node_modules/other'])
    expect(verdict(report, PACKAGES).code).toBe(1)
  })

  test('when npm does', () => {
    expect(() => verdict({ error: { code: 'ENOLOCK', summary: 'no lockfile' } }, PACKAGES)).toThrow(
      'npm audit failed: no lockfile',
    )
    expect(() => verdict({}, PACKAGES)).toThrow('npm audit failed: it gave no report')
    expect(() => verdict({ auditReportVersion: 2 }, PACKAGES)).toThrow('it gave no report')
  })
})

describe('the audit passes, and says why', () => {
  test('with nothing known', () => {
    const line = 'no known vulnerability in 3 packages.'
    expect(verdict(reportOf(), PACKAGES)).toEqual({ line, code: 0 })
  })

  test.each([
    ['ws', 'moderate', 'node_modules/ws'],
    ['ws', 'critical', 'node_modules/vite/node_modules/ws'],
    ['vite', 'high', 'node_modules/vite'],
  ])('with %s, %s, in %s', (name, severity, folder) => {
    expect(verdict(reportOf([name, severity, folder]), PACKAGES)).toEqual({
      line: `nothing severe in what users install; known are ${name} (${severity}).`,
      code: 0,
    })
  })

  test('when no registry answers, without saying which', () => {
    const error = { summary: '', detail: '' }
    const message = 'request to https://registry.example failed'
    const line = 'no registry answers, so nothing was checked'
    expect(verdict({ ...{ message }, error }, PACKAGES)).toEqual({
      line: `${line} (none was reached).`,
      code: 0,
    })
    expect(verdict({ ...{ message }, statusCode: 405, error }, PACKAGES)).toEqual({
      line: `${line} (the answer was 405).`,
      code: 0,
    })
  })
})
