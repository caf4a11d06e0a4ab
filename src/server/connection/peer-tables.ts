import type { Ms } from '../../base/units.ts'

/** Which tables one client has. */
export class PeerTables {
  /** The version that its bodies are coded by. */
  version = 0
  /** The version on its way to the client, which of its parts the client has, and how many are missing. */
  sending = 0
  has: Uint8Array = new Uint8Array(0)
  missing = 0
  sentAtMs: Ms = Number.NEGATIVE_INFINITY

  /** Notes that the client has received a part. `noted`: the number that was noted with its packet. */
  acked(noted: number): void {
    const part = noted & 0xff
    if (noted >> 8 !== this.sending || this.missing === 0 || this.has[part] === 1) return
    this.has[part] = 1
    if (--this.missing === 0) this.version = this.sending
  }

  /** Begins to send a version to the client. */
  begin(version: number, parts: number): void {
    this.sending = version
    this.has = new Uint8Array(parts)
    this.missing = parts
    this.sentAtMs = Number.NEGATIVE_INFINITY
  }
}
