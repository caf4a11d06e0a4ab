import type { Place } from '../rules/way-map.ts'

/** Sheep that stand no further than this from the first one belong to its bunch, in units. */
const TOGETHER = 190
/**
 * If a sheep is this near to another dog, and nearer to it than to the bot's own dog, the bot leaves it to that dog.
 */
const TAKEN_WITHIN = 260

/** What a bot has to know of a sheep. A view is one, and so is an entity of the room. */
export interface SeenSheep extends Readonly<Place> {
  readonly mood: string
}

/** Some sheep that stand together, as a bot sees them. Looking allocates nothing. */
export class Bunch {
  count = 0
  /** The middle of the bunch. */
  x: number = Number.NaN
  y: number = Number.NaN
  /** How far the furthest sheep is from the middle, and where that sheep is. */
  reach: number = Number.NaN
  farX: number = Number.NaN
  farY: number = Number.NaN

  /**
   * Takes the sheep around the nearest one that is in no pen and that no other dog is about to fetch. Returns false if
   * there is none.
   */
  look(
    sheep: readonly SeenSheep[],
    dogs: readonly Readonly<Place>[],
    me: Readonly<Place>,
    dog: Readonly<Place>,
  ): boolean {
    const first = nearest(sheep, dogs, me, dog)
    if (!first) return false
    this.#findMiddle(sheep, first.x, first.y)
    // This is done once more round the middle, so that the bunch is the same, whichever sheep came first.
    this.#findMiddle(sheep, this.x, this.y)
    this.#findFurthest(sheep)
    return true
  }

  #findMiddle(sheep: readonly SeenSheep[], x: number, y: number): void {
    let sumX = 0
    let sumY = 0
    let count = 0
    for (let i = 0; i < sheep.length; i++) {
      const one = sheep[i]
      if (!one || one.mood === 'home' || !isWithin(one, x, y, TOGETHER)) continue
      sumX += one.x
      sumY += one.y
      count++
    }
    this.count = count
    this.x = count > 0 ? sumX / count : x
    this.y = count > 0 ? sumY / count : y
  }

  #findFurthest(sheep: readonly SeenSheep[]): void {
    let most = 0
    this.farX = this.x
    this.farY = this.y
    for (let i = 0; i < sheep.length; i++) {
      const one = sheep[i]
      if (!one || one.mood === 'home' || !isWithin(one, this.x, this.y, TOGETHER)) continue
      const dx = one.x - this.x
      const dy = one.y - this.y
      if (dx * dx + dy * dy <= most) continue
      most = dx * dx + dy * dy
      this.farX = one.x
      this.farY = one.y
    }
    this.reach = Math.sqrt(most)
  }
}

function nearest(
  sheep: readonly SeenSheep[],
  dogs: readonly Readonly<Place>[],
  me: Readonly<Place>,
  dog: Readonly<Place>,
): SeenSheep | undefined {
  let best: SeenSheep | undefined
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < sheep.length; i++) {
    const one = sheep[i]
    if (!one || one.mood === 'home') continue
    const away = squaredAway(one, me)
    if (away >= least || isTaken(one, dogs, dog)) continue
    least = away
    best = one
  }
  return best
}

function isTaken(one: SeenSheep, dogs: readonly Readonly<Place>[], mine: Readonly<Place>): boolean {
  const most = Math.min(squaredAway(one, mine), TAKEN_WITHIN * TAKEN_WITHIN)
  for (let i = 0; i < dogs.length; i++) {
    const dog = dogs[i]
    if (dog && dog !== mine && squaredAway(one, dog) < most) return true
  }
  return false
}

/** The square of the distance between two places. */
export function squaredAway(a: Readonly<Place>, b: Readonly<Place>): number {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
}

/** Whether something is within a distance of a place. */
export function isWithin(
  one: { readonly x: number; readonly y: number },
  x: number,
  y: number,
  reach: number,
): boolean {
  const dx = one.x - x
  const dy = one.y - y
  return dx * dx + dy * dy < reach * reach
}
