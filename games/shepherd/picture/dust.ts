import type { Sight } from '../../page/sight.ts'
import { groundPace } from '../rules/ground-pace.ts'
import type { Bits } from './bits.ts'
import type { DogView, Scene, SheepView } from './scene.ts'

/** Slots for where sheep were. Of two sheep in one slot, only one raises dust. */
const SLOTS = 1024
/** The speed from which feet raise dust, in units a second. */
const FAST = 85
/** A body that has moved further than this in a frame, in units, was put there. */
const JUMP = 40
/** How far dust reaches. */
const REACH = 10
/** How often feet raise dust, in a second. */
const SHEEP_KICKS = 2.6
const DOG_KICKS = 11
/** One kick out of this many throws up grass. In mud, each kick throws up mud. */
const CHIP_EVERY = 2

/** What running sheep and dogs throw up. Allocates nothing. */
export class Dust {
  readonly #sheep: readonly SheepView[]
  readonly #dogs: readonly DogView[]
  readonly #sight: Sight
  readonly #bits: Bits
  readonly #ids: Int32Array = new Int32Array(SLOTS).fill(-1)
  readonly #x: Float64Array = new Float64Array(SLOTS)
  readonly #y: Float64Array = new Float64Array(SLOTS)
  /** The body that kicks. These are fields, because V8 boxes fractional arguments. */
  readonly #runner = { x: 0.5, y: 0.5, wayX: 0.5, wayY: 0.5 }
  #seconds = 0.5
  #dtSeconds = 0.5
  #kicks = 0

  constructor(scene: Scene, sight: Sight, bits: Bits) {
    this.#sheep = scene.entities('sheep')
    this.#dogs = scene.entities('dog')
    this.#sight = sight
    this.#bits = bits
  }

  /** Call once per frame. */
  raise(dtSeconds: number): void {
    if (!(dtSeconds > 0)) return
    this.#dtSeconds = dtSeconds
    this.#seconds += dtSeconds
    const runner = this.#runner
    for (let i = 0; i < this.#sheep.length; i++) {
      const sheep = this.#sheep[i]
      if (!sheep) continue
      const { id, x, y } = sheep
      const slot = id % SLOTS
      const isKnown = this.#ids[slot] === id
      const dx = x - this.#x[slot]!
      const dy = y - this.#y[slot]!
      this.#ids[slot] = id
      this.#x[slot] = x
      this.#y[slot] = y
      const way = Math.sqrt(dx * dx + dy * dy)
      if (!isKnown || way < FAST * dtSeconds || way > JUMP) continue
      if (!this.#isDue(id, SHEEP_KICKS)) continue
      runner.x = x
      runner.y = y
      runner.wayX = dx / way
      runner.wayY = dy / way
      this.#kick()
    }
    for (let i = 0; i < this.#dogs.length; i++) {
      const dog = this.#dogs[i]
      if (!dog) continue
      const { vx, vy } = dog
      const speed = Math.sqrt(vx * vx + vy * vy)
      if (speed < FAST || !this.#isDue(dog.id, DOG_KICKS)) continue
      runner.x = dog.x
      runner.y = dog.y
      runner.wayX = vx / speed
      runner.wayY = vy / speed
      this.#kick()
    }
  }

  /** Whether a foot comes down in this frame. Each body has a rhythm of its own. */
  #isDue(id: number, perSecond: number): boolean {
    const beat = this.#seconds * perSecond + id * 0.618
    return Math.floor(beat) !== Math.floor(beat - perSecond * this.#dtSeconds)
  }

  #kick(): void {
    const runner = this.#runner
    if (!this.#sight.holds(runner, REACH)) return
    const isMud = groundPace(runner) < 1
    if (!isMud) this.#bits.kick(runner)
    if (isMud || this.#kicks++ % CHIP_EVERY === 0) this.#bits.chip(runner, isMud)
  }
}
