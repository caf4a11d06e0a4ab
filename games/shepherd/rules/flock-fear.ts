import { CLOVER, type Ground } from './flock-ground.ts'
import type { Seen } from './flock-look.ts'
import type { Scares } from './flock-scares.ts'
import type { Sheep } from './flock-sheep.ts'
import { type HerdGrid, within } from './herd-grid.ts'

/**
 * The share of the way to its due fear that a sheep's fear goes in a step: most of it in a fifth of a second.
 */
const STARTLE = 0.35
/** The same towards the fear of the sheep around it, when that is greater. */
const CONTAGION = 0.2
/** The share of fear that is left after a step, and the amount that is subtracted besides. */
const KEPT = 0.98
const LOST = 0.0015
/** The same in clover, and in a pen, where a scare also counts for less. */
const KEPT_IN_CLOVER = 0.95
const KEPT_IN_PEN = 0.93
const SHELTER = 0.5

/** What scares each sheep in a step, and what that does to its fear: columns, by the number of the sheep. */
export class Fright {
  /** The direction away from what scares it, as long as the threat is. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** The strength of all its threats. */
  readonly size: Float64Array
  readonly #worst: Float64Array

  constructor(count: number) {
    this.x = new Float64Array(count)
    this.y = new Float64Array(count)
    this.size = new Float64Array(count)
    this.#worst = new Float64Array(count)
  }

  /**
   * Lets all sheep feel everything that they have to run from. Sheep far from everything cost nothing. Free of
   * allocation.
   */
  feel(scares: Scares, grid: HerdGrid, by: Int32Array): void {
    this.x.fill(0)
    this.y.fill(0)
    this.size.fill(0)
    this.#worst.fill(0)
    for (let n = 0; n < scares.count; n++) this.#feelOne(scares, n, grid, by)
  }

  #feelOne(scares: Scares, n: number, grid: HerdGrid, by: Int32Array): void {
    const { columns, rows, order, first } = grid
    const { x, y, size } = this
    const worst = this.#worst
    const fromX = scares.x[n]!
    const fromY = scares.y[n]!
    const radius = scares.radius[n]!
    const strength = scares.strength[n]!
    const perUnit = 1 / grid.cellUnits
    const left = within(((fromX - radius) * perUnit) | 0, columns)
    const right = within(((fromX + radius) * perUnit) | 0, columns) + 1
    const bottom = within(((fromY + radius) * perUnit) | 0, rows)
    let row = within(((fromY - radius) * perUnit) | 0, rows)
    for (; row <= bottom; row++) {
      const end = first[row * columns + right]!
      for (let place = first[row * columns + left]!; place < end; place++) {
        const dx = grid.x[place]! - fromX
        const dy = grid.y[place]! - fromY
        const squared = dx * dx + dy * dy
        if (squared >= radius * radius) continue
        const distance = Math.sqrt(squared)
        const felt = strength * (1 - distance / radius)
        const i = order[place]!
        if (felt > worst[i]!) {
          worst[i] = felt
          by[i] = scares.by[n]!
        }
        // A sheep that somebody stands on runs east.
        x[i] = x[i]! + (distance > 0 ? (felt * dx) / distance : felt)
        y[i] = y[i]! + (distance > 0 ? (felt * dy) / distance : 0)
        size[i] = size[i]! + felt
      }
    }
  }

  /** The new fear, from scares, from the fear of others, and from the old fear. Free of allocation. */
  spread(sheep: Sheep, seen: Seen, ground: Ground): void {
    const { count, alive, fear, pen } = sheep
    for (let i = 0; i < count; i++) {
      if (alive[i] === 0) continue
      let felt = fear[i]!
      const others = seen.count[i]!
      if (felt === 0 && this.size[i] === 0 && seen.fear[i] === 0) continue
      const isPenned = pen[i] !== 0
      const scare = Math.min(isPenned ? SHELTER * this.size[i]! : this.size[i]!, 1)
      const around = others > 0 ? seen.fear[i]! / others : 0
      if (around > felt && !isPenned) felt += (around - felt) * CONTAGION
      if (scare > felt) felt += (scare - felt) * STARTLE
      else {
        const tile = ground.tileOf(sheep, i)
        // A sheep that has just come through a gate makes room for those behind it before it settles.
        const isSettling = isPenned && ground.isGateway[tile] === 0
        const isInClover = ground.zone[tile] === CLOVER
        felt = felt * (isSettling ? KEPT_IN_PEN : isInClover ? KEPT_IN_CLOVER : KEPT) - LOST
      }
      fear[i] = felt > 0 ? felt : 0
    }
  }
}
