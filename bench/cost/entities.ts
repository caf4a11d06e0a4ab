import { type Curve, Track } from 'glissade/parts'

/** What most entities of a game in the plane have: x, y and an angle. */
export const CURVES: readonly Curve[] = ['linear', 'linear', 'angle']

const SAMPLES = 24
const INTERVAL_MS = 50

/** A track with 1.2 s of movement at 20 Hz; `again`: that one, emptied and filled anew. */
export function filledTrack(seed: number, again?: Track): Track {
  const track = again ?? new Track({ curves: CURVES })
  track.clear()
  const values = [seed, 0, 0]
  for (let i = 0; i < SAMPLES; i++) {
    values[0] = seed + i * 3
    values[1] = (i * seed) % 11
    values[2] = i * 0.7
    track.push(i * INTERVAL_MS, values)
  }
  return track
}
