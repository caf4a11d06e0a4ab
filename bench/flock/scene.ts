import { Random } from 'glissade'
import { Flock, Scares } from '../../games/shepherd/rules/flock.ts'
import { type Ground, meadowGround, plainGround } from '../../games/shepherd/rules/flock-ground.ts'
import { type Look, lookAround } from '../../games/shepherd/rules/flock-look.ts'
import { FENCE, HEIGHT, PENS, WIDTH } from '../../games/shepherd/rules/meadow.ts'
import { DOG, SHEPHERD } from '../../games/shepherd/rules/scaring.ts'

/** So many sheep have so many shepherds and as many dogs around. */
const SHEEP_PER_SHEPHERD = 125
/** As much fear makes everybody run, and nobody graze. */
const ON_THE_RUN = 0.8

/** A flock that begins the same stretch again and again. */
export class Scene {
  readonly flock: Flock
  readonly #scares: Scares
  readonly #doRun: boolean
  readonly #width: number
  readonly #height: number
  readonly #begin: (flock: Flock) => void
  #step = 0

  /** `begin` puts the sheep where they start; `doRun`: all of them run all the time. */
  constructor(
    count: number,
    ground: Ground,
    look: Look,
    doRun: boolean,
    begin: (flock: Flock) => void,
  ) {
    this.flock = new Flock(count, ground, look)
    this.#doRun = doRun
    this.#width = ground.width
    this.#height = ground.height
    this.#begin = begin
    this.#scares = new Scares(2 * Math.ceil(count / SHEEP_PER_SHEPHERD))
    this.begin()
  }

  /** Everybody back to the start. */
  begin(): void {
    this.#step = 0
    this.#begin(this.flock)
    this.prepare()
  }

  /** Makes the next step ready: who is where, and how afraid. Not part of what is timed. */
  prepare(): void {
    if (this.#doRun) this.flock.fear.fill(ON_THE_RUN)
    const scares = this.#scares
    scares.count = scares.x.length
    for (let n = 0; n < scares.count; n++) {
      // Each on a curve of its own, at about the speed of a shepherd, or, every other one, of a dog.
      const isDog = n % 2 === 1
      const turn = n * 2.4 + (this.#step * (isDog ? 7 : 3)) / this.#width
      scares.x[n] = this.#width * (0.5 + 0.42 * Math.cos(turn + n))
      scares.y[n] = this.#height * (0.5 + 0.42 * Math.sin(turn * 1.3))
      const { radius, strength } = isDog ? DOG : SHEPHERD
      scares.radius[n] = radius
      scares.strength[n] = strength
      scares.by[n] = 1 + (n >> 1)
    }
    this.#step++
  }

  step(): void {
    this.flock.step(this.#scares)
  }
}

/** So many sheep on the run, evenly over open land that grows with them: as much for each as 1000 have on the meadow. */
export function spread(count: number, look: Look = lookAround): Scene {
  const side = Math.sqrt(count / 1000)
  const [width, height] = [WIDTH * side, HEIGHT * side]
  return new Scene(count, plainGround(width, height), look, true, (flock) => {
    strew(flock, 0, 0, width, height)
  })
}

/** 1000 sheep on the meadow as a round begins: in groups, calm but where somebody comes near. */
export function grazing(look: Look = lookAround): Scene {
  return new Scene(1000, meadowGround(), look, false, (flock) => {
    const random = new Random(7)
    flock.scatter(() => random.next())
  })
}

/** 1000 sheep on the run in one pen, in which there is a third as much room for them as they like. */
export function penned(look: Look = lookAround): Scene {
  const [pen] = PENS
  if (!pen) throw new Error('there is no pen')
  const { x, y, width, height } = pen
  return new Scene(1000, meadowGround(), look, true, (flock) => {
    strew(flock, x + FENCE, y + FENCE, width - 2 * FENCE, height - 2 * FENCE)
    flock.pen.fill(1)
  })
}

/** Numbered from top to bottom: those who begin near each other have near numbers, as on the meadow. */
function strew(flock: Flock, left: number, top: number, width: number, height: number): void {
  const random = new Random(3)
  for (let i = 0; i < flock.count; i++) {
    flock.x[i] = left + width * random.next()
    flock.y[i] = top + (height * (i + random.next())) / flock.count
    flock.vx[i] = random.between(-100, 100)
    flock.vy[i] = random.between(-100, 100)
  }
}
