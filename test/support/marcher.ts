import { defineGame, flag, gameEvents, hidden, int, number, press } from 'glissade'
import { defineRoom, type GameOf, type MissingInput } from 'glissade/server'
import { type ClientOptions, Simulation, type SimulationOptions } from 'glissade/testing'
import { authorityOf } from './authority.ts'

/** How far a marcher gets in a step. */
export const UNITS_PER_STEP = 4
const WIDTH = 1e6

/** What can be made of the march: everything but who owns time is the same. */
export const march = (authority: 'input' | 'tick', missingInput?: MissingInput) =>
  defineRoom(
    defineGame({
      name: 'march',
      authority: authorityOf(authority),
      stepHz: 60,
      sendHz: 20,
      input: { go: flag(), shoot: press(), mark: int({ max: 2 ** 30 }) },
      entities: {
        marcher: {
          x: number({ max: WIDTH, step: 1 }),
          shots: int({ max: 1000 }),
          /** The `mark` of the input applied last: when it was made. */
          mark: int({ max: 2 ** 30 }),
          steps: hidden(int({ max: 2 ** 30 })),
        },
      },
      events: gameEvents({ shot: { n: int({ max: 1000 }) } }),
      move: {
        marcher(marcher, input, ctx) {
          if (input.go) marcher.x += UNITS_PER_STEP
          if (input.shoot) ctx.emit('shot', { n: ++marcher.shots })
          marcher.mark = input.mark
        },
      },
    }),
    {
      join: (world, player) => world.spawn('marcher', player),
      missingInput,
    },
  )

type March = ReturnType<typeof march>

/** What a tick of the room has seen of one marcher. */
export interface Seen {
  readonly atMs: number
  /** How old the input was that moved it. */
  readonly latencyMs: number
}

/**
 * One room and a client that marks each input with the moment it was made; `seen` tells of every tick how old the input was
 * that the room had for it.
 */
export function marching(
  options: SimulationOptions & ClientOptions<GameOf<March>> & { authority?: 'input' | 'tick' } = {},
  room: March = march(options.authority ?? 'tick'),
) {
  const sim = new Simulation(room, options)
  const client = sim.join({
    ...options,
    script: (session, timeMs) => {
      session.input.mark = Math.round(timeMs)
      options.script?.(session, timeMs)
    },
  })
  const seen: Seen[] = []
  /** Lets time pass, and looks after each tick. */
  const run = (ms: number) => {
    const endMs = sim.clock.nowMs() + ms
    while (sim.clock.nowMs() < endMs) {
      sim.run(Math.min(1000 / 60, endMs - sim.clock.nowMs()))
      const marcher = sim.room.world.entities('marcher')[0]
      if (marcher && marcher.mark > 0)
        seen.push({ atMs: sim.clock.nowMs(), latencyMs: sim.clock.nowMs() - marcher.mark })
    }
  }
  return { sim, client, session: client.session, seen, run }
}
