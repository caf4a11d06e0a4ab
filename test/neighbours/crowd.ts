// The honest clients, all in one process: `crowd.ts PORT CLIENTS`.

import { setTimeout as passing } from 'node:timers/promises'
import { quantile } from '../../src/score/measures/quantile.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'
import { RawClient } from '../support/raw-client.ts'
import { runner } from '../support/runner.ts'
import { answerAll } from './process.ts'
import { type Heard, ROOM } from './roles.ts'
import { SocketLink } from './socket-link.ts'

const JOIN_EVERY_MS = 40
const SEND_EVERY_MS = 5

/** Plays as a session does: an input for every step, and each snapshot acknowledged by the next packet. */
class HonestClient extends RawClient {
  /** Why it was lost; '' while it was not. */
  lost = ''
  readonly #gapsMs: number[] = []
  #welcomedAtMs = 0
  #heardAtMs = 0

  override packet(bytes: Uint8Array): void {
    super.packet(bytes)
    const nowMs = performance.now()
    if (bytes[0] === PACKET.welcome) this.#welcomedAtMs = nowMs
    if (bytes[0] !== PACKET.snapshot) return
    if (this.#heardAtMs > 0) this.#gapsMs.push(nowMs - this.#heardAtMs)
    this.#heardAtMs = nowMs
  }

  override closed(): void {
    super.closed()
    this.lost = this.closing?.reason ?? 'closed without a word'
  }

  /** Sends the inputs that are due. */
  play(nowMs: number): void {
    if (!this.welcome || this.hasEnded) return
    const playedMs = nowMs - this.#welcomedAtMs
    const due = Math.floor(playedMs / runner.game.stepMs) - this.newest
    if (due <= 0) return
    this.head.viewAge = this.#heardAtMs > 0 ? 0 : -1
    this.run(due)
  }

  /** The times between snapshots since the call before, with the one that goes on: a server that stands still sends no more. */
  takeGaps(nowMs: number): number[] {
    const gapsMs = this.#gapsMs.splice(0)
    if (!this.hasEnded) gapsMs.push(nowMs - this.#heardAtMs)
    return gapsMs
  }
}

const [port, count] = process.argv.slice(2).map(Number) as [number, number]
const clients: HonestClient[] = []
setInterval(() => {
  const nowMs = performance.now()
  for (const client of clients) client.play(nowMs)
}, SEND_EVERY_MS)
for (let i = 1; i <= count; i++) {
  const client = new HonestClient(await SocketLink.connect(port, `127.0.1.${i}`))
  clients.push(client.hello({ room: ROOM }))
  await passing(JOIN_EVERY_MS)
}
answerAll({}, (): Heard => {
  const nowMs = performance.now()
  const gapsMs = clients.flatMap((client) => client.takeGaps(nowMs))
  const lost = clients.map((client) => client.lost).filter((reason) => reason !== '')
  return { p99GapMs: quantile(gapsMs, 0.99), lost }
})
