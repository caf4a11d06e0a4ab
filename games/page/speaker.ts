import { type Ear, Synth, type Tone } from './synth.ts'

const VOLUME = 0.5

/**
 * Where the sounds of a page come out. Off until `turn` is called, which has to come from a key or a click: browsers
 * allow no sound before.
 */
export class Speaker {
  readonly #wind: number
  readonly #open: () => AudioContext
  #synth: Synth | null = null
  #isOn = false

  /** `wind`: how loud it blows, from 0 to 1. `open` makes the way to the loudspeakers when it is first needed. */
  constructor(wind: number, open: () => AudioContext = () => new AudioContext()) {
    this.#wind = wind
    this.#open = open
  }

  /** Switches all sounds on or off. */
  turn(isOn: boolean): void {
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    if (isOn && !this.#synth) {
      this.#synth = new Synth(this.#open(), VOLUME)
      this.#synth.wind(this.#wind)
    }
    if (isOn) this.#synth?.resume()
    else this.#synth?.suspend()
  }

  /** Silent while the page is hidden, whatever was chosen. */
  pause(isHidden: boolean): void {
    if (!this.#isOn) return
    if (isHidden) this.#synth?.suspend()
    else this.#synth?.resume()
  }

  /** Plays a sound, while it is on. */
  play(tone: Tone, ear: Readonly<Ear>): void {
    if (this.#isOn) this.#synth?.play(tone, ear)
  }

  /** Plays what a sound is made of. */
  all(tones: readonly Tone[], ear: Readonly<Ear>): void {
    for (const tone of tones) this.play(tone, ear)
  }
}
