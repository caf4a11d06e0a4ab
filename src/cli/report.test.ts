import { expect, test } from 'vitest'
import { madeUpReport } from './report.case.ts'
import { formatReport, parseReport } from './report.ts'

test('a report comes back from JSON as it was, also what could not be measured', () => {
  const report = madeUpReport()
  const [first, ...others] = report.scores
  const [motion, ...more] = first?.motions ?? []
  if (!first || !motion) throw new Error('the made-up report has scores')
  const holed = { ...first, motions: [{ ...motion, delayMs: Number.NaN }, ...more] }
  const odd = { ...report, scores: [holed, ...others] }
  expect(parseReport(formatReport(report))).toEqual(report)
  expect(parseReport(formatReport(odd))).toEqual(odd)
})

test('another version is refused', () => {
  expect(() => parseReport('{"version": 2}')).toThrow('version 2, not 1')
})
