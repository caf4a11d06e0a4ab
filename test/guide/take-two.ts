import { FixedDelay, Track } from 'glissade/parts'

/** What this needs of a socket.io client, or of anything else with `on`. */
export interface StateSocket {
  on(event: 'state', listener: (state: State) => void): void
}

/** The state that the server of this example sends 20 times a second. */
interface State {
  /** The server's time of it. */
  readonly timeMs: number
  readonly players: readonly { id: string; x: number; y: number; angle: number }[]
}

export function glide(socket: StateSocket, now: () => number) {
  const playout = new FixedDelay(100)
  const tracks = new Map<string, Track>()
  const shown = new Float64Array(3)
  socket.on('state', ({ timeMs, players }) => {
    playout.arrived(timeMs, now())
    for (const { id, x, y, angle } of players) {
      if (!tracks.has(id)) tracks.set(id, new Track({ curves: ['linear', 'linear', 'angle'] }))
      tracks.get(id)!.push(timeMs, [x, y, angle])
    }
  })
  return (frameMs: number, draw: (id: string, x: number, y: number, angle: number) => void) => {
    const timeMs = playout.advance(frameMs)
    for (const [id, track] of tracks)
      if (track.sample(timeMs, shown)) draw(id, shown[0]!, shown[1]!, shown[2]!)
  }
}
