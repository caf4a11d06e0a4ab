import { Budget, defineRoom, type Room } from 'glissade/server'
import { game } from './trouble.ts'

export const room = defineRoom(game, {
  join: (world, player) => world.spawn('jumper', player),
})

/** A room in which a stall of more than a second is lost, and less is made up for at one and a half times the speed. */
export const strict = {
  guard: (now: number, stepMs: number) => new Budget(now, stepMs, { savedMs: 1000, catchUp: 1.5 }),
}

/** What a room says of its trouble: numbers for a log or a page for those who run it. */
export function trouble({ stats }: Room<typeof room>): string {
  const ended = Object.entries(stats.closed).filter(([, count]) => count > 0)
  return [
    `moved without input: ${stats.stepsWithoutInput} steps`,
    `inputs given up: ${stats.inputsDropped}`,
    `stood still: ${Math.round(stats.skippedMs)} ms`,
    `snapshots held back: ${stats.snapshotsSkipped}`,
    `ended: ${ended.map(([reason, count]) => `${reason} ${count}`).join(', ') || 'none'}`,
  ].join('\n')
}
