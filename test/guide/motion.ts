import { hermiteCurve } from 'glissade'
import { Track } from 'glissade/parts'

/** x and y with their velocities, in pixels per second, and the direction it looks in. */
const track = new Track({
  curves: [hermiteCurve(2), hermiteCurve(3), 'linear', 'linear', 'angle'],
  extrapolateMs: 100,
  fadeMs: 250,
})
const shown = new Float64Array(5)

/** For each state that comes: the server's time of it, then x, y, vx, vy and angle. */
export function arrived(stampMs: number, state: readonly number[]): void {
  track.push(stampMs, state)
}

/** When the server says that it is gone. */
export function left(stampMs: number): void {
  track.end(stampMs)
}

/** Once per frame, for the moment that a playout names: what to draw, and how visible. */
export function look(timeMs: number): { x: number; y: number; angle: number; visible: number } {
  track.sample(timeMs, shown)
  return { x: shown[0]!, y: shown[1]!, angle: shown[4]!, visible: track.presence }
}
