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

/** Sets the levels that the symbols of a context have at first; those beyond its row are the rarest. */
export function firstLevels(role: number, within: number, levels: Uint8Array): void {
  const row = (FIRST_ROWS[role] ?? '').split(' ')[firstRow(role, within)] ?? ''
  for (let i = 0; i < levels.length; i++)
    levels[i] = row === '' ? 0 : i < row.length ? LEVELS.indexOf(row[i]!) : LEVELS.length - 1
}
