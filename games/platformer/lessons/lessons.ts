/** What the first round teaches, in the order in which it does: what to do, and with which keys. */
export const LESSONS = ['goal', 'run', 'jump', 'throw', 'coins'] as const
export type Lesson = (typeof LESSONS)[number]
/** The lessons that are prompts beside the player. */
export type Prompt = 'run' | 'jump' | 'throw'

/** How long the goal is shown at most. */
const GOAL_SECONDS = 7
/** How long somebody has to run to have learnt it. */
const RUN_SECONDS = 0.3
/** How long after the lesson before it a prompt is due at once where it helps, and how long it waits for such a place. */
const PAUSE_SECONDS = 0.6
const JUMP_WAIT_SECONDS = 2.5
const THROW_WAIT_SECONDS = 6
/** So many coins show that somebody knows how to find them. */
const ENOUGH_COINS = 8

/** What the lessons watch, in one frame. */
export interface Watched {
  /** Whether a round runs, and what the page's own player does in it. */
  readonly isRunning: boolean
  readonly coins: number
  readonly runs: boolean
  readonly jumps: boolean
  readonly throws: boolean
  /** Whether the player stands where a jump helps, and whether there is somebody to throw at. */
  readonly facesObstacle: boolean
  readonly hasTarget: boolean
}

/** The lessons that the player still needs. A player who does something before it is taught needs no lesson in it. */
export class Lessons {
  readonly #learnt: Set<Lesson>
  readonly #save: (learnt: readonly Lesson[]) => void
  #goalSeconds = 0
  #runSeconds = 0
  /** Since the last prompt was followed. */
  #idleSeconds = PAUSE_SECONDS
  #hasRun = false
  /** The prompt that is due, or null for none. */
  prompt: Prompt | null = null

  /** `learnt`: what was learnt on earlier visits. `save`: gets everything learnt, each time that something was. */
  constructor(learnt: readonly string[], save: (learnt: readonly Lesson[]) => void) {
    this.#learnt = new Set(LESSONS.filter((lesson) => learnt.includes(lesson)))
    this.#save = save
  }

  /** Whether nothing is left to teach. */
  get isOver(): boolean {
    return this.#learnt.size === LESSONS.length
  }

  /** Whether to say what a round is about. */
  get showsGoal(): boolean {
    return this.#goalSeconds > 0 && this.#needs('goal')
  }

  /** Whether to show the way to a coin. */
  get showsWay(): boolean {
    return this.#hasRun && this.#needs('coins')
  }

  /** Call once per frame in which the page's own player is there. Allocates nothing unless something was learnt. */
  watch(now: Watched, dtSeconds: number): void {
    this.#idleSeconds += dtSeconds
    if (now.isRunning) {
      this.#hasRun = true
      this.#goalSeconds += dtSeconds
      if (now.coins > 0 || this.#goalSeconds > GOAL_SECONDS) this.#learn('goal')
      if (now.coins >= ENOUGH_COINS) this.#learn('coins')
    } else if (this.#hasRun) {
      this.#learn('goal')
      this.#learn('coins')
    }
    if (now.runs) this.#runSeconds += dtSeconds
    if (this.#runSeconds > RUN_SECONDS) this.#learn('run')
    if (now.jumps) this.#learn('jump')
    if (now.throws) this.#learn('throw')
    this.prompt = this.#due(now)
  }

  #due({ facesObstacle, hasTarget }: Watched): Prompt | null {
    if (this.#idleSeconds < PAUSE_SECONDS) return null
    if (this.#needs('run')) return 'run'
    if (this.#needs('jump')) return this.#isTime('jump', facesObstacle, JUMP_WAIT_SECONDS)
    if (this.#needs('throw')) return this.#isTime('throw', hasTarget, THROW_WAIT_SECONDS)
    return null
  }

  /** A prompt that is shown stays until it is followed. */
  #isTime(prompt: Prompt, helpsHere: boolean, waitSeconds: number): Prompt | null {
    const isDue = helpsHere || this.prompt === prompt || this.#idleSeconds > waitSeconds
    return isDue ? prompt : null
  }

  #needs(lesson: Lesson): boolean {
    return !this.#learnt.has(lesson)
  }

  #learn(lesson: Lesson): void {
    if (this.#learnt.has(lesson)) return
    this.#learnt.add(lesson)
    if (lesson !== 'goal' && lesson !== 'coins') this.#idleSeconds = 0
    this.#save([...this.#learnt])
  }
}
