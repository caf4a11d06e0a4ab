import {
  CONVERSATIONS_PER_ROOM,
  converse,
  type Outcome,
  type Setting,
  settings,
  type Testimony,
  wavesOf,
} from './conversation-room.ts'
import type { Watchdog } from './watchdog.ts'

/** Networks of the witness, one after another: as many runs without anybody else are needed for each setting. */
const WITNESSES = 4

/** What came of many conversations. */
export interface Tally {
  conversations: number
  rooms: number
  /** What witnesses had to correct, and would have had to without anybody else: for there to be something to compare. */
  corrections: number
  readonly ends: Record<string, number>
}

/**
 * Hostile conversations by number, in rooms with a witness each. A conversation's number is its seed, and says in which
 * kind of room it takes place, and when. Throws for the first room that goes wrong, with the numbers that show it again.
 */
export class Conversations {
  readonly tally: Tally = { conversations: 0, rooms: 0, corrections: 0, ends: {} }
  readonly #settings: readonly Setting[]
  readonly #watchdog: Watchdog | undefined
  /** What each witness has to tell when nobody else comes. */
  readonly #alone = new Map<string, Testimony>()

  constructor(watchdog?: Watchdog, kinds: readonly Setting[] = settings()) {
    this.#watchdog = watchdog
    this.#settings = kinds
  }

  /** Runs those from `first`, `count` of them. */
  async run(first: number, count: number): Promise<void> {
    for (let number = first; number < first + count; ) {
      const room = Math.floor(number / CONVERSATIONS_PER_ROOM)
      const end = Math.min(first + count, (room + 1) * CONVERSATIONS_PER_ROOM)
      await this.#room(room, range(number, end))
      number = end
    }
  }

  async #room(room: number, numbers: readonly number[]): Promise<void> {
    this.#watchdog?.beat(numbers[0]!)
    const { faults, outcome } = await this.#faults(room, numbers)
    if (faults.length > 0) throw await this.#failure(room, numbers, faults)
    const { tally } = this
    tally.rooms++
    tally.conversations += numbers.length
    tally.corrections += outcome!.testimony.corrections
    for (const [reason, times] of Object.entries(outcome!.ends))
      tally.ends[reason] = (tally.ends[reason] ?? 0) + times
  }

  async #faults(
    room: number,
    numbers: readonly number[],
  ): Promise<{ faults: readonly string[]; outcome?: Outcome }> {
    const setting = this.#settings[room % this.#settings.length]!
    const witness = 1 + (Math.floor(room / this.#settings.length) % WITNESSES)
    try {
      const waves = wavesOf(numbers)
      const outcome = await converse(setting, witness, numbers, waves)
      const alone = await this.#testimonyAlone(setting, witness, waves)
      const faults = [...outcome.faults, ...differences(alone, outcome.testimony)]
      return { faults: faults.map((fault) => `${setting.name}: ${fault}`), outcome }
    } catch (error) {
      return { faults: [`${setting.name}: thrown: ${(error as Error).stack}`] }
    }
  }

  async #testimonyAlone(setting: Setting, witness: number, waves: number): Promise<Testimony> {
    const key = `${setting.name}, ${witness}, ${waves}`
    const known = this.#alone.get(key)
    if (known) return known
    const { testimony, faults } = await converse(setting, witness, [], waves)
    if (faults.length > 0) throw new Error(`without anybody else: ${faults.join('; ')}`)
    this.#alone.set(key, testimony)
    return testimony
  }

  /** Looks for one conversation that goes wrong without the others. */
  async #failure(room: number, numbers: readonly number[], faults: readonly string[]) {
    for (const number of numbers.length > 1 ? numbers : []) {
      this.#watchdog?.beat(number)
      const { faults: again } = await this.#faults(room, [number])
      if (again.length > 0) return new Error(`SEED=${number} COUNT=1: ${again.join('; ')}`)
    }
    return new Error(`SEED=${numbers[0]} COUNT=${numbers.length}: ${faults.join('; ')}`)
  }
}

/** In what a witness was felt to be affected. Nothing of it depends on others, so it has to be the same to the bit. */
function differences(alone: Testimony, here: Testimony): string[] {
  return (Object.keys(alone) as (keyof Testimony)[])
    .filter((what) => alone[what] !== here[what])
    .map((what) => `${what} of the witness: ${here[what]}, without anybody else ${alone[what]}`)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}
