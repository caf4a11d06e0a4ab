import { BoxedTime } from '../../base/boxed-time.ts'
import type { Ms } from '../../base/units.ts'
import type { CarrierFunction, Kind, Riders } from '../../game/define-game.ts'
import * as OP from '../../game/op.ts'
import { getNumber, setNumber } from '../../game/quantize.ts'
import type { Column, Holder } from '../../game/schema.ts'
import { ErrorOffset, returnOffset } from '../../motion/error-offset.ts'
import type { SampledTrack } from '../../motion/sampled-track.ts'
import { pushSample } from '../../motion/track-intake.ts'

/** A frame counts for this at most when something is eased. */
const MOST_SECONDS = 0.25
/** Moments of states that are remembered: more than an interpolation delay holds. */
const STAMPS = 256
const TURN = 2 * Math.PI

/**
 * Draws a remote entity in the frame of what carries it (`attachedTo`). The entity is of one moment and the carrier
 * is drawn at another, the local player's own time; so the entity is shifted by how far the carrier gets from the
 * one to the other. Between two samples, and past the last two, the carrier counts as moving in a straight line, as the
 * track lets its rider do: so neither curved ways shake it, nor a carrier that turns while its rider is extrapolated.
 * When the rider gets on or off, the picture is eased over (more than 64 units are not). Free of allocation.
 */
export class Rider {
  /** Whether the rider is extrapolated by `move`, which knows the carrier's true way, and not in a straight line. */
  isForeseen = false
  readonly #carry: CarrierFunction
  readonly #firstTime = new BoxedTime()
  readonly #secondTime = new BoxedTime()
  /** The columns that a carrier moves, and their places in a row. */
  readonly #columns: readonly Column[]
  readonly #places: Int32Array
  /** The places of those that may say what carries it. */
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
  /** Where the track took the carrier to be in the frame before; the same as news of it came; in this frame. */
  readonly #tracked: Float64Array
  readonly #retracked: Float64Array
  readonly #trackedNow: Float64Array
  /** What the track eases over because the carrier did not go straight on: taken off again. */
  readonly #return: ErrorOffset
  /** The seconds since the frame before; the moment shown passes as local time does. */
  readonly #time = Float64Array.of(0, 1)
  /** The moments of the states in the track, oldest first. */
  readonly #stamps = new Float64Array(STAMPS)
  readonly #reached = new Float64Array(1)
  #count = 0
  #shownMs: Ms = Number.NaN
  /** Where the picture lies between the carrier's first and second moment; 0 when the first is all there is. */
  #alpha = 0
  #isEasing = false
  /** Whether nothing carries it, as long as what may say so stays. */
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
   * Puts a state into the track, after its columns the moment it is of: what the track makes of that says which
   * moment its picture stands for, also past the newest sample. `stamp`: its time; `rested`: until when the one before stood
   * still, NaN if that is not known.
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
    // A seconds column, so that a track that eases over a gap does not take it for hundreds of units.
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
   * Looks at `object` as it was shown last, before `numbers` are: another carrier must not make a jump. `ownTimeMs`: the local
   * player's own time on display.
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

  /** Moves `object`, which shows `numbers` now, along with its carrier. */
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

  /** With other states around the moment of the frame before, the track takes the carrier to have been elsewhere. */
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

  /** Finds the states before and after the moment that the track's picture stands for; past all, the last two. */
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

  /** How far the carrier that `object` names gets from the moment that the track shows to the own time. */
  #shiftOf(object: Holder, ownTimeMs: Ms, out: Float64Array): void {
    // Then both are 0 already.
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

  /** Whether a carrier that seems to stand at 0 is none: `attachedTo` leaves what is there. */
  #isLeftAlone(object: Holder, ownTimeMs: Ms): boolean {
    for (let k = 0; k < this.#ones.length; k++)
      if (this.#shift[k] !== 0 || this.#trackedNow[k] !== 0) return false
    this.#carrierAt(object, ownTimeMs, this.#first, this.#ones)
    for (let k = 0; k < this.#ones.length; k++) if (this.#first[k] !== 1) return false
    return true
  }

  /** `start`: what is there before, and stays where nothing carries. */
  #carrierAt(object: Holder, timeMs: Ms, out: Float64Array, start = this.#zero): void {
    const carrier = this.#carrier
    const columns = this.#columns
    for (let k = 0; k < columns.length; k++) setNumber(columns[k]!, carrier, start, k)
    this.#carry(object, timeMs, carrier)
    for (let k = 0; k < columns.length; k++) getNumber(columns[k]!, carrier, out, k)
  }
}

/** What draws riders on their carriers. */
export interface RiderMaker extends Riders {
  /** One for each entity. */
  rider(kind: Kind, carry: CarrierFunction): Rider
}

/** A game's `riders`: draws what `attachedTo` carries where its carrier is drawn. For set-up only. */
export const riders = (): Riders => MAKER

const MAKER: RiderMaker = {
  name: 'riders',
  rider: (kind, carry) => new Rider(kind, carry),
}

/** Takes a moment out of a list; boxed only when it is another one. */
function take(time: BoxedTime, from: Float64Array, at: number): void {
  if (from[at] !== time.ms) time.ms = from[at]!
}
