import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { Epochs } from '../../time/sync/epochs.ts'
import {
  type Archive,
  archiveFinite,
  archiveNetworkTick,
  archiveSubTicks,
} from '../save/archive.ts'
import type { Authority, AuthorityRoom, Client, PlayerInputs } from './authority.ts'
import { InputSteps } from './input-steps.ts'
import { PlayerTime } from './player-time.ts'
import { Rest } from './rest.ts'

/**
 * The authority of games without an `authority`: each player has a time of its own. Inputs are applied as they come, and
 * each runs one fixed step of that player alone. A player who sends nothing new is moved by steps at the inputs' defaults,
 * in the room's time. Creates no object unless the game raises events or spawns entities.
 */
export class OwnTime implements Authority {
  readonly room: AuthorityRoom
  readonly steps: InputSteps

  constructor(room: AuthorityRoom) {
    this.room = room
    this.steps = new InputSteps(room)
  }

  admit(client: Client, now: SubTick): PlayerInputs {
    return new OwnTimeInputs(this, client, now)
  }
}

/** The inputs of one player. */
class OwnTimeInputs implements PlayerInputs {
  toldStamp: SubTick
  readonly #room: AuthorityRoom
  readonly #steps: InputSteps
  readonly #client: Client
  readonly #time: PlayerTime
  readonly #rest = new Rest()
  /** Whether the last network tick told the player's time as if the inputs of a client at rest came one by one. */
  #isRestTold = false
  /** The first network tick that shows the effect of the newest inputs that did anything. */
  #movedTick = -1
  /** A hash of what a player at rest owns, after its newest inputs. */
  #hash = 0
  /** Whether the known inputs of a player at rest have an effect since the room changed what the player owns. */
  #isFollowed = false
  /** The newest network tick after which the room tried whether these inputs have an effect. */
  #triedTick = -1

  constructor({ room, steps }: OwnTime, client: Client, now: SubTick) {
    this.#room = room
    this.#steps = steps
    this.#client = client
    this.#time = new PlayerTime(now, room.game.stepMs)
    this.toldStamp = now
  }

  get epochs(): Epochs {
    return this.#time.epochs
  }

  get stamp(): SubTick {
    return this.#isRestTold ? this.toldStamp : this.#time.stamp
  }

  get moveTime(): SubTick {
    return this.#time.moveTime
  }

  came(first: number, arrival: SubTick, nowMs: Ms): void {
    const { inputBuffer, isRestSaid } = this.#client
    inputBuffer.dropOld()
    // At rest, all but the newest were held back.
    this.#time.arrived(isRestSaid ? inputBuffer.received : first, arrival, nowMs)
    if (this.#isRestTold) this.#follow(arrival)
    if (!isRestSaid) this.#isRestTold = this.#isFollowed = false
    this.#apply(arrival)
    if (isRestSaid && !this.#isRestTold) this.#hash = hashOf(this.#client)
  }

  step(at: SubTick, nowMs: Ms): void {
    const client = this.#client
    const { inputBuffer, guard } = client
    this.#apply(at)
    if (client.isResting(nowMs))
      this.#rest.pay(guard, at, client.newestArrival, nextSendOf(this.#room))
    if (this.#isRestTold && !inputBuffer.isWaiting) this.#follow(at)
    const isDue = client.isQuiet(nowMs) || this.#time.isLeftBehind(at)
    if (isDue && !inputBuffer.isWaiting) this.#goOn(at)
    this.#time.bound(at)
  }

  /** Applies the waiting inputs, as far as the guard allows. `now`: the room's time. */
  #apply(now: SubTick): void {
    const client = this.#client
    const { inputBuffer, guard } = client
    if (!inputBuffer.isWaiting) return
    const room = this.#room
    const time = this.#time
    const rest = this.#rest
    const hadMoved = hasMoved(client)
    const nextSend = nextSendOf(room)
    let isOutside = false
    while (client.isOpen && inputBuffer.isWaiting) {
      const next = inputBuffer.applied + 1
      if (time.isOutside(next, now)) {
        isOutside = true
        inputBuffer.drop()
        continue
      }
      if (time.isEarly(next, now)) break
      const grant = rest.take(inputBuffer.isRepeat, guard, now, nextSend)
      if (grant === null) break
      const id = inputBuffer.next(this.#steps.input)
      if (id === 0) continue
      room.stats.inputsApplied++
      this.#run(id)
      if (grant === 'paid') rest.isStill = !hasMoved(client)
    }
    const tick = room.nextNetworkTick
    if (!hadMoved && hasMoved(client)) this.#movedTick = tick
    // A change by the room must not count as an effect of the inputs.
    if (client.isRestSaid && (!hadMoved || this.#movedTick === tick)) this.#hash = hashOf(client)
    const next = inputBuffer.applied + 1
    if (isOutside && time.isOutside(next, now)) time.begin(next, now + SUBTICKS_PER_STEP)
  }

  /** Runs the input that was just taken, as number `id`. */
  #run(id: number): void {
    this.#time.advanceTo(id)
    this.#steps.run(this.#client, id, this.stamp, this.moveTime)
  }

  /**
   * Follows a change that the room made to what a player at rest owns. If the player's next input, which is known, now does
   * something, it is taken at once. The inputs after it are taken in their time. `now`: the room's time. Inputs held back
   * until now did nothing.
   */
  #follow(now: SubTick): void {
    const { inputBuffer } = this.#client
    if (!this.#isFollowed && !this.#isChangedByRoom()) return
    const { epochs } = this.#time
    const until = this.#usualStamp(now)
    if (epochs.stampOf(inputBuffer.applied + 1) > until) return
    const wasFollowed = this.#isFollowed
    this.#isFollowed = this.#runKnown()
    if (wasFollowed || !this.#isFollowed) return
    while (
      epochs.stampOf(inputBuffer.applied + 1) <= until &&
      (!inputBuffer.isWaiting || inputBuffer.isRepeat) &&
      this.#rest.takeKnown()
    )
      inputBuffer.pass(inputBuffer.applied + 1)
  }

  /** Whether the last network tick found what the player owns in another state than the inputs had left it in. */
  #isChangedByRoom(): boolean {
    const { nextNetworkTick, entities } = this.#room
    const tick = nextNetworkTick - 1
    if (tick <= this.#movedTick || tick <= this.#triedTick) return false
    if (entities.newsTick < tick && entities.ownNewsTick < tick) return false
    return isChanged(this.#client, tick) && hashOf(this.#client) !== this.#hash
  }

  /** Takes the next input, which is known. Returns whether it did anything. */
  #runKnown(): boolean {
    const client = this.#client
    const { inputBuffer } = client
    if (!this.#rest.takeKnown()) return false
    this.#triedTick = this.#room.nextNetworkTick - 1
    const id = inputBuffer.applied + 1
    const before = hashOf(client)
    inputBuffer.assume(id, this.#steps.input)
    this.#run(id)
    this.#hash = hashOf(client)
    return this.#hash !== before
  }

  /** Moves a player who sends nothing new up to the room's time `at`. */
  #goOn(at: SubTick): void {
    const client = this.#client
    const { inputBuffer, guard } = client
    const room = this.#room
    const time = this.#time
    const nextSend = nextSendOf(room)
    if (time.isOutside(inputBuffer.applied + 1, at)) time.begin(inputBuffer.applied + 1, at)
    while (
      client.isOpen &&
      time.epochs.stampOf(inputBuffer.applied + 1) <= at &&
      (this.#rest.takeKnown() || guard.take(at, nextSend))
    ) {
      const id = inputBuffer.doWithout(this.#steps.input)
      room.stats.stepsWithoutInput++
      time.advanceTo(id)
      this.#steps.run(client, id, time.stamp, time.moveTime)
    }
  }

  archive(archive: Archive): void {
    this.toldStamp = archiveSubTicks(archive, this.toldStamp)
    this.#time.archive(archive)
    this.#rest.archive(archive)
    this.#movedTick = archiveNetworkTick(archive, this.#movedTick)
    this.#hash = archiveFinite(archive, this.#hash)
    this.#triedTick = archiveNetworkTick(archive, this.#triedTick)
  }

  disconnect(): void {
    this.#isRestTold = this.#isFollowed = false
  }

  restart(arrival: SubTick): void {
    const { inputBuffer } = this.#client
    inputBuffer.dropOld()
    const from = inputBuffer.received + 1
    inputBuffer.skipTo(from)
    this.#time.begin(from, arrival + SUBTICKS_PER_STEP)
  }

  leaveOut(steps: number): void {
    const { inputBuffer } = this.#client
    const next = Math.max(inputBuffer.received, inputBuffer.applied) + 1
    const stamp = this.epochs.stampOf(next)
    inputBuffer.skipTo(next + steps)
    this.#time.begin(next + steps, stamp)
  }

  keepTime(tick: number, nowMs: Ms, rttMs: Ms): boolean {
    const client = this.#client
    const { received, applied } = client.inputBuffer
    const time = this.#time
    const now = tick * this.#room.game.sendSubTicks
    // Inputs that wait for their stamps do not wait for the guard.
    time.waiting(time.isEarly(applied + 1, now) ? 0 : received - applied, nowMs)
    const isEpoch = time.heal(Math.max(received, applied), nowMs, rttMs)
    this.#isRestTold = client.timeline.toldTick >= 0 && client.isResting(nowMs)
    this.toldStamp = this.#isRestTold ? this.#usualStamp(now) : time.stamp
    return isEpoch
  }

  /** Returns the player's usual own time at a moment of the room's time. */
  #usualStamp(now: SubTick): SubTick {
    const { timeline } = this.#client
    return timeline.at(now, timeline.usual)
  }

  tellArrivals(): number {
    return -1
  }
}

/** Returns the room's time at the next network tick. */
function nextSendOf({ nextNetworkTick, game }: AuthorityRoom): SubTick {
  return nextNetworkTick * game.sendSubTicks
}

/** Whether anything that a player owns was found changed at network tick `tick`. */
function isChanged({ owner: { entities } }: Client, tick: number): boolean {
  for (let i = 0; i < entities.length; i++)
    if (entities[i]!.changedTick >= tick || entities[i]!.ownTick >= tick) return true
  return false
}

/** Whether anything that a player owns and `move` may change differs from the last network tick. */
function hasMoved({ owner: { entities } }: Client): boolean {
  for (let i = 0; i < entities.length; i++) if (entities[i]!.hasMoved) return true
  return false
}

/** Returns a hash of the numbers of all that a player owns. */
function hashOf({ owner: { entities } }: Client): number {
  let hash = 0
  for (let i = 0; i < entities.length; i++) hash = entities[i]!.hash(hash)
  return hash
}
