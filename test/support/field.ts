import { defineGame, flag, gameEvents, int, press, vec2 } from 'glissade'
import { type Conditions, presets } from 'glissade/client'
import { defineRoom, type GameOf, type Player } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import type { LinkKind } from '../../src/link/link.ts'

/** How far players see, and by how much further what they saw. */
export const RADIUS = 100
export const MARGIN = 20
export const ROUGH: Conditions = {
  up: { latencyMs: 40, jitterMs: 60, loss: 0.15, duplicate: 0.05, reorder: 0.1 },
  down: { latencyMs: 40, jitterMs: 60, loss: 0.15, duplicate: 0.05, reorder: 0.1 },
}
/** Nothing comes down. */
export const DEAF: Conditions = { up: presets.none.up, down: { ...presets.none.down, loss: 1 } }

export interface FieldOptions {
  readonly kind?: LinkKind
  /** Whether players see what is near alone. */
  readonly interest?: boolean
  /** Whose number it is, or the number of the bird, is hidden by the game's own rule. */
  readonly hidden?: Set<number>
  readonly conditions?: Conditions
}

/** Men on a line, each where the test puts him; who has no man, or one at y 1, looks from everywhere. */
export function field({
  kind = 'ordered',
  interest = true,
  hidden,
  conditions,
}: FieldOptions = {}) {
  const sees = hidden && ((_: object, __: object, { id }: { id: number }) => !hidden.has(id))
  const definition = defineRoom(
    defineGame({
      name: 'field',
      stepHz: 60,
      sendHz: 20,
      input: { shoot: press(), throws: press(), shout: press(), rapid: flag(), nods: flag() },
      entities: {
        man: { at: vec2({ max: 100_000, step: 0.5 }) },
        bird: { at: vec2({ max: 100_000, step: 0.5 }) },
        flag: { n: int({ max: 9 }) },
      },
      events: gameEvents({ bang: { n: int({ max: 100_000 }) } }),
      move: {
        man(man, input, ctx) {
          if (input.shoot || input.rapid) ctx.emit('bang', { n: 1 })
          if (input.throws) ctx.emit('bang', { n: 1000 }, { near: { x: man.at.x + 500, y: 0 } })
          if (input.shout) ctx.emit('bang', { n: 2000 }, { to: 'all' })
        },
      },
    }),
    {
      interest: interest
        ? {
            at: { man: ({ at }) => at, bird: ({ at }) => at },
            from: (world, player) => {
              const man = world.entities('man').find(({ owner }) => owner === player.id)
              return man && man.at.y === 0 ? man.at : null
            },
            radius: RADIUS,
            margin: MARGIN,
            sees,
          }
        : undefined,
      join: (world, player) => world.spawn('man', player),
      on: { bang: (_world, { n }, by) => ran.push(`${by?.id}: ${n}`) },
    },
  )
  const ran: string[] = []
  const sim = new Simulation(definition, { kind })
  const { world } = sim.room
  const heard: number[][] = []
  /** A player joins and stands at `x`. */
  const add = (x: number, network = conditions): SimulatedClient<GameOf<typeof definition>> => {
    const client = sim.join({ conditions: network })
    const told: number[] = []
    heard.push(told)
    client.session.on('bang', ({ n }) => told.push(n))
    sim.run(1000)
    man(heard.length - 1).at.x = x
    return client
  }
  /** From now on nobody is at rest: everybody nods, which does nothing. */
  const nod = (): void => {
    for (const { session } of sim.clients)
      session.onFrame(() => {
        session.input.nods = !session.input.nods
      })
  }
  const man = (n: number) => world.entities('man').find(({ owner }) => owner === n + 1)!
  const player = (n: number): Player => sim.room.players[n]!
  /** Lets everybody settle where they stand, then does what a test is about, and waits until it has been heard. */
  const heardAfter = (act: () => void): number[][] => {
    sim.run(1000)
    act()
    sim.run(3000)
    return heard
  }
  return { sim, world, add, nod, man, player, heard, heardAfter, ran }
}
