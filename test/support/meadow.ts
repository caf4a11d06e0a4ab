import { defineRoom } from 'glissade/server'
import { type SimulatedClient, Simulation, type SimulationOptions } from 'glissade/testing'
import { expect } from 'vitest'
import { shepherd } from '../../games/shepherd/game.ts'
import { shepherdRoom } from '../../games/shepherd/room.ts'
import type { Herd } from '../../games/shepherd/rules/herd.ts'
import type { Hands } from '../../games/shepherd/rules/kinds.ts'
import { PENS } from '../../games/shepherd/rules/meadow.ts'
import { openWith } from '../../games/shepherd/rules/rules.ts'
import { STEP_HZ } from '../../games/shepherd/rules/steps.ts'
import type { Holder } from '../../src/game/schema.ts'

export type Meadow = Simulation<typeof shepherdRoom>
export type MeadowClient = SimulatedClient<typeof shepherd>

/** The room with a flock of so many sheep, as if it were called so. */
export function meadowOf(sheep: number): typeof shepherdRoom {
  return defineRoom(shepherd, {
    ...shepherdRoom.definition,
    open: (world) => openWith(world, sheep),
  })
}

/** A meadow with some shepherds on it, and as many sheep. */
export function openMeadow(
  players: number,
  sheep = 100,
  options: SimulationOptions = {},
): { sim: Meadow; clients: MeadowClient[]; herd: Herd } {
  const sim = new Simulation(meadowOf(sheep), options)
  const clients = Array.from({ length: players }, (_, n) =>
    sim.join({ profile: { name: `S${n}`, hue: n * 10 } }),
  )
  sim.run(500)
  return { sim, clients, herd: herdIn(sim) }
}

export const herdIn = (sim: Meadow): Herd => sim.room.world.state.herd ?? expect.fail('no herd')

export const roundIn = (sim: Meadow): Herd['round'] => herdIn(sim).round

/** What a client's player owns of a kind, as the room has it. */
export function bodyOf<K extends 'shepherd' | 'dog' | 'eye'>(
  sim: Meadow,
  kind: K,
  { session }: MeadowClient,
) {
  const found = sim.room.world.entities(kind).find(({ owner }) => owner === session.playerId)
  return found ?? expect.fail(`no ${kind}`)
}

/** Makes the round so much older. */
export function age(sim: Meadow, seconds: number): void {
  const herd = herdIn(sim)
  herd.beganAt -= seconds * STEP_HZ
  herd.round.endsAt -= seconds * STEP_HZ
}

/** Lets time pass until the round is in a phase, for so long at most. */
export function until(sim: Meadow, phase: 'herd' | 'over', seconds = 20): void {
  for (let s = 0; roundIn(sim).phase !== phase; s += 0.1) {
    expect(s).toBeLessThan(seconds)
    sim.run(100)
  }
}

/** The pen that a point lies in: its number in `PENS` plus one; 0 for none. */
export function penAt(x: number, y: number): number {
  for (let i = 0; i < PENS.length; i++) {
    const pen = PENS[i]!
    if (x > pen.x && x < pen.x + pen.width && y > pen.y && y < pen.y + pen.height) return i + 1
  }
  return 0
}

/** Puts sheep of the flock somewhere, one beside the other, at rest, as if they had run from `by`. */
export function put(herd: Herd, first: number, count: number, x: number, y: number, by = 0): void {
  const { flock } = herd
  for (let n = 0; n < count; n++) {
    const i = first + n
    flock.x[i] = x + (n % 14) * 24
    flock.y[i] = y + Math.floor(n / 14) * 24
    flock.vx[i] = 0
    flock.vy[i] = 0
    flock.fear[i] = 0
    flock.by[i] = by
    flock.pen[i] = penAt(flock.x[i] ?? 0, flock.y[i] ?? 0)
  }
}

export const IDLE: Hands = {
  left: false,
  right: false,
  up: false,
  down: false,
  dogX: 0,
  dogY: 0,
  bark: false,
}

/** One body, stepped as the engine steps it: `move`, then rounding to the grid. */
export class Walker<K extends 'shepherd' | 'dog' | 'eye'> {
  readonly body: Parameters<NonNullable<(typeof shepherd)['definition']['move']>[K] & {}>[0]
  readonly dtSeconds: number = 1 / shepherd.stepHz
  readonly raised: { event: string; x: number; y: number; step: number }[] = []
  steps = 0
  readonly #kind: K
  readonly #schema: (typeof shepherd)['kinds'][number]['schema']

  constructor(kind: K, x: number, y: number) {
    this.#kind = kind
    const { schema } = shepherd.kinds.find(({ name }) => name === kind) ?? expect.fail('no kind')
    this.#schema = schema
    this.body = Object.assign(schema.create(), { x, y }) as never
  }

  emit(event: string, { x, y }: { x: number; y: number }): void {
    this.raised.push({ event, x, y, step: this.steps })
  }

  step(input: Partial<Hands>, count = 1): this {
    const move = shepherd.definition.move?.[this.#kind] as
      | ((body: object, input: Hands, ctx: object) => void)
      | undefined
    for (let n = 0; n < count; n++) {
      this.steps++
      move?.(this.body, { ...IDLE, ...input }, this)
      this.#schema.round(this.body as unknown as Holder)
    }
    return this
  }
}
