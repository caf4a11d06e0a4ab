import type { SlidingMin } from '../../base/estimate.ts'
import type { Random } from '../../base/random.ts'
import type { TokenBucket } from '../../base/token-bucket.ts'
import type { MessageAllowance } from '../../link/message-allowance.ts'
import type { Messages } from '../../link/messages.ts'
import type { Epochs } from '../../time/sync/epochs.ts'
import { type Archive, archiveList, unreadable } from './archive.ts'

/** No estimate keeps more numbers. */
const MOST_NUMBERS = 4096

/**
 * Saves or restores a part that a room shares with pages, as the other functions here do. These parts have no function of their own
 * for this, because a page would load it.
 */
export function archiveRandom(archive: Archive, random: Random): void {
  random.state = archive.number(random.state)
}

export function archiveBucket(archive: Archive, bucket: TokenBucket): void {
  bucket.tokens = archive.number(bucket.tokens)
  bucket.atMs = archive.ms(bucket.atMs)
}

export function archiveAllowance(
  archive: Archive,
  { messages, characters }: MessageAllowance,
): void {
  archiveBucket(archive, messages)
  archiveBucket(archive, characters)
}

export function archiveEpochs(archive: Archive, epochs: Epochs): void {
  epochs.from = archive.number(epochs.from)
  epochs.count = archive.number(epochs.count)
  epochs.base = archive.number(epochs.base)
  epochs.least = archive.number(epochs.least)
  epochs.baseBefore = archive.number(epochs.baseBefore)
  epochs.leastBefore = archive.number(epochs.leastBefore)
}

/** The first two numbers are a value and a time, and so are those of each entry. */
export function archiveSlidingMin(archive: Archive, min: SlidingMin): void {
  const held = archive.number(min.numbers.length)
  if (!(held <= MOST_NUMBERS)) throw unreadable()
  while (min.numbers.length < held) min.numbers.push(Number.NaN, Number.NaN)
  min.first = archive.number(min.first)
  min.count = archive.number(min.count)
  const ring = held - 2
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
  messages.received = archive.number(messages.received)
  const firstId = archive.number(messages.nextId - messages.queued.length)
  const queued = archiveList(archive, messages.queued, (waiting) => {
    const json = archive.text(waiting?.json ?? '')
    return { json, step: archive.number(waiting?.step ?? -1) }
  })
  if (!archive.isRestoring) return
  messages.nextId = firstId
  for (const { json, step } of queued) messages.queue(json, step)
  messages.knownUpTo = messages.nextId - 1
}
