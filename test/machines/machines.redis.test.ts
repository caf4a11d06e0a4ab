import { afterAll, beforeAll, expect, test } from 'vitest'
import { drainOne, killOne, loseRedis, playFaults } from '../../bench/machines/phases.ts'
import { Trial } from '../../bench/machines/trial.ts'

const CLIENTS = 12
const OWNERS = { playersLost: 0, playersTwice: 0, roomsLost: 0, roomsTwice: 0, away: 0 }
const MINUTES = 60_000

let trial: Trial

beforeAll(async () => {
  const scale = {
    machines: 3,
    rooms: 4,
    clients: CLIENTS,
    checkpointMs: 1000,
    frameHz: 20,
    seed: 7,
  }
  trial = await Trial.start({ ...scale, note: () => {} })
  await trial.play(1500)
}, 3 * MINUTES)
afterAll(() => trial.end(), MINUTES)

test(
  'a process that is drained loses no player, no input and no message',
  async () => {
    expect(await drainOne(trial)).toMatchObject({
      ...OWNERS,
      'rooms that stayed': 0,
      tapsOff: 0,
      messagesOff: 0,
      'other faults': 0,
    })
  },
  3 * MINUTES,
)

test(
  'the rooms of a process that is killed go on elsewhere, and nobody is lost',
  async () => {
    const figures = await killOne(trial)
    expect(figures).toMatchObject(OWNERS)
    expect(figures['rooms that were killed']).toBeGreaterThan(0)
  },
  3 * MINUTES,
)

test(
  'games go on while Redis is dead, and keep their rooms when it is back without its data',
  async () => {
    expect(await loseRedis(trial, 5000)).toMatchObject({
      ...OWNERS,
      'clients that played on': CLIENTS,
      'clients that stayed connected': CLIENTS,
    })
  },
  3 * MINUTES,
)

test(
  'after faults in a row, every room has one owner and every player one place',
  async () => {
    expect(await playFaults(trial, 5)).toMatchObject(OWNERS)
  },
  4 * MINUTES,
)
