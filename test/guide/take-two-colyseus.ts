import { FixedDelay, Track } from 'glissade/parts'

/** What this needs of a Colyseus room. */
interface StateRoom {
  onStateChange(listener: (state: RoomState) => void): void
}

/** The room's state: with a time that the server sets in each of its steps. */
interface RoomState {
  readonly timeMs: number
  readonly players: {
    has(id: string): boolean
    forEach(visit: (player: { x: number; y: number }, id: string) => void): void
  }
}

type Draw = (id: string, x: number, y: number) => void

export function glideRoom(room: StateRoom, now: () => number) {
  const playout = new FixedDelay(100)
  const tracks = new Map<string, Track>()
  const out = new Float64Array(2)
  room.onStateChange(({ timeMs, players }) => {
    playout.arrived(timeMs, now())
    for (const id of tracks.keys()) if (!players.has(id)) tracks.delete(id)
    players.forEach((player, id) => {
      if (!tracks.has(id)) tracks.set(id, new Track({ curves: ['linear', 'linear'] }))
      tracks.get(id)!.push(timeMs, [player.x, player.y])
    })
  })
  return (frameMs: number, draw: Draw) => {
    const timeMs = playout.advance(frameMs)
    for (const [id, track] of tracks) if (track.sample(timeMs, out)) draw(id, out[0]!, out[1]!)
  }
}
