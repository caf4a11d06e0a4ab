import { expect, test } from 'vitest'
import { madeUpReport, readReport } from './report.case.ts'
import { formatReport } from './report.ts'

test('a report comes back from JSON as it was, including NaN', () => {
  const report = madeUpReport()
  const [first, ...others] = report.scores
  const [motion, ...more] = first?.motions ?? []
  if (!first || !motion) throw new Error('the made-up report has scores')
  const holed = { ...first, motions: [{ ...motion, delayMs: Number.NaN }, ...more] }
  const odd = { ...report, scores: [holed, ...others] }
  expect(readReport(formatReport(report))).toEqual(report)
  expect(readReport(formatReport(odd))).toEqual(odd)
})
