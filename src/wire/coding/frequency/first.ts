import { FIRST_ROWS } from './first-rows.ts'
import { LASTS, ROLE } from './layout.ts'

/** The characters of the levels in `FIRST_ROWS`. */
export const LEVELS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'
/** The number of rows for each hint of a size. Some contexts share a row. */
export const FIRST_LASTS = 5

/** Returns the row of its role with which a context begins. */
export function firstRow(role: number, within: number): number {
  if (role < ROLE.size || role >= ROLE.sign) return within
  const hint = Math.floor(within / LASTS)
  return hint * FIRST_LASTS + (((within % LASTS) + 1) >> 1)
}

/** For each role, the levels of the symbols in each row. Symbols left out are the rarest. Parsed on first use. */
const ROWS: (readonly Uint8Array[] | undefined)[] = []

/** Returns the first levels of a context's symbols, without the rarest symbols at the end. */
export function firstLevels(role: number, within: number): Uint8Array | undefined {
  ROWS[role] ??= FIRST_ROWS[role]!.split(' ').map((row) =>
    Uint8Array.from(row, (letter) => LEVELS.indexOf(letter)),
  )
  return FIRST_ROWS[role] === '' ? undefined : ROWS[role][firstRow(role, within)]
}
