/**
 * Three processes that share rooms, in virtual time, with 100 faults in a row: after each run, every room has one owner and
 * every player one place. SEEDS=50 makes as many runs, FROM=2000 begins with another seed, FAULTS=20 makes shorter ones;
 * default 100 runs from seed 1000. Takes about ten minutes.
 */
import { expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import { VirtualMachines } from './machines/virtual-machines.ts'

const { SEEDS = '100', FROM = '1000', FAULTS = '100' } = process.env
const seeds = Array.from({ length: Number(SEEDS) }, (_, n) => Number(FROM) + n)

test.each(seeds)(
  'after faults in a row, each room has one owner and each player one place: seed %d',
  async (seed) => {
    const machines = new VirtualMachines(3)
    await machines.start(12, 4)
    await machines.playFaults(new Random(seed), Number(FAULTS))
    await machines.settle(() => machines.wrong.length === 0, 120_000)
    expect(machines.wrong).toEqual([])
  },
)
