import { HERE, hear } from '../../page/hearing.ts'
import { ownOf } from '../../page/own.ts'
import { Speaker } from '../../page/speaker.ts'
import type { Ear } from '../../page/synth.ts'
import { speck } from './noise.ts'
import type { EyeView, RoundView, Scene, SheepView, ShepherdView } from './scene.ts'
import { BARK, BELL, BLEATS, CAUGHT, HOWL, OVER, OWN_BELL } from './voices.ts'

const WIND = 0.022

/**
 * A whole flock bleats at once. This is the least time between two bleats that are heard, and between two bells of a
 * gate.
 */
const BLEAT_REST_SECONDS = 0.22
const BELL_REST_SECONDS = 0.09
/** At peace, a sheep bleats softly now and then. This often, a random sheep is asked, if it is near enough. */
const CALM_LEAST_SECONDS = 1.4
const CALM_MOST_SECONDS = 5
const CALM_GAIN = 0.45
const CALM_EARSHOT = 420
/** A howl carries far: it is heard as if it were this many times nearer. */
const HOWL_NEARER = 0.2

/**
 * The sounds of a scene, as they are heard at the page's own shepherd or its own eye. They are off until `turn` is
 * called, which has to happen on a key or a click: browsers allow no sound before that.
 */
export class Sound {
  readonly #shepherds: readonly ShepherdView[]
  readonly #eyes: readonly EyeView[]
  readonly #rounds: readonly RoundView[]
  readonly #sheep: readonly SheepView[]
  readonly #speaker: Speaker
  readonly #ear: Ear = { gain: 0, pan: 0 }
  #phase = ''
  #bleatRest = 0.5
  #bellRest = 0.5
  #calmRest = 0.5
  #calls = 0

  /** `open` makes the output when it is first needed. */
  constructor(scene: Scene, open?: () => AudioContext) {
    const speaker = new Speaker(WIND, open)
    this.#speaker = speaker
    this.#shepherds = scene.entities('shepherd')
    this.#eyes = scene.entities('eye')
    this.#rounds = scene.entities('round')
    this.#sheep = scene.entities('sheep')
    scene.on('barked', ({ x, y }) => speaker.all(BARK, this.#at(x, y, 1)))
    scene.on('bleat', ({ x, y }) => this.#bleat(x, y))
    scene.on('homed', ({ x, y, by }) => this.#ring(x, y, by))
    scene.on('caught', ({ x, y }) => speaker.all(CAUGHT, this.#at(x, y, 1)))
    scene.on('howl', ({ x, y }) => speaker.all(HOWL, this.#at(x, y, HOWL_NEARER)))
    scene.onFrame((dtSeconds) => {
      this.#bleatRest = Math.max(this.#bleatRest - dtSeconds, 0)
      this.#bellRest = Math.max(this.#bellRest - dtSeconds, 0)
      this.#calmRest -= dtSeconds
      if (this.#calmRest <= 0) this.#ask()
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

  /** The voice follows from where the sheep stands. It need not be more exact than that. */
  #bleat(x: number, y: number): void {
    const ear = this.#at(x, y, 1)
    if (this.#bleatRest > 0 || ear.gain <= 0) return
    this.#bleatRest = BLEAT_REST_SECONDS
    this.#say(x, y, ear)
  }

  /** Asks a sheep whether it is at peace here. Its bleat is then heard on this page alone. */
  #ask(): void {
    const calls = this.#calls++
    const wait = CALM_MOST_SECONDS - CALM_LEAST_SECONDS
    this.#calmRest = CALM_LEAST_SECONDS + speck(calls, 0, 151) * wait
    const sheep = this.#sheep[Math.floor(speck(calls, 0, 152) * this.#sheep.length)]
    if (!sheep || (sheep.mood !== 'calm' && sheep.mood !== 'home')) return
    const own = ownOf(this.#shepherds) ?? ownOf(this.#eyes)
    if (!own || Math.hypot(sheep.x - own.x, sheep.y - own.y) > CALM_EARSHOT) return
    const ear = this.#at(sheep.x, sheep.y, 1)
    ear.gain *= CALM_GAIN
    this.#say(sheep.x, sheep.y, ear)
  }

  #say(x: number, y: number, ear: Ear): void {
    const voice = BLEATS[Math.abs(Math.round(x / 3) * 7 + Math.round(y / 3) * 11) % BLEATS.length]
    if (voice) this.#speaker.play(voice, ear)
  }

  /** The bell of a sheep that the page's own player brought home is heard wherever the sheep is. */
  #ring(x: number, y: number, by: number): void {
    const isOwn = by !== 0 && ownOf(this.#shepherds)?.owner === by
    const ear = isOwn ? HERE : this.#at(x, y, 1)
    if (this.#bellRest > 0 || ear.gain <= 0) return
    this.#bellRest = BELL_REST_SECONDS
    this.#speaker.all(isOwn ? OWN_BELL : BELL, ear)
  }

  #watchRound(): void {
    const phase = this.#rounds[0]?.phase ?? ''
    if (phase === this.#phase) return
    if (phase === 'over' && this.#phase === 'herd') this.#speaker.all(OVER, HERE)
    this.#phase = phase
  }

  /** How a sound at (`x`, `y`) is heard, from `nearer` times its distance. Valid until the next call. */
  #at(x: number, y: number, nearer: number): Ear {
    const own = ownOf(this.#shepherds) ?? ownOf(this.#eyes)
    if (!own) return hear(0, 0, this.#ear)
    return hear((x - own.x) * nearer, (y - own.y) * nearer, this.#ear)
  }
}
