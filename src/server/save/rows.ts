import type { Tick } from '../../base/units.ts'
import type { Column } from '../../game/column.ts'
import * as OP from '../../game/op.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import type { RowHistory } from '../../wire/records/row-history.ts'
import { type Archive, archiveNear, archiveWhole, check, MOST_NETWORK_TICK } from './archive.ts'

/** A row of a history, and the network tick from which it holds. */
interface Row {
  readonly tick: Tick
  readonly numbers: Int32Array
}

/** The greatest number of a column. That of a text counts its changes. */
export function mostOf({ op, levels }: Column): number {
  return op === OP.text ? 0x7fffffff : levels
}

/** The greatest number of each column, on the grid that everybody but the owner gets, and `more`. */
export function coarseMostsOf(columns: readonly Column[], more: number): number[] {
  return [...columns.map((c) => (c.op === OP.text ? mostOf(c) : c.coarseLevels)), more]
}

/** The numbers of a row, in place. Throws `misuse` for one that its column does not have. */
export function archiveRow(
  archive: Archive,
  row: number[] | Int32Array,
  columns: readonly Column[],
): void {
  for (let i = 0; i < columns.length; i++)
    row[i] = archiveWhole(archive, row[i]!, 0, mostOf(columns[i]!))
}

/**
 * The rows of a history from the one that holds at network tick `oldest` on; at least the newest. `newest`: a row that is like
 * the newest one. `mosts`: the greatest number of each column.
 */
export function archiveHistory(
  archive: Archive,
  history: RowHistory,
  newest: ArrayLike<number>,
  oldest: Tick,
  mosts: ArrayLike<number>,
): void {
  const { width } = history
  const rows = archive.isRestoring ? [] : rowsOf(history, oldest)
  const count = archiveWhole(archive, rows.length, 0, HISTORY_TICKS)
  let tick = MOST_NETWORK_TICK + 1
  for (let n = 0; n < count; n++) {
    const row = rows[n] ?? { tick: 0, numbers: new Int32Array(width) }
    const before = tick
    tick = n === 0 ? archive.number(row.tick) : archiveNear(archive, row.tick, tick - 1)
    check(archive, Number.isInteger(tick) && tick >= 0 && tick < before)
    rows[n] = { tick, numbers: row.numbers }
  }
  for (let i = 0; i < width; i++) {
    archiveColumn(archive, rows, i, newest[i]!)
    for (const { numbers } of rows) check(archive, numbers[i]! >= 0 && numbers[i]! <= mosts[i]!)
  }
  if (archive.isRestoring) push(history, rows.reverse())
}

/**
 * A number of all rows. Each is told by how far it is from the line through the two rows after it. Most columns have only
 * lines.
 */
function archiveColumn(archive: Archive, rows: readonly Row[], i: number, newest: number): void {
  const isOnLine = (_: Row, n: number) => rows[n]!.numbers[i] === expectedAt(rows, n, i, newest)
  const isStraight = archive.flag(!archive.isRestoring && rows.every(isOnLine))
  for (let n = 0; n < rows.length; n++) {
    const { numbers } = rows[n]!
    const expected = expectedAt(rows, n, i, newest)
    // Differences beyond 32 bits wrap, and so do the sums.
    numbers[i] = isStraight ? expected : expected + archive.offset((numbers[i]! - expected) | 0)
  }
}

function expectedAt(rows: readonly Row[], n: number, i: number, newest: number): number {
  if (n === 0) return newest
  const later = rows[n - 1]!.numbers[i]!
  return n === 1 ? later : (2 * later - rows[n - 2]!.numbers[i]!) | 0
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
