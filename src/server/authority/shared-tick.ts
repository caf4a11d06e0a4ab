import type { Ms, SubTick } from '../../base/units.ts'
import type { Epochs } from '../../time/sync/epochs.ts'
import type { Archive } from '../save/archive.ts'
import type { Authority, AuthorityRoom, Client, MissingInput, PlayerInputs } from './authority.ts'
import { InputSteps } from './input-steps.ts'
import { TickTime } from './tick-time.ts'

/** For how many ticks a missing input is taken to be like the one before it. */
const MOST_REPEATS = 8

/**
 * The authority of `sharedTick()`: inputs wait for their tick, which applies those of all players. If an input is missing,
 * the tick follows `missingInput` of `defineRoom`. The inputs of a client at rest are known, so none of them is missing.
 * Creates no object unless the game raises events or spawns entities.
 */
export class SharedTick implements Authority {
  readonly room: AuthorityRoom
  readonly steps: InputSteps
  readonly missingInput: MissingInput

  constructor(room: AuthorityRoom) {
    this.room = room
    this.steps = new InputSteps(room)
    this.missingInput = room.rules.missingInput ?? 'repeat'
  }

  admit(client: Client, now: SubTick): PlayerInputs {
    return new SharedTickInputs(this, client, now)
  }
}

/** The inputs of one player. */
class SharedTickInputs implements PlayerInputs {
  readonly #room: AuthorityRoom
  readonly #steps: InputSteps
  readonly #missingInput: MissingInput
  readonly #client: Client
  readonly #time: TickTime

  constructor({ room, steps, missingInput }: SharedTick, client: Client, now: SubTick) {
    this.#room = room
    this.#steps = steps
    this.#missingInput = missingInput
    this.#client = client
    this.#time = new TickTime(now, room.game.stepMs)
  }

  get epochs(): Epochs {
    return this.#time.epochs
  }

  get stamp(): SubTick {
    return this.#time.stamp
  }

  get toldStamp(): SubTick {
    return this.#time.stamp
  }

  get moveTime(): SubTick {
    return this.#time.stamp
  }

  came(_first: number, arrival: SubTick, nowMs: Ms): void {
    const time = this.#time
    const { inputBuffer, isRestSaid } = this.#client
    const { received } = inputBuffer
    time.arrived(received, arrival, nowMs, isRestSaid)
    if (time.needsTick && received > inputBuffer.applied)
      inputBuffer.skipTo(time.begin(received, arrival, inputBuffer.applied + 1))
  }

  step(at: SubTick, nowMs: Ms): void {
    const time = this.#time
    const client = this.#client
    const { stats } = this.#room
    const { input } = this.#steps
    const id = time.stepTo(at)
    if (id === 0) return this.#goOn(at, nowMs)
    if (client.inputBuffer.take(id, input)) {
      time.missing = 0
      stats.inputsApplied++
    } else if (client.isResting(nowMs)) {
      client.inputBuffer.assume(id, input)
      time.missing = 0
      stats.inputsApplied++
    } else {
      stats.inputsMissing++
      if (!time.missed()) return this.#goOn(at, nowMs)
      if (!this.#replace()) return
    }
    this.#steps.run(client, id, at, at)
  }

  /** Makes an input in place of one that has not come. Returns false if the tick goes without. */
  #replace(): boolean {
    const { inputBuffer } = this.#client
    const { input } = this.#steps
    if (this.#missingInput === 'skip') return false
    if (this.#missingInput === 'repeat' && this.#time.missing <= MOST_REPEATS)
      inputBuffer.repeat(input)
    else inputBuffer.idle(input)
    return true
  }

  /** Moves a player whose inputs have no ticks, once the client is quiet. */
  #goOn(at: SubTick, nowMs: Ms): void {
    if (this.#missingInput !== 'skip' && this.#client.isQuiet(nowMs))
      this.#steps.runIdle(this.#client, at)
  }

  archive(archive: Archive): void {
    this.#time.archive(archive)
  }

  disconnect(): void {}

  restart(): void {
    const { inputBuffer } = this.#client
    this.#time.restart()
    inputBuffer.skipTo(inputBuffer.received + 1)
  }

  leaveOut(steps: number): void {
    const { inputBuffer } = this.#client
    inputBuffer.skipTo(this.#time.leaveOut(steps, inputBuffer.applied + 1))
  }

  keepTime(): boolean {
    return this.#time.takeBegun()
  }

  tellArrivals(sooner: Int32Array): number {
    return this.#time.tell(sooner)
  }
}
