import { HERE, hear } from '../../page/hearing.ts'
import { Speaker } from '../../page/speaker.ts'
import type { Ear, Tone } from '../../page/synth.ts'
import type { PipView, RoundView, Scene } from './scene.ts'

const WIND = 0.035

/** What feet have done, kept until the end of the frame. */
interface Step {
  x: number
  y: number
  strength: number
  by: number | null
}

/** Feet that rise at least this fast have jumped. All others have landed. */
const RISING = -60
/** A bot raises an event within this distance of where it is shown, in pixels. */
const NEAR = 48

const JUMP: Tone = { wave: 'triangle', fromHz: 290, toHz: 540, seconds: 0.13, gain: 0.16 }
const LAND: Tone = { wave: 'noise', fromHz: 420, toHz: 190, seconds: 0.12, gain: 0.26 }
const THROW: Tone = { wave: 'noise', fromHz: 800, toHz: 2300, seconds: 0.15, gain: 0.16 }
const SPLAT: readonly Tone[] = [
  { wave: 'noise', fromHz: 1500, toHz: 320, seconds: 0.22, gain: 0.4 },
  { wave: 'sine', fromHz: 170, toHz: 62, seconds: 0.16, gain: 0.4 },
]
const COIN: readonly Tone[] = [
  { wave: 'triangle', fromHz: 988, toHz: 988, seconds: 0.1, gain: 0.13 },
  { wave: 'triangle', fromHz: 1319, toHz: 1319, seconds: 0.34, gain: 0.15, delaySeconds: 0.07 },
]
const OUCH: readonly Tone[] = [
  { wave: 'triangle', fromHz: 460, toHz: 150, seconds: 0.3, gain: 0.22 },
  { wave: 'sine', fromHz: 230, toHz: 75, seconds: 0.32, gain: 0.22 },
]
/** C, E, G and the C above. */
const WON: readonly Tone[] = [523.25, 659.25, 783.99, 1046.5].map((hz, i) => ({
  wave: 'triangle',
  fromHz: hz,
  toHz: hz,
  seconds: i === 3 ? 0.7 : 0.24,
  gain: 0.16,
  delaySeconds: i * 0.13,
}))

/**
 * The sounds of a scene, as the page's own player hears them. They are off until `turn` is called, which has to happen
 * on a key or a click: browsers allow no sound before that.
 */
export class Sound {
  readonly #pips: readonly PipView[]
  readonly #rounds: readonly RoundView[]
  readonly #speaker: Speaker
  readonly #ear: Ear = { gain: 0, pan: 0 }
  readonly #steps: Step[] = []
  #phase = ''

  /** `open` makes the output when it is first needed. */
  constructor(scene: Scene, open?: () => AudioContext) {
    this.#speaker = new Speaker(WIND, open)
    this.#pips = scene.entities('pip')
    this.#rounds = scene.entities('round')
    scene.on('puff', ({ x, y, strength }, by) => this.#steps.push({ x, y, strength, by }))
    scene.on('thrown', ({ x, y }) => this.#speaker.play(THROW, this.#at(x, y)))
    scene.on('splat', ({ x, y }) => this.#speaker.all(SPLAT, this.#at(x, y)))
    scene.on('collected', ({ x, y }) => this.#speaker.all(COIN, this.#at(x, y)))
    scene.on('ouch', ({ x, y }, by) =>
      this.#speaker.all(OUCH, this.#isOwn(by) ? HERE : this.#at(x, y)),
    )
    scene.onFrame(() => {
      // Own events come before the frame's pictures are up to date. Only then is it known who jumps.
      for (let step = this.#steps.pop(); step; step = this.#steps.pop()) this.#feet(step)
      this.#watchRound()
    })
  }

  /** Switches all sounds on or off. */
  turn(isOn: boolean): void {
    this.#speaker.turn(isOn)
  }

  /** Mutes all sounds while the page is hidden, whatever the player has chosen. */
  pause(isHidden: boolean): void {
    this.#speaker.pause(isHidden)
  }

  #feet({ x, y, strength, by }: Step): void {
    const pip = this.#raiser(by, x, y)
    const ear = this.#at(x, y)
    if (pip && pip.vy < RISING) return this.#speaker.play(JUMP, ear)
    ear.gain *= 0.25 + strength / 10
    this.#speaker.play(LAND, ear)
  }

  #watchRound(): void {
    const phase = this.#rounds[0]?.phase ?? ''
    if (phase === this.#phase) return
    if (phase === 'won' && this.#phase === 'run') this.#speaker.all(WON, HERE)
    this.#phase = phase
  }

  /** The figure that raised an event in its `move`: that of player `by`, or a bot nearby if `by` is null. */
  #raiser(by: number | null, x: number, y: number): PipView | undefined {
    return this.#pips.find(
      (pip) =>
        pip.owner === by && (by !== null || Math.abs(pip.x - x) + Math.abs(pip.y - y) < NEAR),
    )
  }

  #isOwn(by: number | null): boolean {
    return this.#pips.some(({ mine, owner }) => mine && owner === by)
  }

  /** How a sound at (`x`, `y`) is heard. Valid until the next call. */
  #at(x: number, y: number): Ear {
    const own = this.#pips.find(({ mine }) => mine)
    return own ? hear(x - own.x, y - own.y, this.#ear) : hear(0, 0, this.#ear)
  }
}
