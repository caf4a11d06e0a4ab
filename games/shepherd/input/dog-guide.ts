import { HEIGHT, WIDTH } from '../rules/meadow.ts'

/** What a dog is told: come along, go to a place, or stay where it is. */
export type Order = 'heel' | 'go' | 'stay'

/** A place; or how far something is pushed, which is cut to a length of 1. */
interface Place {
  readonly x: number
  readonly y: number
}

/** The part of an input that says where the dog has to be: 0, 0 for where it is. */
interface Goal {
  dogX: number
  dogY: number
}

/** A dog at heel is called when its shepherd is this far from the dog's goal. The next goal is this near. */
const ROPE = 68
const HEEL = 40

/** How fast keys and sticks move the goal, in units a second. */
const STEER_SPEED = 460
/** How far from the shepherd, who is in the middle of the picture, the goal may go: no further than can be seen. */
const STEER_ACROSS = 370
const STEER_DOWN = 200

/** A goal is this far inside the meadow: at 0, 0, it would tell the dog to stay. */
const EDGE = 8

/**
 * Where a player's dog has to be, by what its player told it last. A dog that is sent somewhere stays there while its
 * shepherd walks on. A dog at heel has a goal behind its shepherd that moves in strides, so that the input is the same
 * in most steps. Pure. What is called in each frame is free of allocation.
 */
export class DogGuide {
  #order: Order = 'heel'
  /** The place of the goal, as long as there is one. */
  readonly #at = new Float64Array(2)
  #hasGoal = false
  /** Counts how often the dog was told something new. */
  orders = 0

  get order(): Order {
    return this.#order
  }

  get x(): number {
    return this.#at[0] ?? 0
  }

  get y(): number {
    return this.#at[1] ?? 0
  }

  /** Sends the dog to a place, or to the nearest place of the meadow. */
  go(x: number, y: number): void {
    this.#send()
    this.#put(x, y)
  }

  /** Calls the dog. */
  heel(): void {
    this.#order = 'heel'
    this.#hasGoal = false
    this.orders++
  }

  /** Tells the dog to stay where it is. */
  stay(): void {
    this.#order = 'stay'
    this.#hasGoal = false
    this.orders++
  }

  /** Moves the goal as it is pushed: from where it is, or else from where the dog is. Call in each frame. */
  steer(push: Place, dtSeconds: number, dog: Place, shepherd: Place): void {
    const { x, y } = push
    if (x === 0 && y === 0) return
    if (!this.#hasGoal || this.#order !== 'go') this.#put(dog.x, dog.y)
    this.#send()
    const at = this.#at
    // Two keys, or two sticks, push no further than one.
    const length = (STEER_SPEED * dtSeconds) / Math.max(1, Math.sqrt(x * x + y * y))
    const goX = Math.max(at[0]! + x * length, shepherd.x - STEER_ACROSS)
    const goY = Math.max(at[1]! + y * length, shepherd.y - STEER_DOWN)
    this.#put(Math.min(goX, shepherd.x + STEER_ACROSS), Math.min(goY, shepherd.y + STEER_DOWN))
  }

  /** Keeps a dog at heel by its shepherd. Call in each frame. */
  walk(dog: Place, shepherd: Place): void {
    if (this.#order !== 'heel') return
    if (!this.#hasGoal) this.#put(dog.x, dog.y)
    const at = this.#at
    const dx = at[0]! - shepherd.x
    const dy = at[1]! - shepherd.y
    const away = Math.sqrt(dx * dx + dy * dy)
    if (away <= ROPE) return
    this.#put(shepherd.x + (dx / away) * HEEL, shepherd.y + (dy / away) * HEEL)
  }

  /** Writes the goal into an input. Call in each frame. */
  tell(input: Goal): void {
    input.dogX = this.#hasGoal ? this.#at[0]! : 0
    input.dogY = this.#hasGoal ? this.#at[1]! : 0
  }

  #send(): void {
    if (this.#order !== 'go') this.orders++
    this.#order = 'go'
  }

  /** The goal is never off the meadow. */
  #put(x: number, y: number): void {
    this.#hasGoal = true
    this.#at[0] = Math.min(Math.max(x, EDGE), WIDTH - EDGE)
    this.#at[1] = Math.min(Math.max(y, EDGE), HEIGHT - EDGE)
  }
}
