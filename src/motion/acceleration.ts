/** Two accelerations in a row are one that is steady if they differ by so much of the greater at most, */
const STEADY = 0.5
/** or if that moves the entity by so many units over a sample's time, and by no more than this share of its way. */
const STEADY_UNITS = 3
const STEADY_SHARE = 0.4
/** Samples further apart, in seconds, say nothing of an acceleration. */
const FAR_SECONDS = 0.35
/** For so long an acceleration goes on, in ms; then the speed it led to. */
export const ACCELERATION_MS = 120

/**
 * The acceleration at the newest of three samples, in units per second squared, from their velocities (`v0` the oldest)
 * and the seconds between them: 0 unless it is steady. A fall keeps its acceleration, a curve turns it slowly; a jump, a
 * landing or a key that was pressed must not be extrapolated.
 */
export function steadyAcceleration(
  v0: number,
  v1: number,
  v2: number,
  firstSeconds: number,
  lastSeconds: number,
): number {
  if (!(firstSeconds < FAR_SECONDS && lastSeconds < FAR_SECONDS)) return 0
  const was = (v1 - v0) / firstSeconds
  const is = (v2 - v1) / lastSeconds
  const change = is - was
  const isSteady =
    Math.abs(change) <= STEADY * Math.max(Math.abs(is), Math.abs(was)) ||
    Math.abs(change) * lastSeconds * lastSeconds <=
      2 * Math.min(STEADY_UNITS, STEADY_SHARE * Math.abs(v2) * lastSeconds)
  return isSteady ? is + (change * lastSeconds) / (firstSeconds + lastSeconds) : 0
}
