import { BitWriter } from '../../bits.ts'
import { type Frequencies, RAREST, UNIT } from './frequencies.ts'
import { COURSES, type Layout, SIGN_CONTEXTS, TWO } from './layout.ts'
import { type Entry, spansOf, writeEntries, writeEntry } from './learned.ts'

/** When tables are learned, in seconds after the first body. After the last of them, they are learned again every 96 s. */
const LOOKS_SECONDS = [0.5, 2, 4, 8, 16, 32, 96] as const
/** From this look on, only every second network tick is counted, which is enough and takes half the time. */
const HALVED = 4
/** From this look on, older counts weigh less and less, and one network tick in `EVERY` is counted. */
const SETTLED = 5
const EVERY = 8
/** The earlier estimate counts as much as this many symbols. */
const PRIOR = 8
/** A change of course must save at least this many bits, and at least a 128th of all bits. */
const LEAST_STEERED = 32
/** About how many bits the position of a context takes. */
const NAMED_BITS = 4

/**
 * Learns the frequencies of each context's symbols from what a room sends. It picks the contexts whose new frequencies save
 * more bits before the next look than they cost. For the server.
 */
export class Learning {
  readonly #layout: Layout
  readonly #first: Frequencies
  readonly #sendHz: number
  /** For each symbol of each context, from the context's offset: how often it occurred. */
  readonly counts: Int32Array
  /** What the numbers on a course would have cost on each course, see `StateWriter`. */
  readonly tally: Int32Array
  /** The number of counted bodies, and of network ticks with a body since the first one. */
  #counted = 0
  #ticks = 0
  #looks = 0
  readonly #levels = new Uint8Array(64)
  readonly #price = new BitWriter(64)

  /** `first`: the frequencies that both ends begin with. */
  constructor(first: Frequencies, sendHz: number) {
    this.#layout = first.layout
    this.#first = first
    this.#sendHz = sendHz
    this.counts = new Int32Array(first.layout.width)
    this.tally = new Int32Array(first.courses.length * COURSES.length)
  }

  /** Notes a network tick that has a body. Returns whether to count it in `counts` and `tally`. */
  passTick(): boolean {
    const every = this.#looks < HALVED ? 1 : this.#looks < SETTLED ? 2 : EVERY
    const isCounted = this.#ticks++ % every === 0
    if (isCounted) this.#counted++
    return isCounted
  }

  /** Whether the next look is due. */
  get isDue(): boolean {
    return this.#ticks >= this.#dueAt(this.#looks)
  }

  /**
   * Sets `next` to the learned frequencies that pay before the next look, and writes them. Returns false when it does not pay
   * to replace `current`. Allocates: it is called a few times in the first minutes, and then once in 96 s.
   */
  look(current: Frequencies, next: Frequencies, writer: BitWriter): boolean {
    const future = this.#dueAt(this.#looks + 1) - this.#dueAt(this.#looks)
    const times = future / Math.max(1, this.#counted)
    this.#looks++
    next.copyFrom(this.#first)
    const steadier = this.#steer(current, next)
    const entries = this.#pick(next, times)
    writeEntries(writer, next, entries)
    const all = this.#layout.sizes.length
    const gain = this.#bitsBy(current, 0, all) - this.#bitsBy(next, 0, all)
    if (this.#looks > SETTLED) this.#forget()
    return (gain + steadier) * times > writer.bitLength
  }

  /**
   * Sets the courses of `next` to the best ones since the last look. Returns how many bits they would have saved. If a number
   * saves many bits, its old counts no longer apply and are cleared.
   */
  #steer(current: Frequencies, next: Frequencies): number {
    const { tally } = this
    let saved = 0
    for (const { told } of this.#layout.kinds) {
      for (const { course, size, sign } of told) {
        if (course < 0) continue
        const from = course * COURSES.length
        const now = current.courses[course]!
        let best = now
        for (let i = 0; i < COURSES.length; i++)
          if (tally[from + i]! < tally[from + best]!) best = i
        const bits = tally[from + now]! - tally[from + best]!
        if (bits < LEAST_STEERED || bits * 128 < tally[from + now]!) best = now
        next.courses[course] = best
        if (best === now) continue
        saved += bits
        if (bits * 4 < tally[from + now]!) continue
        // The contexts of its sign follow those of its size.
        this.counts.fill(0, size, sign + SIGN_CONTEXTS * TWO)
      }
    }
    tally.fill(0)
    return saved
  }

  /** Sets `next` to the entries that pay. `times`: how often the counted bodies will recur before the next look. */
  #pick(next: Frequencies, times: number): Entry[] {
    const { sizes, roles, offsets } = this.#layout
    const { ends } = next
    const entries: Entry[] = []
    for (let group = 0; group < sizes.length; ) {
      const spans = spansOf(roles[group]!)
      const end = group + spans[0]!
      for (const span of spans) {
        for (let first = group; first < end; first += span) {
          const bits = this.#bitsBy(next, first, span)
          if (bits === 0) continue
          this.#learn(next, first, span)
          const levels = this.#levels.slice(0, sizes[first])
          const from = offsets[first]!
          const before = ends.slice(from, from + span * sizes[first]!)
          for (let context = first; context < first + span; context++) next.set(context, levels)
          this.#price.reset()
          writeEntry(this.#price, this.#layout, span, first, levels)
          const gain = bits - this.#bitsBy(next, first, span)
          if (gain * times > this.#price.bitLength + NAMED_BITS)
            entries.push({ first, span, levels })
          else ends.set(before, from)
        }
      }
      group = end
    }
    return entries.sort((a, b) => a.first - b.first || b.span - a.span)
  }

  /** Sets `#levels` from the counts of contexts, with `known` as the prior. */
  #learn(known: Frequencies, first: number, span: number): void {
    const { sizes, offsets } = this.#layout
    const size = sizes[first]!
    const sums = new Float64Array(size)
    let most = 0
    for (let i = 0; i < size; i++) {
      for (let context = first; context < first + span; context++)
        sums[i]! += this.counts[offsets[context]! + i]!
    }
    const prior = PRIOR / sums.reduce((a, b) => a + b, 0)
    for (let context = first; context < first + span; context++) {
      let came = 0
      for (let i = 0; i < size; i++) came += this.counts[offsets[context]! + i]!
      for (let i = 0; i < size; i++) sums[i]! += (prior * came * known.shareOf(context, i)) / UNIT
    }
    for (let i = 0; i < size; i++) most = Math.max(most, sums[i]!)
    for (let i = 0; i < size; i++)
      this.#levels[i] = Math.min(RAREST, Math.round(4 * Math.log2(most / sums[i]!)))
  }

  /** Returns how many bits the counted symbols of contexts take. */
  #bitsBy(frequencies: Frequencies, first: number, span: number): number {
    const { sizes, offsets } = this.#layout
    let bits = 0
    for (let context = first; context < first + span; context++) {
      const from = offsets[context]!
      for (let i = 0; i < sizes[context]!; i++) {
        const count = this.counts[from + i]!
        if (count > 0) bits += count * Math.log2(UNIT / frequencies.shareOf(context, i))
      }
    }
    return bits
  }

  #dueAt(look: number): number {
    const last = LOOKS_SECONDS.length - 1
    const seconds = look <= last ? LOOKS_SECONDS[look]! : LOOKS_SECONDS[last]! * (look - last + 1)
    return seconds * this.#sendHz
  }

  #forget(): void {
    for (let i = 0; i < this.counts.length; i++) this.counts[i]! >>= 1
    this.#counted /= 2
  }
}
