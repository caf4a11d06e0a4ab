import { gateOf } from '../rules/gate.ts'
import { PENS } from '../rules/meadow.ts'
import { NO_WAY, Place } from '../rules/way-map.ts'
import { wayInto } from '../rules/ways-home.ts'
import type { DogView, SheepView } from './scene.ts'

/** How often it looks around. */
const LOOK_SECONDS = 0.25
/**
 * Stirred sheep this near to a player's own dog, or own shepherd, in units, are driven by that player, unless another dog
 * is nearer.
 */
const BY_DOG = 240
const BY_SHEPHERD = 170
/** For how long after the last driven sheep it goes on leading to the pen. */
const HELD_SECONDS = 2
/** Sheep this near to the nearest one are of the same flock. */
const TOGETHER = 150
/** A pen whose way is longer than this, 10 for each square of 40 units, is pointed at round corners: so many squares ahead. */
const LONG_WAY = 120
const AHEAD = 10

const GATES = PENS.map(gateOf)

/** What a guide points at: nothing, sheep to fetch, or the gate for those that are being driven. */
export type Goal = 'none' | 'flock' | 'pen'

/**
 * Says where a player's next step leads: to the nearest flock in sight, and, while the player drives sheep, to the pen
 * with the shortest way. It knows what the page shows. Pure, and free of allocation.
 */
export class Guide {
  /** What `place` is. */
  goal: Goal = 'none'
  /** The middle of the flock, the gate, or the next corner on a long way to the gate. */
  readonly place: Place = new Place()
  /** The pen that it leads to, by its number in `PENS`. */
  pen = 0
  readonly #middle = new Place()
  #sinceLook = LOOK_SECONDS + 0.5
  #heldSeconds = Number.NEGATIVE_INFINITY

  /** Call once per frame, for the player's own shepherd `me`. Looks four times a second. */
  follow(
    me: Readonly<Place>,
    dogs: readonly DogView[],
    sheep: readonly SheepView[],
    dtSeconds: number,
  ): void {
    this.#sinceLook += dtSeconds
    if (this.#sinceLook < LOOK_SECONDS) return
    this.#heldSeconds -= this.#sinceLook
    this.#sinceLook = 0
    if (this.#findDriven(me, dogs, sheep)) this.#heldSeconds = HELD_SECONDS
    if (this.#heldSeconds > 0) this.#leadHome()
    else this.#leadToFlock(me, sheep)
  }

  /** Puts the middle of the sheep that the player drives into `#middle`. Returns false without any. */
  #findDriven(me: Readonly<Place>, dogs: readonly DogView[], sheep: readonly SheepView[]): boolean {
    let count = 0
    let x = 0
    let y = 0
    for (let i = 0; i < sheep.length; i++) {
      const one = sheep[i]
      if (!one || one.mood === 'calm' || one.mood === 'home') continue
      if (!isDriven(one, me, dogs)) continue
      count++
      x += one.x
      y += one.y
    }
    if (count === 0) return false
    this.#middle.x = x / count
    this.#middle.y = y / count
    return true
  }

  #leadHome(): void {
    const { x, y } = this.#middle
    let least = NO_WAY
    for (let pen = 0; pen < PENS.length; pen++) {
      const cost = wayInto(pen).cost(x, y)
      if (cost >= least) continue
      least = cost
      this.pen = pen
    }
    this.goal = 'pen'
    const gate = GATES[this.pen]
    if (least < NO_WAY && least > LONG_WAY) wayInto(this.pen).ahead(x, y, AHEAD, this.place)
    else if (gate) {
      this.place.x = gate.x
      this.place.y = gate.y
    }
  }

  #leadToFlock(me: Readonly<Place>, sheep: readonly SheepView[]): void {
    const first = nearestOutside(me, sheep)
    this.goal = first ? 'flock' : 'none'
    if (!first) return
    let count = 0
    let x = 0
    let y = 0
    for (let i = 0; i < sheep.length; i++) {
      const one = sheep[i]
      if (!one || one.mood === 'home' || !isNear(one, first, TOGETHER)) continue
      count++
      x += one.x
      y += one.y
    }
    this.place.x = x / count
    this.place.y = y / count
  }
}

/** Whether a stirred sheep runs from the player, and not from somebody else's dog. */
function isDriven(one: SheepView, me: Readonly<Place>, dogs: readonly DogView[]): boolean {
  const toMe = squaredAway(one, me)
  let least = toMe < BY_SHEPHERD * BY_SHEPHERD ? toMe : Number.POSITIVE_INFINITY
  for (let i = 0; i < dogs.length; i++) {
    const dog = dogs[i]
    if (dog?.mine && isNear(one, dog, BY_DOG)) least = Math.min(least, squaredAway(one, dog))
  }
  if (least === Number.POSITIVE_INFINITY) return false
  for (let i = 0; i < dogs.length; i++) {
    const dog = dogs[i]
    if (dog && !dog.mine && squaredAway(one, dog) < least) return false
  }
  return true
}

function nearestOutside(me: Readonly<Place>, sheep: readonly SheepView[]): SheepView | undefined {
  let best: SheepView | undefined
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < sheep.length; i++) {
    const one = sheep[i]
    if (!one || one.mood === 'home') continue
    const away = squaredAway(one, me)
    if (away >= least) continue
    least = away
    best = one
  }
  return best
}

function squaredAway(a: Readonly<Place>, b: Readonly<Place>): number {
  const dx = a.x - b.x
  const dy = a.y - b.y
  return dx * dx + dy * dy
}

const isNear = (a: Readonly<Place>, b: Readonly<Place>, reach: number): boolean =>
  squaredAway(a, b) < reach * reach
