import type { Random } from '../../src/base/random.ts'
import { BitReader, BitWriter } from '../../src/wire/bits.ts'
import {
  emptySnapshotHead,
  readArrivals,
  readSnapshotHead,
  type SnapshotHead,
  writeSnapshotHead,
} from '../../src/wire/packets/snapshot-head.ts'
import type { Corpus } from './corpus.ts'

const reader = new BitReader()
const writer = new BitWriter()
const head = emptySnapshotHead()

/**
 * A SNAPSHOT as it was, but for one number of its head. Where that has as many bits as before, the rest can be read as ever:
 * then nothing but the number itself tells that it is forged. Null for what is no snapshot.
 */
export function forgeHead(
  packet: Uint8Array,
  { kind, definition }: Pick<Corpus, 'kind' | 'definition'>,
  random: Random,
) {
  const isOrdered = kind === 'ordered'
  const isTicking = definition.game.authority === 'tick'
  reader.start(packet).read(8)
  if (
    packet[0] !== 6 ||
    !readSnapshotHead(reader, head, isOrdered, isTicking ? readArrivals : undefined)
  )
    return null
  writeSnapshotHead(writer, head)
  let left = 8 * packet.length - writer.bitLength
  change(head, random)
  writeSnapshotHead(writer, head)
  for (; left > 0; left--) writer.write(reader.read(1), 1)
  return writer.toBytes()
}

function change(to: SnapshotHead, random: Random): void {
  const below = (count: number) => random.uint32() % count
  const odd = (near: number) =>
    (near + [1, -1, 2, 16, 127, 128, 255, 256, 1024, 32_767, 32_768][below(11)]!) & 0xffff
  switch (below(10)) {
    case 0:
      to.distance = below(128)
      break
    case 1:
      if (to.tick >= 0) to.tick = odd(to.tick)
      break
    case 2:
      if (to.inputAck >= 0) to.inputAck = odd(to.inputAck)
      break
    case 3:
      to.waiting = [-256, -1, 0, 1, 300, 0xffff][below(6)]!
      break
    case 4:
      to.timedAge = [-524_287, 524_287, 0][below(3)]!
      break
    case 5:
      to.messageAck = odd(Math.max(0, to.messageAck))
      break
    case 6:
      to.epochFrom = odd(Math.max(0, to.inputAck))
      to.epochStamp = [0, 0x7fffffff, -0x80000000, below(100_000), -below(100_000)][below(5)]!
      break
    case 7:
      to.owned = [0, 1, 2, 64, 0xffff][below(5)]!
      break
    case 8:
      if (to.sequence >= 0) to.sequence = odd(to.sequence)
      break
    default:
      for (let i = 0; i < to.arrivals - 1; i++) to.sooner[i] = below(2) === 0 ? 524_287 : -524_287
  }
}
