/**
 * The arena of the guide: 100 seeds on each of four networks, with eight beams at a running player and eight at a bot, all of
 * which must hit. SEEDS=n plays another number of seeds, SEED=n begins with another; default 1. Takes 2 minutes.
 */
import { expect, test } from 'vitest'
import { bots, duel, NETWORKS, players, shootEight } from './support/arena-duel.ts'

const { SEEDS = '100', SEED = '1' } = process.env

test.each(NETWORKS)(`%s (SEED=${SEED})`, (name, conditions) => {
  let shots = 0
  let hit = 0
  for (let seed = Number(SEED); seed < Number(SEED) + Number(SEEDS); seed++) {
    hit += shootEight(duel(conditions, seed, players), false)
    hit += shootEight(duel(conditions, seed, bots), true)
    shots += 16
    expect(hit, `seed ${seed}`).toBe(shots)
  }
  console.log(JSON.stringify({ network: name, shots, hit }))
})
