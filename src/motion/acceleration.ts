/** Two accelerations in a row are steady if they differ by at most this share of the greater one, */
const STEADY = 0.5
/** or if the difference moves the entity by at most this many units and this share of its way in the time of a sample. */
const STEADY_UNITS = 3
const STEADY_SHARE = 0.4
/** Samples further apart than this, in seconds, say nothing about an acceleration. */
const FAR_SECONDS = 0.35
/** How long an acceleration is extrapolated, in ms. After that the speed stays as it is. */
export const ACCELERATION_MS = 120

/**
 * Returns the acceleration at the newest of three samples, in units per second squared, from their velocities (`v0` is the
 * oldest) and the seconds between them. Returns 0 unless the acceleration is steady. A fall keeps its acceleration, and a curve
 * turns it slowly. A jump, a landing or a key press must not be extrapolated.
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
