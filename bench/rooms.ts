import { defineGame, flag, int } from 'glissade'
import { type AnyRoom, defineRoom, Room } from 'glissade/server'
import { memoryPair, VirtualClock } from 'glissade/testing'
import { platformerRoom } from '../games/platformer/room.ts'
import { shepherdWithBots } from '../games/shepherd/company.ts'
import { shepherdRoom } from '../games/shepherd/room.ts'
import { median } from './cpu/rounds.ts'

const dots = defineRoom(
  defineGame({
    name: 'one dot',
    input: { right: flag() },
    entities: { dot: { x: int({ max: 999 }) } },
    move: {
      dot(dot, { right }) {
        dot.x += +right
      },
    },
  }),
  {
    join: (world, player) => world.spawn('dot', player),
  },
)
const DEFINITIONS: Readonly<Record<string, AnyRoom>> = {
  'one dot': dots,
  platformer: platformerRoom,
  shepherd: shepherdRoom,
  'shepherd, with two bots': shepherdWithBots,
}
/** Rooms that count, after some that let the compiler get warm. */
const ROOMS = 9
const WARM_ROOMS = 3
/** What the players of all of them may be asked for. */
const PROFILE = { name: 'Ada', hue: 0 }
/** How much time passes in each, in calls as far apart as a server's: until bots are there, and then for the figure. */
const SETTLED_MS = 3000
const PLAYED_MS = 2000
const CALL_MS = 16

/** Prints what a room costs the processor: to open, and while one player stands in it. */
export function printRooms(): void {
  console.log('| game | first room, ms | later room, ms | one player, ms per second |')
  console.log('|---|--:|--:|--:|')
  for (const [name, definition] of Object.entries(DEFINITIONS)) {
    const rooms = Array.from({ length: WARM_ROOMS + ROOMS }, (_, n) => measure(definition, n + 1))
    const counted = rooms.slice(WARM_ROOMS)
    const openMs = median(counted.map((room) => room.openMs))
    const secondMs = median(counted.map((room) => room.secondMs))
    const figures = [rooms[0]!.openMs, openMs, secondMs].map((ms) => ms.toFixed(1))
    console.log(`| ${name} | ${figures.join(' | ')} |`)
  }
}

function measure(definition: AnyRoom, seed: number): { openMs: number; secondMs: number } {
  const clock = new VirtualClock()
  const { server } = memoryPair(clock)
  const fromMs = cpuMs()
  const room = new Room(definition, { nowMs: 0, seed })
  room.join(server, { profile: PROFILE }, 0)
  const openMs = cpuMs() - fromMs
  let nowMs = 0
  for (; nowMs <= SETTLED_MS; nowMs += CALL_MS) room.advance(nowMs)
  const playedFromMs = cpuMs()
  for (; nowMs <= SETTLED_MS + PLAYED_MS; nowMs += CALL_MS) room.advance(nowMs)
  const secondMs = ((cpuMs() - playedFromMs) * 1000) / PLAYED_MS
  room.close()
  return { openMs, secondMs }
}

/** Time of the processor, so that a busy machine does not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
