import type { Claim, Directory } from '../../directory/directory.ts'

/** How often a room is handed over if the directory does not answer. */
const TRIES = 3

/**
 * Hands a room over, and returns who has it now; null: no other process has. Finds out whether a call that failed took effect
 * nevertheless. Returns 'unreachable' if the directory does not answer, and `onError` gets its errors.
 */
export async function handOver(
  directory: Directory,
  key: string,
  term: number,
  saved: Uint8Array,
  onError: (error: unknown) => void,
): Promise<Claim | null | 'unreachable'> {
  for (let left = TRIES; left > 0; left--) {
    try {
      const next = await directory.handOver(key, term, saved)
      if (next === 'full') return null
      const owner = next === 'lost' ? await directory.find(key) : next
      return owner && !owner.isMine ? owner : null
    } catch (error) {
      onError(error)
    }
  }
  return 'unreachable'
}
