/**
 * Plays each game of the guide for a day of virtual time, in which a warning or an error is a failure. SEED=n and HOURS=n
 * choose another day; default seed 1, 24 hours. Takes about 15 minutes.
 */
import { test } from 'vitest'
import { type GuideRoom, guideRooms, playHours } from './support/hours.ts'

const seed = Number(process.env['SEED'] ?? 1)
const hours = Number(process.env['HOURS'] ?? 24)

test.each(Object.keys(guideRooms) as GuideRoom[])(
  `%s runs for ${hours} hours without a warning (SEED=${seed})`,
  (name) => {
    playHours(name, hours, seed)
  },
)
