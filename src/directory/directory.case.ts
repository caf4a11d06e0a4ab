import { afterEach, beforeEach, describe } from 'vitest'
import { testClaims } from './claims.case.ts'
import type { DirectoryTimes } from './directory.ts'
import { testLeases } from './leases.case.ts'
import { testListings } from './listings.case.ts'
import { type SharedData, Stage } from './stage.case.ts'

/** The contract of `Directory` as a test. Every kind of directory runs it. */
export function runDirectoryCases({
  name,
  share,
}: {
  readonly name: string
  /** Empty data. */
  share(times: DirectoryTimes): Promise<SharedData>
}): void {
  describe(`${name} keeps the promises of a Directory`, () => {
    const stage = new Stage(share)
    beforeEach(() => stage.begin())
    afterEach(() => stage.end())

    testClaims(stage)
    testLeases(stage)
    testListings(stage)
  })
}
