/**
 * One hostile client of each kind against a real server whose room has 50 honest clients, and in turn against another server:
 * nobody feels it. KIND=JSON measures those kinds with this in their name, REPEATS=1 less often, SECONDS=4 shorter; default
 * all, 5 times, 8 s. Takes about an hour, and cores that nobody else uses.
 */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTACKS, DOWNLOAD } from './neighbours/attacks.ts'
import { faultsOf, type Outcome, tableOf } from './neighbours/judge.ts'
import { measure } from './neighbours/measure.ts'

const { KIND = '', REPEATS = '5', SECONDS = '8' } = process.env
const CLIENTS = 50
const kinds = Object.keys(ATTACKS).filter((kind) => kind.includes(KIND))
if (kinds.length === 0)
  throw new Error(`there is no attacker '${KIND}', only: ${Object.keys(ATTACKS).join('; ')}`)

let files: string
const outcomes: Outcome[] = []

beforeAll(() => {
  files = mkdtempSync(join(tmpdir(), 'glissade-neighbours-'))
  writeFileSync(join(files, DOWNLOAD.name), '')
  truncateSync(join(files, DOWNLOAD.name), DOWNLOAD.bytes)
})

afterAll(() => {
  rmSync(files, { recursive: true, force: true })
  console.log(
    `${CLIENTS} honest clients next to one attacker, medians of ${REPEATS} readings of ${SECONDS} s each way:`,
  )
  console.log(tableOf(outcomes))
})

test.each(kinds)('honest clients do not feel: %s', async (kind) => {
  const plan = { kind, clients: CLIENTS, repeats: Number(REPEATS), seconds: Number(SECONDS), files }
  const outcome = await measure(plan)
  outcomes.push(outcome)
  console.log(tableOf([outcome]))
  expect(faultsOf(outcome)).toEqual([])
})
