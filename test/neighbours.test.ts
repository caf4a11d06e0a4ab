import { describe, expect, test } from 'vitest'
import { faultsOf, type Outcome, tableOf } from './neighbours/judge.ts'

/** What holds, just so: each goal at its border. */
const BORDER: Outcome = {
  kind: 'flood',
  p99GapMs: { elsewhere: 50, here: 55 },
  lost: [],
  heldBytes: { before: 20e6, peak: 90e6, after: 22e6 },
  attacker: { joined: 3, 'told flood': 3 },
  closed: { flood: 3, lost: 0 },
  failure: '',
}

/** `npm run soak -- neighbours` measures; here is what it makes of its readings. */
describe('what hostile neighbours may do', () => {
  test('each goal holds at its border', () => {
    expect(faultsOf(BORDER)).toEqual([])
  })

  test('a gap may rise by a tenth or by 2 ms, whichever is more', () => {
    const faults = (elsewhere: number, here: number) =>
      faultsOf({ ...BORDER, p99GapMs: { elsewhere, here } }).length
    expect([faults(50, 55.1), faults(5, 7), faults(5, 7.1), faults(50, 20)]).toEqual([1, 0, 1, 0])
  })

  test('a client that is lost is a fault, whatever the gaps are', () => {
    expect(faultsOf({ ...BORDER, lost: ['timeout', 'timeout'] })).toEqual([
      'flood: honest clients lost: 2 (timeout)',
    ])
  })

  test('a server that keeps more than a tenth is a fault, its peak is none', () => {
    expect(faultsOf({ ...BORDER, heldBytes: { before: 20e6, peak: 0, after: 22.1e6 } })).toEqual([
      'flood: what is held goes from 20.0 to 22.1 MB',
    ])
  })

  test('what was not read is a fault', () => {
    const p99GapMs = { elsewhere: 50, here: Number.NaN }
    const heldBytes = { before: 20e6, peak: 0, after: Number.NaN }
    const failure = 'the process of ./server.ts has ended: code 1'
    expect(faultsOf({ ...BORDER, p99GapMs, heldBytes, failure })).toHaveLength(3)
  })

  test('the table has a row for each kind, and says which fails', () => {
    const table = tableOf([BORDER, { ...BORDER, kind: 'id leaps', lost: ['kicked'] }]).split('\n')
    expect(table).toHaveLength(4)
    expect(table[2]).toBe(
      '| flood | 50.0 | 55.0 | 5.0 | 10 | 0 | 20.0 | 90.0 | 22.0 | joined 3, told flood 3 | flood 3 | holds |',
    )
    expect(table[3]).toMatch(/^\| id leaps .* FAILS \|$/)
    const columns = table.map((row) => row.split('|').length)
    expect(new Set(columns).size).toBe(1)
  })
})
