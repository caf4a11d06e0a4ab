import { defineGame } from 'glissade'
import { Entities } from '../../src/server/world/entities.ts'
import { median } from '../cpu/rounds.ts'
import { MOVERS } from '../wire/movers.ts'
import type { Mover } from './scene.ts'

const ENTITIES = 1000
/** One in so many entities moves in a step. */
const EVERY = 3
const STEPS = 300
const ROUNDS = 60
const FIELDS = ['x', 'y', 'angle', 'vx', 'vy', 'hp'] as const
const PLACE = Symbol('place')

/**
 * Prints what the step of a game takes on plain fields, and on fields whose setters mark what was written: own accessors
 * over a typed array, so that spreading an entity works, shared by all entities so that V8 keeps them fast.
 */
export function printMarks(): void {
  const game = defineGame({ ...MOVERS.definition })
  const entities = new Entities(game)
  const plain = Array.from({ length: ENTITIES }, () => entities.spawn('mover', 0, {}).object)
  const cases = [plain as unknown as Mover[], marking()].map((movers) => ({ movers, times: [0] }))
  for (let round = 0; round < ROUNDS; round++)
    for (const { movers, times } of cases) times[round] = timeOf(movers)
  const [us, marked] = cases.map(({ times }) => median(times.slice(ROUNDS / 3)) / 1000)
  console.log(`| a step that moves ${Math.ceil(ENTITIES / EVERY)} entities | us |\n|---|--:|`)
  console.log(`| on plain fields | ${us!.toFixed(1)} |`)
  console.log(`| on fields whose setters mark them | ${marked!.toFixed(1)} |`)
}

function timeOf(movers: readonly Mover[]): number {
  const started = process.hrtime.bigint()
  for (let step = 0; step < STEPS; step++)
    for (let i = step % EVERY; i < movers.length; i += EVERY) move(movers[i]!)
  return Number(process.hrtime.bigint() - started) / STEPS
}

function move(mover: Mover): void {
  mover.vx += 0.25
  mover.vy -= 0.25
  mover.x += mover.vx * 0.05
  mover.y += mover.vy * 0.05
  if (mover.x < 0 || mover.x > 4096) mover.vx = -mover.vx
  if (mover.y < 0 || mover.y > 4096) mover.vy = -mover.vy
  mover.angle = (mover.angle + 0.1) % 6.28
}

function marking(): Mover[] {
  const values = new Float64Array(ENTITIES * FIELDS.length)
  const marks = new Int32Array(ENTITIES)
  const properties = FIELDS.map((_, k) => ({
    enumerable: true,
    get(this: { [PLACE]: number }): number {
      return values[this[PLACE] * FIELDS.length + k]!
    },
    set(this: { [PLACE]: number }, value: number): void {
      const place = this[PLACE]
      const at = place * FIELDS.length + k
      if (values[at] === value) return
      values[at] = value
      marks[place]! |= 1 << k
    },
  }))
  return Array.from({ length: ENTITIES }, (_, place) => {
    const object = Object.defineProperty({}, PLACE, { value: place })
    FIELDS.forEach((name, k) => {
      Object.defineProperty(object, name, properties[k]!)
    })
    return object as Mover
  })
}
