/**
 * A set of slots, as bits: quick to empty, to compare, and to walk in order. To walk it, take the lowest bit off each of
 * its `words` until none is left. Allocates nothing once it has grown.
 */
export class SlotSet {
  words: Int32Array = new Int32Array(8)

  /** Makes room for slots below `count`. */
  reach(count: number): void {
    const needed = (count + 31) >> 5
    if (needed <= this.words.length) return
    const grown = new Int32Array(Math.max(needed, this.words.length * 2))
    grown.set(this.words)
    this.words = grown
  }

  /** Whether a slot is in the set. */
  has(slot: number): boolean {
    return ((this.words[slot >> 5]! >>> (slot & 31)) & 1) === 1
  }

  /** Puts a slot in. There must be room for it. */
  add(slot: number): void {
    this.words[slot >> 5]! |= 1 << (slot & 31)
  }

  /** Takes a slot out. */
  remove(slot: number): void {
    this.words[slot >> 5]! &= ~(1 << (slot & 31))
  }

  /** Whether the set is empty. */
  get isEmpty(): boolean {
    for (let w = 0; w < this.words.length; w++) if (this.words[w] !== 0) return false
    return true
  }

  /** Empties the set. */
  clear(): void {
    this.words.fill(0)
  }

  /** Becomes a copy of another set. */
  take(other: SlotSet): void {
    this.reach(other.words.length << 5)
    const { length } = other.words
    for (let w = 0; w < this.words.length; w++) this.words[w] = w < length ? other.words[w]! : 0
  }

  /** Returns the slots in order. For tools and tests; allocates. */
  toArray(): number[] {
    const slots: number[] = []
    for (let slot = 0; slot < this.words.length << 5; slot++) if (this.has(slot)) slots.push(slot)
    return slots
  }
}

/** Returns the place of the lowest bit that is set. */
export function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}
