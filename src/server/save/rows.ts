import type { Tick } from '../../base/units.ts'
import type { RowHistory } from '../../wire/records/row-history.ts'
import { type Archive, archiveNear } from './archive.ts'

/** A row of a history, and the network tick from which it holds. */
interface Row {
  readonly tick: Tick
  readonly numbers: Int32Array
}

/**
 * The rows of a history from the one that holds at network tick `oldest` on; at least the newest. `newest`: a row that is like
 * the newest one. Each earlier row is told by how it differs from the line through the two after it.
 */
export function archiveHistory(
  archive: Archive,
  history: RowHistory,
  newest: ArrayLike<number>,
  oldest: Tick,
): void {
  const { width } = history
  const rows = archive.isRestoring ? [] : rowsOf(history, oldest)
  const count = archive.number(rows.length)
  let later: ArrayLike<number> = newest
  let latest: ArrayLike<number> = newest
  let tick = 0
  for (let n = 0; n < count; n++) {
    const row = rows[n] ?? { tick: 0, numbers: new Int32Array(width) }
    tick = n === 0 ? archive.number(row.tick) : archiveNear(archive, row.tick, tick - 1)
    const { numbers } = row
    for (let i = 0; i < width; i++)
      numbers[i] = archiveNear(archive, numbers[i]!, 2 * later[i]! - latest[i]!)
    rows[n] = { tick, numbers }
    latest = n === 0 ? numbers : later
    later = numbers
  }
  if (archive.isRestoring) push(history, rows.reverse())
}

/** Returns the rows from the newest to the one that holds at `oldest`. */
function rowsOf(history: RowHistory, oldest: Tick): Row[] {
  const { width } = history
  const found: Row[] = []
  for (let at = history.find(history.newestTick); at >= 0; ) {
    const tick = history.rows[at + width]!
    found.push({ tick, numbers: history.rows.slice(at, at + width) })
    at = tick <= oldest ? -1 : history.find(tick - 1)
  }
  return found
}

function push(history: RowHistory, rows: readonly Row[]): void {
  for (const { tick, numbers } of rows) {
    const at = history.push(tick, rows[0]!.tick)
    for (let i = 0; i < history.width; i++) history.rows[at + i] = numbers[i]!
  }
}
