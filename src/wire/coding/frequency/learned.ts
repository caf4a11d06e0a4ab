import { GlissadeError } from '../../../base/error.ts'
import { type BitReader, type BitWriter, unzigzag, zigzag } from '../../bits.ts'
import { writeRice } from '../../records/room-bits.ts'
import { type Frequencies, RAREST } from './frequencies.ts'
import { HINTS, LASTS, type Layout, ROLE } from './layout.ts'

/** Rice's `k` for the gaps between contexts, and for the differences of levels. */
const GAP_K = 2
const LEVEL_K = 2

/** An entry sets the levels of a run of contexts. */
export interface Entry {
  readonly first: number
  /** The number of contexts: one of `spansOf`. */
  readonly span: number
  /** The level of each symbol, see `Frequencies.set`. */
  readonly levels: Uint8Array
}

/** Returns how many contexts an entry of a role may cover, the most first. */
export function spansOf(role: number): readonly number[] {
  return role >= ROLE.size && role < ROLE.sign ? SIZE_SPANS : ONE
}

const SIZE_SPANS = [HINTS * LASTS, LASTS, 1] as const
const ONE = [1] as const

/** Writes entries, which must be sorted by `first`, and then by `span` with the greatest first. */
export function writeEntries(
  writer: BitWriter,
  { layout, courses }: Frequencies,
  entries: readonly Entry[],
): void {
  for (let i = 0; i < courses.length; i++) writer.write(courses[i]!, 2)
  writer.small(entries.length)
  let previous = 0
  for (const { first, span, levels } of entries) {
    writeRice(writer, first - previous, GAP_K, 16)
    previous = first
    writeEntry(writer, layout, span, first, levels)
  }
}

/** Writes an entry without its first context. */
export function writeEntry(
  writer: BitWriter,
  { roles, sizes }: Layout,
  span: number,
  first: number,
  levels: Uint8Array,
): void {
  const spans = spansOf(roles[first]!)
  if (spans.length > 1) writer.write(spans.indexOf(span), 2)
  if (sizes[first] === 2) {
    writer.flag(levels[1] === 0)
    writer.write(levels[1] === 0 ? levels[0]! : levels[1]!, 6)
    return
  }
  let last = sizes[first]! - 1
  while (levels[last] === RAREST) last--
  writer.write(last, 6)
  let previous = 0
  for (let i = 0; i <= last; i++) {
    const level = levels[i]!
    writer.flag(level !== RAREST)
    if (level === RAREST) continue
    writeRice(writer, zigzag(level - previous), LEVEL_K, 7)
    previous = level
  }
}

/** Reads entries into `frequencies`. Returns false when they are malformed. */
export function readEntries(reader: BitReader, frequencies: Frequencies): boolean {
  const { sizes, roles } = frequencies.layout
  const { courses } = frequencies
  for (let i = 0; i < courses.length; i++) courses[i] = reader.read(2)
  const levels = new Uint8Array(64)
  let first = 0
  for (let left = reader.small(0xffff); left > 0 && !reader.failed; left--) {
    first += reader.rice(GAP_K, 16)
    if (first >= sizes.length) return false
    const spans = spansOf(roles[first]!)
    const span = spans.length > 1 ? spans[reader.read(2)] : 1
    if (!span || !readLevels(reader, sizes[first]!, levels)) return false
    for (let context = first; context < first + span; context++) {
      // All contexts of an entry must belong to one role and column. No writer makes any other entry.
      if (sizes[context] !== sizes[first]) return false
      frequencies.set(context, levels)
    }
  }
  return reader.finished()
}

/** Reads frozen tables into `frequencies`. Throws `misuse` if they are malformed or belong to another game. */
export function thaw(frozen: BitReader, frequencies: Frequencies): void {
  if (!readEntries(frozen, frequencies))
    throw new GlissadeError(
      'misuse',
      'tables(frozen) needs the tables of a room with the same fields',
    )
}

/** Reads the levels of `size` symbols. Returns false when they are malformed. */
function readLevels(reader: BitReader, size: number, levels: Uint8Array): boolean {
  if (size === 2) {
    const likelier = reader.read(1)
    levels[likelier] = 0
    levels[1 - likelier] = reader.read(6)
    return !reader.failed
  }
  const last = reader.upTo(size - 1, 6)
  levels.fill(RAREST)
  let previous = 0
  let least = RAREST
  for (let i = 0; i <= last && !reader.failed; i++) {
    if (!reader.flag()) continue
    previous += unzigzag(reader.rice(LEVEL_K, 7))
    if (previous < 0 || previous >= RAREST) return false
    levels[i] = previous
    if (previous < least) least = previous
  }
  return least === 0 && !reader.failed
}
