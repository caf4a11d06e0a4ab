import { Budget, defineRoom, type Room } from 'glissade/server'
import { game } from './trouble.ts'

export const room = defineRoom(game, {
  join: (world, player) => world.spawn('jumper', player),
})

/** With these options, players lose all but a second of a stall, and make up for that second at 1.5 times the speed. */
export const strict = {
  guard: (now: number, stepMs: number) => new Budget(now, stepMs, { savedMs: 1000, catchUp: 1.5 }),
}

/** Writes what went wrong in a room, as numbers for a log or an admin page. */
export function trouble({ stats }: Room<typeof room>): string {
  const ended = Object.entries(stats.closed).filter(([, count]) => count > 0)
  return [
    `moved without input: ${stats.stepsWithoutInput} steps`,
    `inputs dropped: ${stats.inputsDropped}`,
    `stood still: ${Math.round(stats.skippedMs)} ms`,
    `snapshots held back: ${stats.snapshotsSkipped}`,
    `ended: ${ended.map(([reason, count]) => `${reason} ${count}`).join(', ') || 'none'}`,
  ].join('\n')
}
