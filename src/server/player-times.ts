import { SUBTICKS_PER_STEP } from '../base/units.ts'
import type { BitWriter } from '../wire/bits.ts'
import { writeBehind, writeLine } from '../wire/body.ts'
import { HISTORY_TICKS } from '../wire/packets.ts'
import { type PlayerLine, wholeSteps } from '../wire/player-line.ts'
import type { RoomHost } from './host.ts'
import type { Peer } from './peer.ts'

/** How much one network tick counts in how far behind a player usually is. */
const SHARE = 1 / 16
/** Usually is told anew when it is off by more steps than this, and lag by so many ms. */
const OFF_STEPS = 0.75
const OFF_MS = 2

interface Left {
  readonly player: number
  readonly tick: number
}

/** What bodies tell of the players' own time: see WIRE.md. Free of allocation but for who comes and goes. */
export class PlayerTimes {
  /** Everybody who is connected, in the order of their numbers. */
  readonly connected: Peer[] = []
  /** Their lines by number; undefined for who is not connected. All as of the last `take`: links end while they are sent to. */
  readonly lines: (PlayerLine | undefined)[] = []
  /** The newest network tick with anything to tell of them; -1: none. */
  newsTick = -1
  readonly #source: RoomHost
  /** Players who have left in the last 127 network ticks. */
  readonly #left: Left[] = []

  constructor(source: RoomHost) {
    this.#source = source
  }

  /** Takes everybody's time for network tick `tick`. */
  take(tick: number): void {
    const { peerList, game } = this.#source
    const { connected } = this
    while (this.#left.length > 0 && tick - this.#left[0]!.tick >= HISTORY_TICKS) this.#left.shift()
    const subTicks = tick * game.sendSubTicks
    const { lines } = this
    for (let i = 0; i < connected.length; i++) {
      const { isOpen, player } = connected[i]!
      lines[player.id] = undefined
      if (isOpen) continue
      this.#left.push({ player: player.id, tick })
      this.newsTick = tick
    }
    // Only cut short: an array that is emptied and filled again allocates.
    if (connected.length > peerList.length) connected.length = peerList.length
    for (let i = 0; i < peerList.length; i++) {
      const peer = peerList[i]!
      takeLine(peer, tick, subTicks)
      const { line, lineTick } = peer
      if (lineTick === tick || line.behind !== line.usual) this.newsTick = tick
      while (lines.length <= peer.player.id) lines.push(undefined)
      lines[peer.player.id] = peer.line
      let at = i
      for (; at > 0 && connected[at - 1]!.player.id > peer.player.id; at--)
        connected[at] = connected[at - 1]!
      connected[at] = peer
    }
  }

  /** Whether somebody came, went or has a new line since `baseline`. */
  hasNews(baseline: number): boolean {
    const { connected } = this
    for (let i = 0; i < connected.length; i++) if (connected[i]!.lineTick > baseline) return true
    for (let i = 0; i < this.#left.length; i++)
      if (this.#isNews(this.#left[i]!, baseline)) return true
    return false
  }

  /** Writes who has left and whose line has changed since `baseline`; -1: all lines there are. */
  writeNews(writer: BitWriter, tick: number, baseline: number): void {
    const { connected } = this
    let count = 0
    for (let i = 0; i < this.#left.length; i++) if (this.#isNews(this.#left[i]!, baseline)) count++
    writer.small(count)
    for (let i = 0; i < this.#left.length; i++)
      if (this.#isNews(this.#left[i]!, baseline)) writer.write(this.#left[i]!.player, 16)
    count = 0
    for (let i = 0; i < connected.length; i++) if (connected[i]!.lineTick > baseline) count++
    writer.small(count)
    for (let i = 0; i < connected.length; i++) {
      const { lineTick, line, player } = connected[i]!
      if (lineTick > baseline) writeLine(writer, player.id, line, tick - line.since)
    }
  }

  /** Writes how far behind everybody is. */
  writeBehind(writer: BitWriter): void {
    writeBehind(writer, this.connected)
  }

  /** A player who is here again is no news among those who left. */
  #isNews({ player, tick }: Left, baseline: number): boolean {
    return baseline >= 0 && tick > baseline && !this.lines[player]
  }
}

function takeLine(peer: Peer, tick: number, subTicks: number): void {
  const { line, stampNow } = peer
  // From the whole step before it, also of a time before the room's opening: a remainder would be negative.
  const part = stampNow & (SUBTICKS_PER_STEP - 1)
  const behind = (wholeSteps(subTicks) - stampNow + part) / SUBTICKS_PER_STEP
  const lagMs = Math.round(peer.lag.lagMs)
  const isNew = peer.lineTick < 0
  peer.usualSteps = isNew ? behind : peer.usualSteps + (behind - peer.usualSteps) * SHARE
  const isOff = Math.abs(peer.usualSteps - line.usual) > OFF_STEPS
  if (isNew || part !== line.part || isOff || Math.abs(lagMs - line.lagMs) >= OFF_MS) {
    if (isNew) line.since = tick
    line.tell(part, Math.round(peer.usualSteps), lagMs)
    peer.lineTick = tick
  }
  line.note(tick, subTicks, behind)
}
