import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import { PacketCopy } from './packet-copy.ts'

/** A packet under way, or the end of the link. */
export class Flight {
  readonly copy: PacketCopy = new PacketCopy()
  ending: { readonly reason: DisconnectReason; readonly detail: string } | undefined
  index = 0
  isSecondCopy = false
  arrivesAtMs: Ms = 0
  // `Retransmission` uses the rest.
  /** The time at which the copy that gets through is sent. */
  leavesAtMs: Ms = 0
  isLost = false
  firstRepeatAtMs: Ms = 0
  isTimeout = false
}
