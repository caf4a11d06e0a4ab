import { HEIGHT, WIDTH } from './meadow.ts'
import { roomAround } from './obstacles.ts'

/** The meadow in squares of this size, in units, for those who look for a way. */
const SQUARE = 40
const COLUMNS = WIDTH / SQUARE
const LINES = HEIGHT / SQUARE
const SQUARES = COLUMNS * LINES

/** The cost from a place that has no way to the goal. */
export const NO_WAY = 60_000
/** The cost of a step to the next square: straight or diagonal, and how much more where the way is to be avoided. */
const STRAIGHT = 10
const SLANT = 14
const AVOIDED = 40
const MOST_COST = SLANT + AVOIDED

/** The room that a body needs: more than a square less a fence leaves, so no way leads through a fence. */
const ROOM = 18
const isOpen = new Uint8Array(SQUARES)
for (let at = 0; at < SQUARES; at++) {
  const x = ((at % COLUMNS) + 0.5) * SQUARE
  const y = (Math.floor(at / COLUMNS) + 0.5) * SQUARE
  isOpen[at] = roomAround(x, y) >= ROOM ? 1 : 0
}

/** Squares to look at next while a map is drawn, by cost modulo the number of rows. */
const queues = Array.from({ length: MOST_COST + 1 }, () => new Uint16Array(SQUARES))
const lengths = new Uint16Array(MOST_COST + 1)

/** No square at all. */
const NOWHERE = -1

/**
 * A place to which `WayMap.ahead` writes. It is a class, because V8 boxes the numbers of a `{ x, y }` where another
 * one's are objects.
 */
export class Place {
  x: number = Number.NaN
  y: number = Number.NaN
}

/** How far it is from everywhere on the meadow to one place, round obstacles. Allocates nothing after it is made. */
export class WayMap {
  readonly #costs = new Uint16Array(SQUARES).fill(NO_WAY)
  readonly #avoided = new Uint8Array(SQUARES)

  /** Forgets what `avoid` said. */
  avoidNothing(): void {
    this.#avoided.fill(0)
  }

  /** The next map leads round this circle, unless the detour is long. */
  avoid(x: number, y: number, radius: number): void {
    const first = columnOf(x - radius)
    const last = columnOf(x + radius)
    const bottom = lineOf(y + radius)
    for (let line = lineOf(y - radius); line <= bottom; line++)
      for (let column = first; column <= last; column++) {
        const dx = (column + 0.5) * SQUARE - x
        const dy = (line + 0.5) * SQUARE - y
        if (dx * dx + dy * dy < radius * radius) this.#avoided[line * COLUMNS + column] = AVOIDED
      }
  }

  /** Computes the ways to a place: from everywhere, or from no further off than the two named places. */
  draw(x: number, y: number, from?: Readonly<Place>, other?: Readonly<Place>): void {
    const first = from ? squareAt(from.x, from.y) : NOWHERE
    const second = other ? squareAt(other.x, other.y) : first
    this.#costs.fill(NO_WAY)
    lengths.fill(0)
    const goal = squareAt(x, y)
    this.#costs[goal] = 0
    queues[0]![0] = goal
    lengths[0] = 1
    let idle = 0
    for (let cost = 0; idle <= MOST_COST; cost++) {
      const row = cost % queues.length
      const queue = queues[row]!
      idle = lengths[row] === 0 ? idle + 1 : 0
      for (let i = 0; i < lengths[row]!; i++) this.#spread(queue[i]!, cost)
      lengths[row] = 0
      // Everything nearer is computed by now.
      if (first !== NOWHERE && this.#costs[first]! <= cost && this.#costs[second]! <= cost) return
    }
  }

  /** The cost of the way from a place, 10 for each square of 40 units, or `NO_WAY` without one. */
  cost(x: number, y: number): number {
    return this.#costs[squareAt(x, y)]!
  }

  /** Writes to `place` where the way from (`x`, `y`) leads in this many squares, or its end, if that is nearer. */
  ahead(x: number, y: number, squares: number, place: Place): void {
    let at = squareAt(x, y)
    for (let n = 0; n < squares; n++) at = this.#next(at)
    place.x = ((at % COLUMNS) + 0.5) * SQUARE
    place.y = (Math.floor(at / COLUMNS) + 0.5) * SQUARE
  }

  /** The neighbour from which the way is shortest, or the goal itself at the goal. */
  #next(at: number): number {
    const column = at % COLUMNS
    const line = (at - column) / COLUMNS
    let best = at
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        if (column + dx < 0 || column + dx >= COLUMNS || line + dy < 0 || line + dy >= LINES)
          continue
        const other = at + dy * COLUMNS + dx
        if (this.#costs[other]! >= this.#costs[best]!) continue
        if (dx === 0 || dy === 0 || this.#isSlantFree(at, dx, dy)) best = other
      }
    return best
  }

  #spread(at: number, cost: number): void {
    if (this.#costs[at] !== cost) return
    const column = at % COLUMNS
    const line = (at - column) / COLUMNS
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        if (column + dx < 0 || column + dx >= COLUMNS || line + dy < 0 || line + dy >= LINES)
          continue
        const isSlant = dx !== 0 && dy !== 0
        if (isSlant && !this.#isSlantFree(at, dx, dy)) continue
        this.#reach(at + dy * COLUMNS + dx, cost + (isSlant ? SLANT : STRAIGHT))
      }
  }

  /** Whether no corner is in the way of a diagonal step. */
  #isSlantFree(at: number, dx: number, dy: number): boolean {
    return isOpen[at + dx] === 1 && isOpen[at + dy * COLUMNS] === 1
  }

  #reach(at: number, costToEdge: number): void {
    const cost = costToEdge + this.#avoided[at]!
    if (isOpen[at] === 0 || cost >= this.#costs[at]!) return
    this.#costs[at] = cost
    const row = cost % queues.length
    queues[row]![lengths[row]!++] = at
  }
}

const columnOf = (x: number): number => Math.min(Math.max(Math.floor(x / SQUARE), 0), COLUMNS - 1)
const lineOf = (y: number): number => Math.min(Math.max(Math.floor(y / SQUARE), 0), LINES - 1)
const squareAt = (x: number, y: number): number => lineOf(y) * COLUMNS + columnOf(x)
