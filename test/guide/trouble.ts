import { defineGame, flag, number } from 'glissade'
import { Budget, defineRoom } from 'glissade/server'
import type { Simulation } from 'glissade/testing'

const FLOOR = 0
const GRAVITY = 900

/** Players who jump, and who fall when nobody holds their keys. */
export const game = defineRoom(
  defineGame({
    name: 'jumpers',
    stepHz: 60,
    input: { jump: flag() },
    entities: { jumper: { y: number({ max: 400 }), vy: number({ min: -2000, max: 2000 }) } },
    move: {
      jumper(jumper, { jump }, { dtSeconds }) {
        if (jump && jumper.y === FLOOR) jumper.vy = 420
        jumper.vy -= GRAVITY * dtSeconds
        jumper.y = Math.max(FLOOR, jumper.y + jumper.vy * dtSeconds)
        if (jumper.y === FLOOR) jumper.vy = 0
      },
    },
  }),
  {
    join: (world, player) => world.spawn('jumper', player),
  },
)

/** A room in which a stall of more than a second is lost, and less is made up for at one and a half times the speed. */
export const strict = {
  guard: (now: number, stepMs: number) => new Budget(now, stepMs, { savedMs: 1000, catchUp: 1.5 }),
}

/** What a room says of its trouble: numbers for a log or a page for those who run it. */
export function trouble({ room }: Simulation<typeof game>): string {
  const { stats } = room
  const ended = Object.entries(stats.closed).filter(([, count]) => count > 0)
  return [
    `moved without input: ${stats.stepsWithoutInput} steps`,
    `inputs given up: ${stats.inputsDropped}`,
    `stood still: ${Math.round(stats.skippedMs)} ms`,
    `snapshots held back: ${stats.snapshotsSkipped}`,
    `ended: ${ended.map(([reason, count]) => `${reason} ${count}`).join(', ') || 'none'}`,
  ].join('\n')
}
