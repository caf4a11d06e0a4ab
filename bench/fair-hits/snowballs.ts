import { Bot } from '../../games/platformer/bots/bot.ts'
import { platformer } from '../../games/platformer/game.ts'
import { platformerRoom } from '../../games/platformer/room.ts'
import { presets } from '../../src/link/presets.ts'
import { defineRoom } from '../../src/server/define-room.ts'
import { Simulation } from '../../src/testing/simulation.ts'

const WARM_MS = 5000
const PLAYED_MS = 30_000

/** Lets bots play in the platformer. Returns what the room's `update` takes, which judges their snowballs, in us per step. */
export function updateOf(bots: number): number {
  const { definition } = platformerRoom
  let steps = 0
  let spentNs = 0
  const room = defineRoom(platformer, {
    ...definition,
    update(world, ctx) {
      const started = process.hrtime.bigint()
      definition.update?.(world, ctx)
      spentNs += Number(process.hrtime.bigint() - started)
      steps++
    },
  })
  const sim = new Simulation(room, { kind: 'datagram' })
  for (let n = 0; n < bots; n++) {
    const bot = new Bot(n + 1)
    sim.join({
      conditions: presets.wifi,
      script: (session) => bot.play(session),
    })
  }
  sim.run(WARM_MS)
  steps = spentNs = 0
  sim.run(PLAYED_MS)
  return spentNs / steps / 1000
}
