/**
 * Random strategies against time, with each authority: senders that are too fast, lag switches, leaps of input ids, late
 * first packets, reconnects and mixtures of them. None gains more than a hundredth of 20 s, in steps, in time or in shots.
 * SEED=n begins with another strategy and COUNT=n plays another number of them; default 1000 from seed 1. Takes half a
 * minute.
 */
import { expect, test } from 'vitest'
import { cheat, faultsOf, type Outcome, tableOf } from './cheats/contest.ts'

const first = Number(process.env['SEED'] ?? 1)
const count = Number(process.env['COUNT'] ?? 1000)

test.each(['input', 'tick'] as const)(
  `${count} random strategies gain nothing from seed ${first} on, authority '%s'`,
  (authority) => {
    const outcomes: Outcome[] = []
    const faults: string[] = []
    for (let seed = first; seed < first + count; seed++) {
      const outcome = cheat(authority, seed)
      outcomes.push(outcome)
      for (const fault of faultsOf(authority, outcome))
        faults.push(`SEED=${seed} COUNT=1: ${fault}: ${outcome.text}`)
    }
    console.log(`authority '${authority}', the worst of ${count}:\n${tableOf(outcomes, 5)}`)
    expect(faults).toEqual([])
  },
)
