import type { SheepView } from '../scene.ts'
import { Bearing } from './bearing.ts'
import { type Beat, chanceOf } from './beat.ts'
import { SHEEP_DRAWINGS, type SheepDoing } from './sheep-clay.ts'
import type { Spot } from './spot.ts'

/**
 * Speeds, in units a second, at which it changes from standing to walking and to running, and back at the lower ones.
 */
const WALK_FROM = 5
const WALK_DOWN_TO = 2.5
const RUN_FROM = 88
const RUN_DOWN_TO = 66
/** Below this speed, its steps are small. */
const AMBLE_TO = 15
/** How long its head takes to get down to the grass, and how long the sheep takes to lie down. */
const NOD_SECONDS = 0.2
const KNEEL_SECONDS = 0.45
/** It lies down only after this long at rest, and decides again after this long. */
const REST_SECONDS = 5
const NAP_SECONDS = 23

/**
 * What a sheep is seen doing, from its movement, its mood, and a time of day of its own. At rest, it grazes, looks
 * about or lies down, each at times of its own, which are the same for every viewer. The class knows nothing of any
 * renderer.
 */
export class SheepLife {
  readonly bearing: Bearing = new Bearing()
  /** What to draw: the thing it does, and which of its drawings. */
  doing: SheepDoing = 'stand'
  index = 0
  /** The phase of its stride, from 0 to 1. */
  #stride = 0.5
  #stillSeconds = 0.5
  /** From 0, up, to 1, down at what it does near the ground. */
  #low = 0.5
  #lowDoing: 'graze' | 'lie' = 'graze'
  #isWalking = false
  #isRunning = false

  /** Call when the sheep comes into sight: it then has been at rest for long, and looks in some direction. */
  begin(sheep: SheepView, at: Spot): void {
    const { id } = sheep
    this.bearing.place(at, chanceOf(id, 3) & 7)
    this.#stride = chanceOf(id, 4) / 256.5
    this.#stillSeconds = 60.5
    this.#low = 1
    this.#isWalking = false
    this.#isRunning = false
  }

  /** Call once per frame in which it is in sight. Allocates nothing. */
  update(sheep: SheepView, at: Spot, beat: Beat): void {
    const { bearing } = this
    bearing.update(at, beat)
    const { speed } = bearing
    this.#isRunning = speed > (this.#isRunning ? RUN_DOWN_TO : RUN_FROM)
    this.#isWalking = speed > (this.#isWalking ? WALK_DOWN_TO : WALK_FROM)
    if (this.#isRunning || this.#isWalking) this.#go()
    else this.#stay(sheep, beat)
  }

  /**
   * Steps follow the distance covered and not time, so that hooves do not slide. The faster it goes, the longer they
   * are.
   */
  #go(): void {
    const { speed, moved } = this.bearing
    const way = this.#isRunning ? 33 + speed * 0.06 : speed < AMBLE_TO ? 9 : 14 + speed * 0.13
    this.#stride += moved / way
    this.#stride -= Math.floor(this.#stride)
    this.#stillSeconds = 0
    this.#low = 0
    this.doing = this.#isRunning ? 'run' : speed < AMBLE_TO ? 'amble' : 'walk'
    this.index = Math.floor(this.#stride * SHEEP_DRAWINGS[this.doing])
  }

  #stay(sheep: SheepView, beat: Beat): void {
    this.#stillSeconds += beat.dtSeconds
    const wish = this.#wish(sheep, beat)
    const isLow = wish === 'graze' || wish === 'lie'
    // It gets up before it does anything else.
    if (isLow && this.#low === 0) this.#lowDoing = wish
    const goesDown = isLow && wish === this.#lowDoing
    const change = beat.dtSeconds / (this.#lowDoing === 'lie' ? KNEEL_SECONDS : NOD_SECONDS)
    this.#low = goesDown ? Math.min(this.#low + change, 1) : Math.max(this.#low - change, 0)
    if (this.#low === 0) this.#show(isLow ? 'stand' : wish, 0)
    else if (this.#low < 1) this.#show(this.#lowDoing, 0)
    else
      this.#show(this.#lowDoing, this.#lowDoing === 'lie' ? dozes(sheep, beat) : chews(sheep, beat))
  }

  #show(doing: SheepDoing, index: number): void {
    this.doing = doing
    this.index = index
  }

  #wish({ id, mood }: SheepView, { seconds }: Beat): SheepDoing {
    if (mood === 'panic') return 'alarm'
    if (mood === 'wary') return 'wary'
    const nap = Math.floor(seconds / NAP_SECONDS + chanceOf(id, 1) / 256)
    const isTired = chanceOf(id, nap) < (mood === 'home' ? 150 : 80)
    if (isTired && this.#stillSeconds > REST_SECONDS) return 'lie'
    const spell = Math.floor(seconds / (2.6 + (id & 7) * 0.31) + chanceOf(id, 2) / 256)
    const chance = chanceOf(spell, id)
    if (chance < 150) return 'graze'
    if (chance < 180) return 'glance'
    return chance < 196 ? 'wary' : 'stand'
  }
}

/** Which drawing of a sheep that grazes: it chews, and stops now and then. */
function chews({ id }: SheepView, { seconds }: Beat): number {
  const bite = Math.floor(seconds * 2.7 + chanceOf(id, 5) / 256)
  return (bite >> 3) % 4 === 3 ? 1 : 1 + (bite & 1)
}

/** Which drawing of a sheep that lies: some of them sleep for a while. */
function dozes({ id }: SheepView, { seconds }: Beat): number {
  return chanceOf(Math.floor(seconds / 6 + chanceOf(id, 6) / 256), id) < 110 ? 2 : 1
}
