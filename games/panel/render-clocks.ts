import {
  FixedDelay,
  Latest,
  LeastCostDelay,
  PhaseLockedDelay,
  type Playout,
  StepwiseDelay,
  TimeShift,
} from 'glissade/parts'
import { ArrivalClock } from './arrival-clock.ts'

/** A render clock to choose. */
interface Choice {
  readonly name: string
  /** What a viewer sees of this clock. */
  readonly sentence: string
  readonly kind: { new (): Playout }
}

const LEAST_COST: Choice = {
  name: 'least cost',
  sentence:
    'As close to the present as this network allows. Even movement is extrapolated, and so shown closer still.',
  kind: LeastCostDelay,
}

const CHOICES: readonly Choice[] = [
  LEAST_COST,
  {
    name: 'fixed delay',
    sentence:
      'Always the same delay: even, but without data when a snapshot comes later than that.',
    kind: FixedDelay,
  },
  {
    name: 'stepwise delay',
    sentence:
      'The delay grows by 5 ms in a frame without data and shrinks by 1 ms when there is plenty.',
    kind: StepwiseDelay,
  },
  {
    name: 'time shift',
    sentence: '75 ms behind the fastest recent arrival. It needs 20 snapshots a second or more.',
    kind: TimeShift,
  },
  {
    name: 'phase locked',
    sentence: '200 ms behind the mean arrival: far in the past, but calm under jitter.',
    kind: PhaseLockedDelay,
  },
  {
    name: 'none, newest only',
    sentence: 'No buffer: everyone stands at the newest snapshot until the next one arrives.',
    kind: Latest,
  },
]

const OWN: Omit<Choice, 'kind'> = {
  name: 'as the game set it',
  sentence: 'The render clock that the game came with.',
}

/**
 * The render clock of a session: one of the engine's, or an `ArrivalClock` (`isOn` false), which shows what happens
 * without one. Each is made once, so going back finds the same clock. The session starts it anew.
 */
export class RenderClocks {
  readonly #session: { playout: Playout }
  readonly #made = new Map<string, Playout>()
  readonly #arrivals = new ArrivalClock()
  #name: string
  #isOn = true

  /** Begins with the playout that the session has. */
  constructor(session: { playout: Playout }) {
    this.#session = session
    const given = session.playout
    this.#name = CHOICES.find(({ kind }) => given instanceof kind)?.name ?? OWN.name
    this.#made.set(this.#name, given)
  }

  /** The clocks to choose from, including the one that the session came with. */
  get names(): readonly string[] {
    const names = CHOICES.map(({ name }) => name)
    return this.#made.has(OWN.name) ? [OWN.name, ...names] : names
  }

  /** The chosen clock, also while the clock is off. */
  get name(): string {
    return this.#name
  }

  set name(name: string) {
    if (name === this.#name) return
    this.#name = name
    if (this.#isOn) this.#session.playout = this.#chosen()
  }

  /** What a viewer sees of the chosen clock. */
  get sentence(): string {
    return (CHOICES.find(({ name }) => name === this.#name) ?? OWN).sentence
  }

  /** The text while the clock is off: snapshots are shown as they arrive. */
  get isOn(): boolean {
    return this.#isOn
  }

  set isOn(isOn: boolean) {
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    this.#session.playout = isOn ? this.#chosen() : this.#arrivals
  }

  #chosen(): Playout {
    const made = this.#made.get(this.#name)
    if (made) return made
    const { kind } = CHOICES.find(({ name }) => name === this.#name) ?? LEAST_COST
    const playout = new kind()
    this.#made.set(this.#name, playout)
    return playout
  }
}
