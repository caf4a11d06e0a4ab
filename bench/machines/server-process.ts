import { serve } from 'glissade/node'
import { redisDirectory } from 'glissade/redis'
import { Cable } from './cable.ts'
import { courier } from './game.ts'

/** What this process is asked, and what it answers. */
export type Question = 'rooms' | 'drain' | 'cut' | 'mend'

/** A room of this process. */
export interface RoomReport {
  readonly key: string
  readonly tick: number
  readonly names: readonly string[]
  /** Taps by the name of the player who made them. */
  readonly taps: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

export interface Report {
  readonly rooms: readonly RoomReport[]
  /** After `drain`: how many rooms stay. */
  readonly staying: number
}

const [redisPort = '', port = '0', checkpointMs = '1000'] = process.argv.slice(2)
const cable = await Cable.to(Number(redisPort))
const directory = redisDirectory({ url: `redis://127.0.0.1:${cable.port}`, onError: () => {} })
const server = await serve(courier, {
  port: Number(port),
  directory,
  checkpointMs: Number(checkpointMs),
  maxPerAddress: Number.POSITIVE_INFINITY,
  joinsPerSecond: Number.POSITIVE_INFINITY,
  roomsPerSecond: Number.POSITIVE_INFINITY,
  maxRooms: 1000,
  // That Redis cannot be reached is the very thing that is tried out.
  onError: (error) => (error as { code?: string }).code === 'unreachable' || console.error(error),
  onSlow: () => {},
}).catch((error) => {
  if (error.code === 'unreachable') process.exit(75)
  throw error
})

function reportRooms(): RoomReport[] {
  return [...server.rooms].map(([key, { tick, players, world }]) => {
    const nameOf = (id: number | null) => players.find((player) => player.id === id)?.profile.name
    const runners = world.entities('runner')
    const taps = runners.map(({ owner, taps }) => [nameOf(owner) ?? '', taps] as const)
    const names = players.map(({ profile }) => profile.name)
    return { key, tick, names, taps: Object.fromEntries(taps), faults: world.state.faults }
  })
}

process.on('message', async (question: Question) => {
  if (question === 'cut') cable.cut()
  if (question === 'mend') cable.mend()
  const staying = question === 'drain' ? await server.drain() : 0
  process.send!({ rooms: reportRooms(), staying } satisfies Report)
})
process.send!({ rooms: [], staying: 0 } satisfies Report)
