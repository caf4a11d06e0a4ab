import type { Ms } from '../base/units.ts'
import { PacketCopy } from './packet-copy.ts'

/** A datagram under way. */
export class Flight {
  readonly copy: PacketCopy = new PacketCopy()
  index = 0
  isSecondCopy = false
  arrivesAtMs: Ms = 0
}
