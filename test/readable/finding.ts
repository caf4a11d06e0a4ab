/** Something that a visitor cannot read, reach or see. */
export interface Finding {
  /** What is wrong, in a word or two: the kind of finding. */
  readonly what: string
  /** A selector of the element. */
  readonly where: string
  /** The actual value, and what is needed. */
  readonly value: string
}
