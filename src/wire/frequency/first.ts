import { FIRST_ROWS } from './first-rows.ts'
import { LASTS, ROLE } from './layout.ts'

/** Levels as characters. */
export const LEVELS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'
/** How many rows a hint of a size has: contexts share some of them. */
export const FIRST_LASTS = 5

/** Which row of its role a context begins with. */
export function firstRow(role: number, within: number): number {
  if (role < ROLE.size || role >= ROLE.sign) return within
  const hint = Math.floor(within / LASTS)
  return hint * FIRST_LASTS + (((within % LASTS) + 1) >> 1)
}

/** Of each role: the levels of the symbols of each row; those that are left out are the rarest. Parsed when first asked for. */
const ROWS: (readonly Uint8Array[] | undefined)[] = []

/** The levels of the symbols of a context at first, as many as are not the rarest. */
export function firstLevels(role: number, within: number): Uint8Array | undefined {
  ROWS[role] ??= FIRST_ROWS[role]!.split(' ').map((row) =>
    Uint8Array.from(row, (letter) => LEVELS.indexOf(letter)),
  )
  return FIRST_ROWS[role] === '' ? undefined : ROWS[role][firstRow(role, within)]
}
