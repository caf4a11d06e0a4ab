import { BoxedTime } from '../base/boxed-time.ts'
import type { Ms } from '../base/units.ts'
import type { CarrierFunction, Kind, Riders } from '../game/define-game.ts'
import * as OP from '../game/op.ts'
import { getNumber, setNumber } from '../game/quantize.ts'
import type { Column, Holder } from '../game/schema.ts'
import { ErrorOffset, returnOffset } from './error-offset.ts'
import type { SampledTrack } from './sampled-track.ts'
import { pushSample } from './track-intake.ts'

/** For easing, a frame counts as at most this many seconds. */
const MOST_SECONDS = 0.25
/** How many times of states are remembered: more than an interpolation delay holds. */
const STAMPS = 256
const TURN = 2 * Math.PI

/**
 * Draws a remote entity in the frame of its carrier (`attachedTo`). The entity is shown at one moment, but its carrier is drawn
 * at another, the local player's own time. So the entity is shifted by how far the carrier moves from the one to the other.
 * Between two samples, and past the last two, the carrier counts as moving in a straight line, as the rider does on its track.
 * Otherwise curved paths would shake the rider, and so would a carrier that turns while the rider is extrapolated. When the
 * rider gets on or off, the picture is eased over, unless it is off by more than 64 units. Free of allocation.
 */
export class Rider {
  /** Whether `move`, which knows the carrier's true path, extrapolates the rider, and not a straight line. */
  isForeseen = false
  readonly #carry: CarrierFunction
  readonly #firstTime = new BoxedTime()
  readonly #secondTime = new BoxedTime()
  /** The columns that a carrier moves, and their places in a row. */
  readonly #columns: readonly Column[]
  readonly #places: Int32Array
  /** The places of the columns that may name the carrier. */
  readonly #discrete: Int32Array
  readonly #width: number
  readonly #carrier: Holder
  readonly #shown: Float64Array
  readonly #pushed: Float64Array
  readonly #zero: Float64Array
  readonly #ones: Float64Array
  readonly #first: Float64Array
  readonly #second: Float64Array
  readonly #shift: Float64Array
  readonly #before: Float64Array
  readonly #offset: ErrorOffset
  /** Where the track took the carrier to be: in the previous frame, in that frame by newer states, and in this frame. */
  readonly #tracked: Float64Array
  readonly #retracked: Float64Array
  readonly #trackedNow: Float64Array
  /** Cancels what the track eases because the carrier did not move straight on. */
  readonly #return: ErrorOffset
  /** The seconds since the previous frame, and how fast the moment shown passes: as fast as local time. */
  readonly #time = Float64Array.of(0, 1)
  /** The times of the states in the track, oldest first. */
  readonly #stamps = new Float64Array(STAMPS)
  readonly #reached = new Float64Array(1)
  #count = 0
  #shownMs: Ms = Number.NaN
  /** Where the picture lies between the carrier's first and second moment; 0 if there is only the first. */
  #alpha = 0
  #isEasing = false
  /** Whether nothing carries the entity. This holds until a column that may name a carrier changes. */
  #isFree = false
  #hasNews = false

  constructor(kind: Kind, carry: CarrierFunction) {
    const { columns, viewed, width } = kind.schema
    const isMoved = (c: Column) => (c.op === OP.grid || c.op === OP.angle) && c.curve !== 'step'
    const placesOf = (is: (c: Column) => boolean) =>
      Int32Array.from(columns.keys()).filter((i) => is(columns[i]!))
    this.#carry = carry
    this.#columns = columns.filter(isMoved)
    this.#places = placesOf(isMoved)
    this.#discrete = viewed.filter((i) => columns[i]!.curve === 'step')
    this.#width = width
    this.#carrier = kind.schema.create()
    this.#shown = new Float64Array(width)
    this.#pushed = new Float64Array(width + 1)
    const count = this.#columns.length
    this.#zero = new Float64Array(count)
    this.#ones = new Float64Array(count).fill(1)
    this.#first = new Float64Array(count)
    this.#second = new Float64Array(count)
    this.#shift = new Float64Array(count)
    this.#before = new Float64Array(count)
    this.#tracked = new Float64Array(count)
    this.#retracked = new Float64Array(count)
    this.#trackedNow = new Float64Array(count)
    const curves = this.#columns.map((c) => (c.op === OP.angle ? 'angle' : 'linear'))
    this.#offset = new ErrorOffset(curves)
    this.#return = returnOffset(curves)
  }

  /**
   * Puts a state into the track, with its time as one more column. In that column, the track shows which moment its picture
   * stands for, even past the newest sample. `stamp`: the state's time in ms. `rested`: until when the state before it held, in
   * ms; NaN: unknown.
   */
  push(
    track: SampledTrack,
    stamp: Readonly<Float64Array>,
    rested: Readonly<Float64Array>,
    numbers: Float64Array,
    isTeleport: boolean,
  ): void {
    const pushed = this.#pushed
    const width = this.#width
    // The time is in seconds: in ms, a track that eases over a gap would take it for hundreds of units.
    if (rested[0]! > track.newestMs) {
      pushed[width] = rested[0]! / 1000
      pushSample(track, rested, pushed, 0, false)
      this.#note(rested)
    }
    for (let i = 0; i < width; i++) pushed[i] = numbers[i]!
    pushed[width] = stamp[0]! / 1000
    pushSample(track, stamp, pushed, 0, isTeleport)
    this.#note(stamp)
  }

  /**
   * Notes how `object` was last shown, before `numbers` are shown, so that another carrier makes no jump. `ownTimeMs`: the
   * local player's own time on display.
   */
  leave(object: Holder, numbers: Float64Array, ownTimeMs: Ms): void {
    const seconds = (ownTimeMs - this.#shownMs) / 1000
    const isFirst = Number.isNaN(this.#shownMs)
    this.#shownMs = ownTimeMs
    const dtSeconds = Math.min(seconds, MOST_SECONDS)
    this.#time[0] = dtSeconds
    this.#offset.decay(dtSeconds)
    if (this.#hasNews && !isFirst && !this.#isFree) this.#retrack(object, ownTimeMs)
    this.#hasNews = false
    this.#reached[0] = numbers[this.#width]! * 1000
    const hasChanged = !isFirst && this.#hasChanged(numbers)
    if (hasChanged || !this.#isFree) this.#findMoments()
    if (hasChanged) {
      this.#shiftOf(object, ownTimeMs, this.#before)
      this.#isFree = false
    }
    this.#isEasing = hasChanged
  }

  /** Moves `object`, which now shows `numbers`, along with its carrier. */
  place(object: Holder, numbers: Float64Array, ownTimeMs: Ms): void {
    const shift = this.#shift
    const teleports = this.#width - 1
    this.#shiftOf(object, ownTimeMs, shift)
    this.#isFree ||= this.#isLeftAlone(object, ownTimeMs)
    if (numbers[teleports] !== this.#shown[teleports]) {
      this.#offset.clear()
      this.#return.clear()
    } else if (this.#isEasing) this.#offset.add(this.#before, shift)
    for (let k = 0; k < this.#discrete.length; k++)
      this.#shown[this.#discrete[k]!] = numbers[this.#discrete[k]!]!
    this.#offset.apply(shift)
    this.#return.decayFollowed(this.#trackedNow, this.#tracked, this.#time)
    this.#return.apply(shift)
    this.#tracked.set(this.#trackedNow)
    for (let k = 0; k < shift.length; k++) {
      shift[k] = shift[k]! + numbers[this.#places[k]!]!
      setNumber(this.#columns[k]!, object, shift, k)
    }
  }

  /** Forgets all states and what was shown, to begin with those of another entity of the kind. */
  restart(): void {
    this.#count = 0
    this.#shownMs = Number.NaN
    this.#isEasing = false
    this.#isFree = false
    this.#hasNews = false
    this.#offset.clear()
    this.#return.clear()
    this.#tracked.fill(0)
    this.#trackedNow.fill(0)
  }

  /** Notes where the track takes the carrier to have been in the previous frame, now that it has new states. */
  #retrack(object: Holder, ownTimeMs: Ms): void {
    this.#findMoments()
    this.#shiftOf(object, ownTimeMs, this.#retracked)
    this.#return.add(this.#trackedNow, this.#tracked)
    this.#tracked.set(this.#trackedNow)
  }

  #note(stamp: Readonly<Float64Array>): void {
    const stampMs = stamp[0]!
    const stamps = this.#stamps
    this.#hasNews = true
    while (this.#count > 0 && stamps[this.#count - 1]! >= stampMs) this.#count--
    if (this.#count === STAMPS) stamps.copyWithin(0, 1, this.#count--)
    stamps[this.#count++] = stampMs
  }

  /** Finds the states around the moment that the track's picture stands for, or the last two if it is past all. */
  #findMoments(): void {
    const stamps = this.#stamps
    const reachedMs = this.#reached[0]!
    let after = this.#count - 1
    while (after > 0 && stamps[after - 1]! > reachedMs) after--
    const isPast = after >= 0 && reachedMs > stamps[after]!
    if (after > 0 && !(isPast && this.isForeseen)) {
      const before = stamps[after - 1]!
      this.#alpha = (reachedMs - before) / (stamps[after]! - before)
      take(this.#firstTime, stamps, after - 1)
      take(this.#secondTime, stamps, after)
    } else {
      this.#alpha = 0
      take(this.#firstTime, this.#reached, 0)
    }
  }

  #hasChanged(numbers: Float64Array): boolean {
    for (let k = 0; k < this.#discrete.length; k++) {
      const i = this.#discrete[k]!
      if (numbers[i] !== this.#shown[i]) return true
    }
    return false
  }

  /** Computes how far the carrier that `object` names moves from the moment that the track shows to the own time. */
  #shiftOf(object: Holder, ownTimeMs: Ms, out: Float64Array): void {
    // `#trackedNow` is already 0 then.
    if (this.#isFree) return out.set(this.#zero)
    const first = this.#first
    const second = this.#second
    if (this.#alpha > 0) this.#carrierAt(object, this.#secondTime.ms, second)
    this.#carrierAt(object, this.#firstTime.ms, first)
    this.#carrierAt(object, ownTimeMs, out)
    for (let k = 0; k < out.length; k++) {
      const from = first[k]!
      let way = this.#alpha > 0 ? second[k]! - from : 0
      if (this.#columns[k]!.op === OP.angle) way -= TURN * Math.round(way / TURN)
      this.#trackedNow[k] = from + way * this.#alpha
      out[k] = out[k]! - this.#trackedNow[k]!
    }
  }

  /** Whether there is no carrier, rather than one that stands at 0: without one, `attachedTo` changes nothing. */
  #isLeftAlone(object: Holder, ownTimeMs: Ms): boolean {
    for (let k = 0; k < this.#ones.length; k++)
      if (this.#shift[k] !== 0 || this.#trackedNow[k] !== 0) return false
    this.#carrierAt(object, ownTimeMs, this.#first, this.#ones)
    for (let k = 0; k < this.#ones.length; k++) if (this.#first[k] !== 1) return false
    return true
  }

  /** Writes the carrier's columns at `timeMs` to `out`. `start`: their values before, which stay if nothing carries. */
  #carrierAt(object: Holder, timeMs: Ms, out: Float64Array, start = this.#zero): void {
    const carrier = this.#carrier
    const columns = this.#columns
    for (let k = 0; k < columns.length; k++) setNumber(columns[k]!, carrier, start, k)
    this.#carry(object, timeMs, carrier)
    for (let k = 0; k < columns.length; k++) getNumber(columns[k]!, carrier, out, k)
  }
}

export interface RiderMaker extends Riders {
  rider(kind: Kind, carry: CarrierFunction): Rider
}

/** Makes a game's `riders`, which draw each entity with `attachedTo` where its carrier is drawn. For set-up only. */
export const riders = (): Riders => MAKER

const MAKER: RiderMaker = {
  name: 'riders',
  rider: (kind, carry) => new Rider(kind, carry),
}

/** Copies a time from a list, which boxes it only if it is another one. */
function take(time: BoxedTime, from: Float64Array, at: number): void {
  if (from[at] !== time.ms) time.ms = from[at]!
}
