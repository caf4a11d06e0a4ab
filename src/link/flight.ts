import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import { PacketCopy } from './packet-copy.ts'

/** A packet, or the end of the link, under way. */
export class Flight {
  readonly copy: PacketCopy = new PacketCopy()
  ending: { readonly reason: DisconnectReason; readonly detail: string } | undefined
  index = 0
  isSecondCopy = false
  arrivesAtMs: Ms = 0
  // Of use to Retransmission.
  /** When the copy that gets through is sent. */
  leavesAtMs: Ms = 0
  isLost = false
  firstRepeatAtMs: Ms = 0
  isTimeout = false
}
