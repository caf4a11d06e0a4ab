import type { RecordTarget } from '../columns.ts'
import { TELL } from '../plan.ts'
import { codeChoice } from './lone-number.ts'
import { type DenseColumn, MOST_CHOICES } from './models.ts'
import type { RangeCoder } from './range-coder.ts'
import { codeText } from './text.ts'

/** Codes what a column that differs and is no number is now, when it was `was`. Texts come from `texts` and go to `target`. */
export function codeOther(
  coder: RangeCoder,
  column: DenseColumn,
  now: number,
  was: number,
  texts: readonly string[],
  target: RecordTarget | null,
): number {
  const c = column.of
  if (c.tell === TELL.flag) return was === 0 ? 1 : 0
  if (c.tell === TELL.text) {
    const text = codeText(coder, texts[c.text] ?? '', c.levels)
    return target ? target.putText(c.text, text) : now
  }
  if (c.levels >= MOST_CHOICES) {
    const value = coder.raw(now, c.bits)
    return value > c.levels ? c.levels : value
  }
  // Another one: counted on from the old one.
  const ways = c.levels + 1
  const ahead = codeChoice(coder, column.numbers, c.levels, (now - was - 1 + ways) % ways)
  return (was + 1 + ahead) % ways
}
