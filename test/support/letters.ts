import { Random } from '../../src/base/random.ts'

/** The longest text of a letter. */
const MOST_CHARACTERS = 10_000

/** A message with a number and a text that follows from it. */
export interface Letter {
  readonly n: number
  readonly text: string
}

/** Characters of one to four bytes, and such as JSON has to escape. A text may be cut between the halves of a pair. */
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz 0123456789 "\\\n\u0000äß€漢🎈']
const NOISE = noise(new Random(1), 2 * MOST_CHARACTERS)

/**
 * Letters in one direction: writes them, and checks those that come. Every letter has to come once, in order, and with the
 * text that it was sent with.
 */
export class Letters {
  sent = 0
  heard = 0
  /** Characters in letters that came. */
  characters = 0
  /** What was wrong with letters that came: the first few of them. */
  readonly faults: string[] = []
  readonly #most: number

  /** `most`: the longest text. Short texts are as common as texts ten times as long. */
  constructor(most: number) {
    this.#most = most
  }

  /** Letters sent that have not come yet. */
  get underWay(): number {
    return this.sent - this.heard
  }

  /** Writes the next letter. */
  next(): Letter {
    const n = ++this.sent
    return { n, text: this.#textOf(n) }
  }

  /** Checks a letter that came. */
  hear(message: unknown): void {
    const { n, text } = message as Letter
    const due = this.heard + 1
    if (n !== due) this.#fault(`letter ${n} came where ${due} was due`)
    else if (text !== this.#textOf(n)) this.#fault(`letter ${n} came with another text`)
    this.heard = Math.max(this.heard, n)
    this.characters += text.length
  }

  #textOf(n: number): string {
    const random = new Random(n)
    const length = Math.floor(10 * (this.#most / 10) ** random.next())
    const from = Math.floor(random.next() * (NOISE.length - length))
    return NOISE.slice(from, from + length)
  }

  #fault(what: string): void {
    if (this.faults.length < 10) this.faults.push(what)
  }
}

function noise(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += ALPHABET[Math.floor(random.next() * ALPHABET.length)]
  return text
}
