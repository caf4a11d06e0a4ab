import { SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { RoomHost } from '../host.ts'
import type { Peer } from '../peer.ts'
import type { Absence } from '../players/absences.ts'
import { type InputAuthority, InputSteps } from './input-steps.ts'
import type { PlayerTime } from './player-time.ts'

/**
 * Without an `authority`: inputs are applied as they come, one fixed step of that player alone for each. A player who sends
 * nothing new is moved by steps at the inputs' defaults, in the room's time. Free of allocation unless the game raises
 * events.
 */
export class Inputs implements InputAuthority {
  readonly #room: RoomHost
  readonly #steps: InputSteps

  constructor(room: RoomHost) {
    this.#room = room
    this.#steps = new InputSteps(room)
  }

  came(peer: Peer, arrival: SubTick): void {
    const { rest } = peer
    peer.time.arrived(peer.inbox.received, arrival)
    if (rest.isTold) this.#follow(peer, arrival)
    if (!rest.isSaid) rest.isTold = rest.isFollowed = false
    this.#apply(peer, arrival)
    if (rest.isSaid && !rest.isTold) rest.hash = hashOf(peer)
  }

  restart(peer: Peer, arrival: SubTick): void {
    const { inbox } = peer
    const { dropped } = inbox
    const from = inbox.received + 1
    inbox.skipTo(from)
    this.#room.stats.inputsDropped += inbox.dropped - dropped
    timeOf(peer).begin(from, arrival + SUBTICKS_PER_STEP)
  }

  step(peer: Peer, at: SubTick): void {
    const time = timeOf(peer)
    this.#apply(peer, at)
    if (peer.isResting(this.#room.nowMs)) this.#pay(peer, at)
    if (peer.rest.isTold && !peer.inbox.isWaiting) this.#follow(peer, at)
    const isDue = peer.isQuiet(this.#room.nowMs) || time.isLeftBehind(at)
    if (isDue && !peer.inbox.isWaiting) this.#goOn(peer, at)
    time.bound(at)
  }

  stepAbsent(absence: Absence, at: SubTick): void {
    const room = this.#room
    if (!absence.guard.take(at, room.nextNetworkTick * room.game.sendSubTicks)) return
    this.#steps.runIdle(absence, at)
  }

  leaveOut(peer: Peer, steps: number): void {
    const { inbox } = peer
    const time = timeOf(peer)
    const next = Math.max(inbox.received, inbox.applied) + 1
    const stamp = time.epochs.stampOf(next)
    const { dropped } = inbox
    inbox.skipTo(next + steps)
    this.#room.stats.inputsDropped += inbox.dropped - dropped
    time.begin(next + steps, stamp)
  }

  /** Applies the inputs of a player that wait, as far as the guard lets them. `now` is the room's time. */
  #apply(peer: Peer, now: SubTick): void {
    const room = this.#room
    const steps = this.#steps
    const { inbox, guard, rest } = peer
    if (!inbox.isWaiting) return
    const time = timeOf(peer)
    const hadMoved = hasMoved(peer)
    const nextSend = room.nextNetworkTick * room.game.sendSubTicks
    const { dropped } = inbox
    let isOutside = false
    while (peer.isOpen && inbox.isWaiting) {
      if (time.isOutside(inbox.applied + 1, now)) {
        isOutside = true
        inbox.giveUp()
        continue
      }
      if (time.isEarly(inbox.applied + 1, now)) break
      if (!rest.take(inbox.isRepeat, guard, now, nextSend)) break
      const id = inbox.next(steps.input)
      if (id === 0) continue
      room.stats.inputsApplied++
      time.advanceTo(id)
      steps.run(peer, id, peer.stamp, time.moveTime)
      if (rest.isPaid) rest.isStill = !hasMoved(peer)
    }
    const tick = room.nextNetworkTick
    if (!hadMoved && hasMoved(peer)) rest.movedTick = tick
    // A change by the room is not what the inputs have left.
    if (rest.isSaid && (!hadMoved || rest.movedTick === tick)) rest.hash = hashOf(peer)
    room.stats.inputsDropped += inbox.dropped - dropped
    const next = inbox.applied + 1
    if (isOutside && time.isOutside(next, now)) time.begin(next, now + SUBTICKS_PER_STEP)
  }

  #pay({ rest, guard, newestArrival }: Peer, at: SubTick): void {
    const room = this.#room
    rest.pay(guard, at, newestArrival, room.nextNetworkTick * room.game.sendSubTicks)
  }

  /**
   * The room has changed what a player at rest owns. If the player's next input, which is known, now does something, it is
   * taken at once. Those after it are taken in their time, `now` in the room's. Inputs held back did nothing until now.
   */
  #follow(peer: Peer, now: SubTick): void {
    const { inbox, rest } = peer
    const { nextNetworkTick, entities } = this.#room
    const tick = nextNetworkTick - 1
    const isNews = entities.newsTick >= tick || entities.ownNewsTick >= tick
    const mayBeNew =
      isNews && tick > rest.movedTick && tick > rest.triedTick && isChanged(peer, tick)
    if (!rest.isFollowed && !(mayBeNew && hashOf(peer) !== rest.hash)) return
    const { epochs } = timeOf(peer)
    const until = peer.usualStamp(now)
    if (epochs.stampOf(inbox.applied + 1) > until) return
    const wasFollowed = rest.isFollowed
    rest.isFollowed = this.#runKnown(peer)
    if (wasFollowed || !rest.isFollowed) return
    while (
      epochs.stampOf(inbox.applied + 1) <= until &&
      (!inbox.isWaiting || inbox.isRepeat) &&
      rest.takeKnown()
    )
      inbox.pass(inbox.applied + 1)
  }

  /** Takes the next input, which is known. Whether it did anything. */
  #runKnown(peer: Peer): boolean {
    const { inbox, rest } = peer
    if (!rest.takeKnown()) return false
    rest.triedTick = this.#room.nextNetworkTick - 1
    const time = timeOf(peer)
    const steps = this.#steps
    const id = inbox.applied + 1
    const before = hashOf(peer)
    inbox.assume(id, steps.input)
    time.advanceTo(id)
    steps.run(peer, id, peer.stamp, time.moveTime)
    rest.hash = hashOf(peer)
    return rest.hash !== before
  }

  /** Moves a player who sends nothing new up to the room's time `at`. */
  #goOn(peer: Peer, at: SubTick): void {
    const room = this.#room
    const steps = this.#steps
    const { inbox, guard } = peer
    const time = timeOf(peer)
    const nextSend = room.nextNetworkTick * room.game.sendSubTicks
    if (time.isOutside(inbox.applied + 1, at)) time.begin(inbox.applied + 1, at)
    while (
      peer.isOpen &&
      time.epochs.stampOf(inbox.applied + 1) <= at &&
      (peer.rest.takeKnown() || guard.take(at, nextSend))
    ) {
      const id = inbox.doWithout(steps.input)
      room.stats.stepsWithoutInput++
      time.advanceTo(id)
      steps.run(peer, id, time.stamp, time.moveTime)
    }
  }
}

/** Whether anything that a player owns was found changed at network tick `tick`. */
function isChanged({ owner: { entities } }: Peer, tick: number): boolean {
  for (let i = 0; i < entities.length; i++)
    if (entities[i]!.changedTick >= tick || entities[i]!.ownTick >= tick) return true
  return false
}

/** Whether anything that a player owns and `move` may change differs from the last network tick. */
function hasMoved({ owner: { entities } }: Peer): boolean {
  for (let i = 0; i < entities.length; i++) if (entities[i]!.hasMoved) return true
  return false
}

/** A hash of the numbers of what a player owns. */
function hashOf({ owner: { entities } }: Peer): number {
  let hash = 0
  for (let i = 0; i < entities.length; i++) hash = entities[i]!.hash(hash)
  return hash
}

/** What `Peer` makes of a game with this authority. */
const timeOf = (peer: Peer): PlayerTime => peer.time as PlayerTime
