import type { SubTick } from '../../base/units.ts'
import type { MissingInput } from '../define-room.ts'
import type { RoomHost } from '../host.ts'
import type { Peer } from '../peer.ts'
import type { Absence } from '../players/absences.ts'
import { type InputAuthority, InputSteps } from './input-steps.ts'
import type { TickTime } from './tick-time.ts'

/** For how many ticks an input that has not come is taken to be like the one before. */
const MOST_REPEATS = 8

/**
 * `authority: sharedTick()`: inputs wait for their tick, which applies everybody's. If an input is missing, the tick follows
 * `missingInput` of `sharedTick`. For a client at rest it does not, because those inputs are known. Free of allocation
 * unless the game raises events.
 */
export class TickInputs implements InputAuthority {
  readonly #room: RoomHost
  readonly #steps: InputSteps
  readonly #missingInput: MissingInput

  constructor(room: RoomHost) {
    this.#room = room
    this.#steps = new InputSteps(room)
    this.#missingInput = room.rules.missingInput ?? 'repeat'
  }

  came(peer: Peer, arrival: SubTick): void {
    const time = timeOf(peer)
    const { inbox } = peer
    const { received } = inbox
    time.arrived(received, arrival, peer.rest.isSaid)
    if (time.needsTick && received > inbox.applied)
      this.#skipTo(peer, time.begin(received, arrival, inbox.applied + 1))
  }

  restart(peer: Peer): void {
    timeOf(peer).restart()
    this.#skipTo(peer, peer.inbox.received + 1)
  }

  step(peer: Peer, at: SubTick): void {
    const time = timeOf(peer)
    const { stats } = this.#room
    time.stamp = at
    const id = time.inputAt(at)
    if (id === 0) return this.#goOn(peer, at)
    const { input } = this.#steps
    if (peer.inbox.take(id, input)) {
      time.missing = 0
      stats.inputsApplied++
    } else if (peer.isResting(this.#room.nowMs)) {
      peer.inbox.assume(id, input)
      time.missing = 0
      stats.inputsApplied++
    } else {
      stats.inputsMissing++
      if (!time.missed()) return this.#goOn(peer, at)
      if (this.#missingInput === 'skip') return
      if (this.#missingInput === 'repeat' && time.missing <= MOST_REPEATS) peer.inbox.repeat(input)
      else peer.inbox.idle(input)
    }
    this.#steps.run(peer, id, at, at)
  }

  stepAbsent(absence: Absence, at: SubTick): void {
    // Where the game skips a tick without input, nobody is moved in one.
    if (this.#missingInput !== 'skip') this.#steps.runIdle(absence, at)
  }

  leaveOut(peer: Peer, steps: number): void {
    this.#skipTo(peer, timeOf(peer).leaveOut(steps, peer.inbox.applied + 1))
  }

  /** Moves a player whose inputs have no ticks, once it is clear that none are to come. */
  #goOn(peer: Peer, at: SubTick): void {
    if (this.#missingInput !== 'skip' && peer.isQuiet(this.#room.nowMs))
      this.#steps.runIdle(peer, at)
  }

  #skipTo({ inbox }: Peer, id: number): void {
    const { dropped } = inbox
    inbox.skipTo(id)
    this.#room.stats.inputsDropped += inbox.dropped - dropped
  }
}

/** What `Peer` makes of a game with this authority. */
const timeOf = (peer: Peer): TickTime => peer.time as TickTime
