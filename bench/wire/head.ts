import { BitWriter } from '../../src/wire/bits.ts'
import { emptySnapshotHead, writeSnapshotHead } from '../../src/wire/packets/snapshot-head.ts'

/** How far into a game: late enough for every number to have its usual size. */
const TICK = 30_000

/** The bytes of a snapshot's head for a player whose inputs come in, without own entities, messages and new epochs. */
export function headBytes(kind: 'ordered' | 'datagram'): number {
  const isOrdered = kind === 'ordered'
  const writer = new BitWriter()
  writeSnapshotHead(writer, {
    ...emptySnapshotHead(),
    sequence: isOrdered ? -1 : TICK,
    distance: isOrdered ? 1 : 4,
    tick: isOrdered ? -1 : TICK,
    inputAck: TICK,
    waiting: 1,
    timedAge: 700,
  })
  writer.align()
  return writer.byteLength
}
