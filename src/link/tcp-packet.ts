import type { Ms } from '../base/units.ts'

/** A TCP packet under way: bytes of the stream, or none, and an acknowledgement for the opposite direction. */
export class TcpPacket {
  /** The packet carries the bytes from `first` to before `end`. */
  first = 0
  end = 0
  /** When it was sent. The acknowledgement echoes this time (RFC 7323). */
  sentAtMs: Ms = 0
  arrivesAtMs: Ms = 0
  /** Whether the network must lose neither this packet nor the acknowledgement that answers it. */
  isCertain = false
  /** All bytes before this one have arrived. */
  ackTo = 0
  /** Pairs of numbers: the bytes from the first to before the second have arrived out of order (SACK, RFC 2018). */
  readonly sacks: number[] = []
  /** Whether the acknowledged packet has arrived twice (D-SACK, RFC 2883). */
  isForDuplicate = false
  /** When the acknowledged packet was sent. */
  echoMs: Ms = 0
}
