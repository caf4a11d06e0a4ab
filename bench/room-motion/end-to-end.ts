import { defineGame, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Bot } from '../../games/platformer/bots/bot.ts'
import { platformer } from '../../games/platformer/game.ts'
import { platformerRoom } from '../../games/platformer/room.ts'
import type { Pip } from '../../games/platformer/rules/pip.ts'
import type { Conditions } from '../../src/link/impairment.ts'
import { measure } from '../../src/score/measures/measure.ts'
import type { Measurable } from '../../src/score/measures/play.ts'
import { SHOWN_WIDTH } from '../../src/score/measures/player.ts'
import type { MotionScore } from '../../src/score/measures/score-types.ts'
import { TruePath } from '../../src/score/measures/true-path.ts'
import { Simulation } from '../../src/testing/simulation.ts'

const BOTS = 3
const FRAME_HZ = 60
const WARM_UP_SECONDS = 10
/** A frame is looked at so long after it, for a client's clock is not exactly the room's. */
const AFTER_MS = 0.01
const { definition } = platformer
const { definition: rules } = platformerRoom

/** How the platformer's bots see each other: `score` pools all screens. */
export interface EndToEnd {
  readonly score: MotionScore
  /** Wrong predictions of a client in a minute. */
  readonly corrections: number
}

/** A pip that carries the moment its state is of: what the engine does to places it does to this. */
type Timed = Pip & { seconds: number; readonly owner: number | null }

/** The platformer, with what its players did on the server noted in `paths`, by player. */
function timedPlatformer(paths: Map<number, TruePath>) {
  const { pip } = definition.entities
  const seconds = number({ max: 8192, step: 1 / 16_384 })
  const timed = defineGame({
    ...definition,
    entities: { ...definition.entities, pip: { ...pip, seconds } },
    move: {
      ...definition.move,
      pip(moved, input, ctx) {
        definition.move?.pip?.(moved as never, input, ctx)
        moved.seconds = ctx.timeMs / 1000
        const { owner } = moved as Timed
        // What a client predicts is its own, and a copy is nobody's.
        if (!ctx.replaying && typeof owner === 'number' && !('mine' in moved && moved.mine))
          pathOf(paths, owner).add(ctx.timeMs, moved.x, moved.y)
      },
    },
  })
  // The rules of the platformer: a pip that carries a moment is one of its pips.
  return defineRoom(timed, rules)
}

function pathOf(paths: Map<number, TruePath>, player: number): TruePath {
  let path = paths.get(player)
  if (!path) paths.set(player, (path = new TruePath()))
  return path
}

/**
 * Lets three bots play the platformer for so many seconds, each over a network of its own both ways, on datagrams. The first
 * 10 s do not count.
 */
export function scoreEndToEnd(conditions: Conditions, seed: number, seconds: number): EndToEnd {
  const paths = new Map<number, TruePath>()
  const sim = new Simulation(timedPlatformer(paths), { kind: 'datagram', seed })
  const clients = Array.from({ length: BOTS }, (_, n) => {
    const bot = new Bot(100 * seed + n)
    return sim.join({
      conditions,
      seed: 1000 * seed + n + 1,
      frameHz: FRAME_HZ,
      clockOffsetMs: 12_345.678 * (n + 1),
      script(session) {
        bot.play(session)
      },
    })
  })
  const pairs = clients.flatMap((by) => clients.filter((of) => of !== by).map((of) => ({ by, of })))
  const frameMs = Float64Array.from({ length: seconds * FRAME_HZ }, (_, i) => (i * 1000) / FRAME_HZ)
  const shown = new Float64Array(frameMs.length * pairs.length * SHOWN_WIDTH).fill(Number.NaN)
  for (const [i, atMs] of frameMs.entries()) {
    sim.run(atMs + AFTER_MS - sim.clock.nowMs())
    for (const [k, { by, of }] of pairs.entries()) {
      const view = by.session.entities('pip').find(({ owner }) => owner === of.session.playerId)
      if (view)
        shown.set([view.x, view.y, view.seconds * 1000], (i * pairs.length + k) * SHOWN_WIDTH)
    }
  }
  const recording: Measurable = {
    contender: 'room',
    trace: 'simulated',
    run: {
      sendHz: definition.sendHz ?? 20,
      frameHz: FRAME_HZ,
      lengthMs: seconds * 1000,
      frameMs,
      firstScored: WARM_UP_SECONDS * FRAME_HZ,
    },
    motions: [{ name: 'bot', about: 'a bot of the platformer', create: () => [] }],
    perMotion: pairs.length,
    paths: pairs.map(({ of }) => pathOf(paths, of.session.playerId)),
    shown,
  }
  const corrections = clients.reduce((sum, { session }) => sum + session.stats.corrections, 0)
  return {
    score: measure(recording).motions[0]!,
    corrections: (corrections * 60) / (BOTS * seconds),
  }
}
