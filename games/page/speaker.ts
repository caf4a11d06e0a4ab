import { type Ear, Synth, type Tone } from './synth.ts'

const VOLUME = 0.5

/**
 * The output for the sounds of a page. It is off until `turn` is called, which has to happen on a key or a click:
 * browsers allow no sound before that.
 */
export class Speaker {
  readonly #wind: number
  readonly #open: () => AudioContext
  #synth: Synth | null = null
  #isOn = false

  /** `wind`: how loud the wind blows, from 0 to 1. `open` makes the output when it is first needed. */
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

  /** Mutes all sounds while the page is hidden, whatever the player has chosen. */
  pause(isHidden: boolean): void {
    if (!this.#isOn) return
    if (isHidden) this.#synth?.suspend()
    else this.#synth?.resume()
  }

  /** Plays a sound, if the sounds are on. */
  play(tone: Tone, ear: Readonly<Ear>): void {
    if (this.#isOn) this.#synth?.play(tone, ear)
  }

  /** Plays the tones that a sound is made of. */
  all(tones: readonly Tone[], ear: Readonly<Ear>): void {
    for (const tone of tones) this.play(tone, ear)
  }
}
