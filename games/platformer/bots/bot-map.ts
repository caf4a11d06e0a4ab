import { COLUMNS, isPlank, isRock, isSpike, LINES, TILE } from '../rules/level.ts'
import { PLATFORMS, placePlatform } from '../rules/platforms.ts'

/** The cost from a tile that has no way to the goal. */
export const NO_WAY = 30_000
/** The cost of a step to the next tile: across or down, up as far as a jump gets, and up in open air beyond that. */
const EASY = 2
const UP = 4
const TOO_HIGH = 24
/** Tiles above the ground that a jump reaches. */
const JUMP_TILES = 3
const MOST_COST = TOO_HIGH

/** Tiles in which a platform's upper side may be. They hold feet at times. */
const rides = new Uint8Array(COLUMNS * LINES)
const at = { x: 0, y: 0 }
for (const [index, { half, periodMs }] of PLATFORMS.entries())
  for (let part = 0; part < 32; part++) {
    placePlatform(index, (part / 64) * periodMs, at)
    for (let x = at.x - half; x < at.x + half; x += TILE / 2)
      rides[Math.floor(at.y / TILE) * COLUMNS + Math.floor(x / TILE)] = 1
  }

/** Tiles of air below each tile, before there is ground for feet. Spikes are not ground. */
const heights = new Uint8Array(COLUMNS * LINES)
for (let column = 0; column < COLUMNS; column++) {
  let height = 99
  for (let line = LINES - 1; line >= 0; line--) {
    if (isRock(column, line) || isPlank(column, line) || rides[line * COLUMNS + column]) height = 0
    else if (isSpike(column, line)) height = 99
    else if (height < 99) height++
    heights[line * COLUMNS + column] = height
  }
}

/** Whether a body may be in a tile at all. */
const isOpen = (column: number, line: number): boolean =>
  line >= 0 && line < LINES && !isRock(column, line) && !isSpike(column, line)

/** Tiles to look at next while a map is drawn, by cost modulo the number of rows. */
const queues = Array.from({ length: MOST_COST + 1 }, () => new Uint16Array(COLUMNS * LINES))
const lengths = new Uint16Array(MOST_COST + 1)

/** How far it is from everywhere to one tile, through the air round the rock. Allocates nothing after it is made. */
export class WayMap {
  readonly #costs = new Uint16Array(COLUMNS * LINES)
  #first = 0
  #last = COLUMNS - 1

  /** Computes the ways to a place, through columns `first` to `last` only. */
  draw(x: number, y: number, first: number, last: number): void {
    this.#first = first
    this.#last = last
    this.#costs.fill(NO_WAY)
    lengths.fill(0)
    this.#reach(Math.floor(x / TILE), Math.floor(y / TILE), 0)
    let idle = 0
    for (let cost = 0; idle <= MOST_COST; cost++) {
      const row = cost % queues.length
      const queue = queues[row]
      idle = lengths[row] === 0 ? idle + 1 : 0
      for (let i = 0; queue && i < (lengths[row] ?? 0); i++) this.#spread(queue[i] ?? 0, cost)
      lengths[row] = 0
    }
  }

  /** The cost of the way from a place, or `NO_WAY` without one. */
  cost(x: number, y: number): number {
    const column = Math.floor(x / TILE)
    const line = Math.max(Math.floor(y / TILE), 0)
    if (column < 0 || column >= COLUMNS || line >= LINES) return NO_WAY
    return this.#costs[line * COLUMNS + column] ?? NO_WAY
  }

  /** Looks at the tiles before this one: the ways are computed backwards. */
  #spread(tile: number, cost: number): void {
    if (this.#costs[tile] !== cost) return
    const column = tile % COLUMNS
    const line = (tile - column) / COLUMNS
    const height = heights[tile] ?? 0
    // A bot does not go far across open air that holds no feet.
    const across = height > JUMP_TILES + 1 ? EASY * 2 : EASY
    this.#reach(column - 1, line, cost + across)
    this.#reach(column + 1, line, cost + across)
    this.#reach(column, line - 1, cost + EASY)
    this.#reach(column, line + 1, cost + (height > JUMP_TILES ? TOO_HIGH : UP))
  }

  #reach(column: number, line: number, cost: number): void {
    if (column < this.#first || column > this.#last || !isOpen(column, line)) return
    const tile = line * COLUMNS + column
    if (cost >= (this.#costs[tile] ?? 0)) return
    this.#costs[tile] = cost
    const row = cost % queues.length
    const at = lengths[row] ?? 0
    const queue = queues[row]
    if (!queue) return
    queue[at] = tile
    lengths[row] = at + 1
  }
}
