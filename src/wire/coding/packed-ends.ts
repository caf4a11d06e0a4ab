import type { Coding } from './coding.ts'
import { PackedChanges } from './packed-coding.ts'
import { PackedReader } from './packed-reader.ts'

/**
 * Both ends of the packed coding: bit by bit, with differences in codes that fit them. Quick, and needs no state but small
 * tables. What every game has that chooses none; a page of such a game has the reading end alone in it.
 */
export const packed: Coding = {
  name: 'packed',
  asksOfAll: false,
  writer: (plans) => new PackedChanges(plans),
  reader: (plans) => new PackedReader(plans),
}
