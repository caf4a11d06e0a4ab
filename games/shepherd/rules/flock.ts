import { Fright } from './flock-fear.ts'
import { Grazing, type Walks } from './flock-graze.ts'
import { type Ground, meadowGround } from './flock-ground.ts'
import { CELL, type Look, lookAround, Seen } from './flock-look.ts'
import { run } from './flock-run.ts'
import type { Scares } from './flock-scares.ts'
import { scatter } from './flock-scatter.ts'
import type { Sheep } from './flock-sheep.ts'
import { walk } from './flock-walk.ts'
import { HerdGrid } from './herd-grid.ts'

export { Scares } from './flock-scares.ts'

/** A flock as plain data. */
export interface SavedFlock extends Sheep {
  readonly grazing: Walks
  readonly seed: number
  readonly tick: number
}

/** A flock of boids: what the server knows of its sheep, and how they live. It depends on its arguments alone. */
export class Flock implements Sheep {
  /** How many there are. Those from 0 up to this number are in use. */
  readonly count: number
  /** Where, in units. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Units per second; exactly 0 for a sheep that stands. */
  readonly vx: Float64Array
  readonly vy: Float64Array
  /** 0 calm to 1 panic. */
  readonly fear: Float64Array
  /** The herder it ran from last: a player's number, or minus a bot's; 0 for nobody. */
  readonly by: Int32Array
  /** The pen it is in, by its number in `PENS` plus one; 0 for none. */
  readonly pen: Uint8Array
  /** Whether it is there at all. A sheep that a wolf has caught is not. */
  readonly alive: Uint8Array
  readonly #ground: Ground
  readonly #look: Look
  readonly #grid: HerdGrid
  readonly #seen: Seen
  readonly #fright: Fright
  readonly #grazing: Grazing
  readonly #wishX: Float64Array
  readonly #wishY: Float64Array
  #seed = 0
  #tick = 0

  /** `ground`: where they live, by default the meadow. `look`: how they find each other. */
  constructor(count: number, ground: Ground = meadowGround(), look: Look = lookAround) {
    this.count = count
    this.x = new Float64Array(count)
    this.y = new Float64Array(count)
    this.vx = new Float64Array(count)
    this.vy = new Float64Array(count)
    this.fear = new Float64Array(count)
    this.by = new Int32Array(count)
    this.pen = new Uint8Array(count)
    this.alive = new Uint8Array(count).fill(1)
    this.#ground = ground
    this.#look = look
    this.#grid = new HerdGrid(count, ground.width, ground.height, CELL)
    this.#seen = new Seen(count)
    this.#fright = new Fright(count)
    this.#grazing = new Grazing(count)
    this.#wishX = new Float64Array(count)
    this.#wishY = new Float64Array(count)
  }

  /** Puts all sheep somewhere on the land, in groups, alive and calm. `random`: numbers from 0 to below 1. */
  scatter(random: () => number): void {
    this.#seed = Math.floor(random() * 2 ** 30)
    this.#tick = 0
    this.vx.fill(0)
    this.vy.fill(0)
    this.fear.fill(0)
    this.by.fill(0)
    this.pen.fill(0)
    this.alive.fill(1)
    this.#grazing.stop()
    scatter(this, this.#ground, random)
  }

  /** Returns what the next step depends on, as plain data. */
  save(): SavedFlock {
    const { count, x, y, vx, vy, fear, by, pen, alive } = this
    const grazing = this.#grazing.save()
    return {
      count,
      x,
      y,
      vx,
      vy,
      fear,
      by,
      pen,
      alive,
      grazing,
      seed: this.#seed,
      tick: this.#tick,
    }
  }

  /** Goes on from what `save` of a flock of as many sheep returned. */
  restore(saved: SavedFlock): void {
    this.x.set(saved.x)
    this.y.set(saved.y)
    this.vx.set(saved.vx)
    this.vy.set(saved.vy)
    this.fear.set(saved.fear)
    this.by.set(saved.by)
    this.pen.set(saved.pen)
    this.alive.set(saved.alive)
    this.#grazing.restore(saved.grazing)
    this.#seed = saved.seed
    this.#tick = saved.tick
  }

  /** One step of 1/30 s. Free of allocation. */
  step(scares: Scares): void {
    const grid = this.#grid
    const seen = this.#seen
    const ground = this.#ground
    const wishX = this.#wishX
    const wishY = this.#wishY
    grid.sort(this)
    this.#look(this, grid, seen)
    this.#fright.feel(scares, grid, this.by)
    this.#fright.spread(this, seen, ground)
    this.#grazing.graze(this, seen, ground, this.#seed, this.#tick, wishX, wishY)
    run(this, seen, this.#fright, ground, wishX, wishY)
    walk(this, ground, wishX, wishY)
    this.#tick++
  }
}
