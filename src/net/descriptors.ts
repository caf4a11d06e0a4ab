import { readFileSync } from 'node:fs'

/** Linux lists the limits of a process here. */
const LIMITS = '/proc/self/limits'

/** Returns how many descriptors this process may have open; Infinity where that cannot be known. */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS, 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}
