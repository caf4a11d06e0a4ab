import { hermiteCurve } from 'glissade'
import { Track } from 'glissade/parts'

/** x and y with their velocities, in pixels per second, and the direction that the entity looks in. */
const track = new Track({
  curves: [hermiteCurve(2), hermiteCurve(3), 'linear', 'linear', 'angle'],
  extrapolateMs: 100,
  fadeMs: 250,
})
const shown = new Float64Array(5)

/** Call it for each state that comes, with the state's time on the server, then x, y, vx, vy and angle. */
export function arrived(stampMs: number, state: readonly number[]): void {
  track.push(stampMs, state)
}

/** Call it when the server says that the entity is gone. */
export function left(stampMs: number): void {
  track.end(stampMs)
}

/** Call it once per frame with the moment that a playout names. Returns what to draw, and how visible it is. */
export function look(timeMs: number): { x: number; y: number; angle: number; visible: number } {
  track.sample(timeMs, shown)
  return { x: shown[0]!, y: shown[1]!, angle: shown[4]!, visible: track.presence }
}
