import type { Coding } from './coding.ts'
import { PackedChanges } from './packed-coding.ts'
import { PackedReader } from './packed-reader.ts'

/**
 * Both ends of the packed coding, the default of every game. It writes bit by bit, with differences in codes that fit them.
 * It is quick, and needs no state but small tables. The page of a game with this coding contains the reading end only.
 */
export const packed: Coding = {
  name: 'packed',
  asksOfAll: false,
  writer: (plans) => new PackedChanges(plans),
  reader: (plans) => new PackedReader(plans),
}
