import type { SlidingMin } from '../../base/estimate.ts'
import type { Random } from '../../base/random.ts'
import type { TokenBucket } from '../../base/token-bucket.ts'
import type { MessageAllowance } from '../../link/message-allowance.ts'
import type { Messages } from '../../link/messages.ts'
import type { Epochs } from '../../time/sync/epochs.ts'
import {
  type Archive,
  archiveFinite,
  archiveList,
  archiveMs,
  archiveSubTicks,
  archiveWhole,
  check,
  MOST_TICK,
} from './archive.ts'

/** No estimate keeps more numbers. */
const MOST_NUMBERS = 4096

/**
 * Saves or restores a part that a room shares with pages, as the other functions here do. These parts have no function of
 * their own for this, because a page would load it.
 */
export function archiveRandom(archive: Archive, random: Random): void {
  random.state = archiveWhole(archive, random.state, -(2 ** 31), 2 ** 32 - 1)
}

export function archiveBucket(archive: Archive, bucket: TokenBucket): void {
  bucket.tokens = archiveFinite(archive, bucket.tokens)
  bucket.atMs = archiveMs(archive, bucket.atMs)
}

export function archiveAllowance(
  archive: Archive,
  { messages, characters }: MessageAllowance,
): void {
  archiveBucket(archive, messages)
  archiveBucket(archive, characters)
}

export function archiveEpochs(archive: Archive, epochs: Epochs): void {
  epochs.from = archiveWhole(archive, epochs.from, 0, MOST_TICK)
  epochs.count = archiveWhole(archive, epochs.count, 0, MOST_TICK)
  epochs.base = archiveSubTicks(archive, epochs.base)
  epochs.least = archiveSubTicks(archive, epochs.least)
  epochs.baseBefore = archiveSubTicks(archive, epochs.baseBefore)
  epochs.leastBefore = archiveSubTicks(archive, epochs.leastBefore)
}

/** The first two numbers are a value and a time, and so are those of each entry. */
export function archiveSlidingMin(archive: Archive, min: SlidingMin): void {
  const held = archiveWhole(archive, min.numbers.length, 4, MOST_NUMBERS)
  const ring = held - 2
  // Of pairs, and a power of two.
  check(archive, (ring & (ring - 1)) === 0 && held >= min.numbers.length)
  while (min.numbers.length < held) min.numbers.push(Number.NaN, Number.NaN)
  min.first = archiveWhole(archive, min.first, 0, ring - 2)
  min.count = archiveWhole(archive, min.count, 0, ring / 2)
  check(archive, min.first % 2 === 0)
  archivePair(archive, min.numbers, 0)
  for (let n = 0; n < min.count; n++)
    archivePair(archive, min.numbers, 2 + ((min.first + 2 * n) & (ring - 1)))
}

function archivePair(archive: Archive, numbers: number[], at: number): void {
  numbers[at] = archive.number(numbers[at]!)
  numbers[at + 1] = archive.ms(numbers[at + 1]!)
}

/** All messages count as not sent, because a restored room has no connections. */
export function archiveMessages(archive: Archive, messages: Messages): void {
  messages.received = archiveWhole(archive, messages.received, 0, MOST_TICK)
  const firstId = archiveWhole(archive, messages.nextId - messages.queued.length, 0, MOST_TICK)
  const queued = archiveList(archive, messages.queued, (waiting) => {
    const json = archive.text(waiting?.json ?? '')
    return { json, step: archiveWhole(archive, waiting?.step ?? -1, -1, MOST_TICK) }
  })
  if (!archive.isRestoring) return
  messages.nextId = firstId
  for (const { json, step } of queued) messages.queue(json, step)
  messages.knownUpTo = messages.nextId - 1
}
