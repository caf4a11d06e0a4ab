import { afterEach, beforeEach, expect } from 'vitest'

const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)

/** Makes each test of a file fail if it leaves a promise that was rejected and that nobody handles. Call it first. */
export function expectNoneUncaught(): void {
  beforeEach(() => {
    uncaught.length = 0
    process.on('unhandledRejection', note)
  })
  afterEach(async () => {
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(uncaught).toEqual([])
  })
}
