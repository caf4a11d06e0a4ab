import { Hash } from '../../../base/hash.ts'
import { BitReader } from '../../bits.ts'
import type { Coding } from '../coding.ts'
import { FrequencyReader } from './frequency-reader.ts'
import { FrequencyWriter } from './frequency-writer.ts'

/**
 * Returns a coding with frequency tables, for `coding` of `defineGame`. It sends fewer bytes than the default, for more
 * processor time at both ends and a larger page. Clients share bodies as with the default. A room learns its tables as it
 * runs, from the first second on, and sends them to its clients.
 *
 * `frozen`: tables that a room of this game has learned before, as `Room.tables` returns them. Rooms then begin with these,
 * learn nothing, and send none. The game must have the same fields in the same order and with the same ranges as before;
 * otherwise `misuse` is thrown when a room or a session is made. For set-up only.
 */
export function tables(frozen?: ArrayLike<number>): Coding {
  const bytes = frozen && Uint8Array.from(frozen)
  const start = (): BitReader | null => (bytes ? new BitReader().start(bytes) : null)
  return {
    name: bytes ? `tables ${new Hash().bytes(bytes).value}` : 'tables',
    asksOfAll: true,
    writer: (plans, sendHz) => new FrequencyWriter(plans, sendHz, start()),
    reader: (plans) => new FrequencyReader(plans, start()),
  }
}
