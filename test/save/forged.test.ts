import { Room } from 'glissade/server'
import { expect, test } from 'vitest'
import { Hash } from '../../src/base/hash.ts'
import { duels } from './duel-room.ts'
import { ForgedSaves } from './forged.ts'

/** The long form is `npm run soak -- saves`. */
test('a forged save is refused as misuse, or its room plays on', async () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const saves = new ForgedSaves()
  await saves.run(1, 250)
  const { forged, misuse, played } = saves.tally
  expect(forged).toBe(250)
  expect(misuse).toBeGreaterThan(100)
  expect(played).toBeGreaterThan(30)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})

test('an event of a tick that is far ahead is refused, because later ones would stand behind it', () => {
  expect(new ForgedSaves().try(20_734)).toBe('misuse')
})

test('the room of another format is refused by its number', () => {
  const [duel] = duels
  const bytes = new Room(duel!, { nowMs: 0 }).save()
  bytes[4] = 2
  const { value } = new Hash().bytes(bytes.subarray(0, bytes.length - 4))
  new DataView(bytes.buffer).setUint32(bytes.length - 4, value, true)
  expect(() => Room.restore(duel!, bytes, { nowMs: 0 })).toThrow('this room has format 2, not 3')
})
