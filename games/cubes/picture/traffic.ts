/** Numbers of a cube and of a snowball that change: place and rotation, or place and velocity. */
const CUBE_NUMBERS = 7
const BALL_NUMBERS = 6
const BITS = 32

/** What all states of a room would take as raw 32-bit numbers, in kilobits a second. */
export const uncompressedKbps = (cubes: number, balls: number, sendHz: number): number =>
  ((cubes * CUBE_NUMBERS + balls * BALL_NUMBERS) * BITS * sendHz) / 1000

/** How often the counter shows another number, and how long each measurement takes. */
const SHOWN_SECONDS = 0.5
const MEASURED = 4

/** Counts what arrives, in kilobits a second over the last two seconds. Free of allocation. */
export class Traffic {
  /** Kilobits a second. NaN at first. */
  kbps = Number.NaN
  readonly #bytes = new Float64Array(MEASURED + 1)
  readonly #atSeconds = new Float64Array(MEASURED + 1)
  #seconds = 0
  #sinceSeconds = 0
  #count = 0

  /** Call once per frame with all bytes that have arrived so far. Returns whether `kbps` is new. */
  count(bytes: number, dtSeconds: number): boolean {
    this.#seconds += dtSeconds
    this.#sinceSeconds += dtSeconds
    if (this.#count > 0 && this.#sinceSeconds < SHOWN_SECONDS) return false
    this.#sinceSeconds = 0
    const at = this.#count % (MEASURED + 1)
    this.#bytes[at] = bytes
    this.#atSeconds[at] = this.#seconds
    this.#count++
    const first = this.#count > MEASURED ? this.#count % (MEASURED + 1) : 0
    const spanSeconds = this.#seconds - this.#atSeconds[first]!
    if (!(spanSeconds > 0)) return false
    this.kbps = ((bytes - this.#bytes[first]!) * 8) / 1000 / spanSeconds
    return true
  }
}
