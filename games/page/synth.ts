/** How loud something is and from which side it comes. */
export interface Ear {
  /** 0 to 1. */
  gain: number
  /** -1 left to 1 right. */
  pan: number
}

/** A sound in which one thing changes from `fromHz` to `toHz` while it fades. */
export interface Tone {
  readonly wave: OscillatorType | 'noise'
  readonly fromHz: number
  readonly toHz: number
  readonly seconds: number
  /** 0 to 1, at its loudest. */
  readonly gain: number
  /** When it starts, after now. Default 0. */
  readonly delaySeconds?: number
  /** How often a second a voice quivers. Default: not at all. */
  readonly quiverHz?: number
  /** The pitch that the voice's filter lets through, of a wave that has many. Default: all of them. */
  readonly mouthHz?: number
}

/** More sounds at once would only be noise, and cost time. */
export const MOST_VOICES = 14

/** Every sound swells and fades for at least this long, because one that starts at once clicks. */
const ATTACK_SECONDS = 0.008
const RELEASE_SECONDS = 0.03

/** The time in which a sound that is switched off falls to a third. */
const FADE_SECONDS = 0.02

/** How deep a quiver goes, of 1, and how narrow the voice's filter is. */
const QUIVER_DEPTH = 0.7
const MOUTH_NARROWNESS = 1.4

/** Exponential fades cannot reach 0. */
const QUIET = 0.0008

/** Makes sounds out of waves and noise. None of them is audible before `resume`. */
export class Synth {
  readonly #context: AudioContext
  readonly #volume: number
  readonly #out: GainNode
  readonly #noise: AudioBuffer
  #voices = 0
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(context: AudioContext, volume: number) {
    this.#context = context
    this.#volume = volume
    const limiter = context.createDynamicsCompressor()
    this.#out = context.createGain()
    this.#out.gain.value = 0
    this.#out.connect(limiter).connect(context.destination)
    this.#noise = noise(context)
  }

  /** Sounds that play now or are scheduled. */
  get voices(): number {
    return this.#voices
  }

  /** Makes everything audible. */
  resume(): void {
    clearTimeout(this.#pause)
    void this.#context.resume()
    this.#fade(this.#volume)
  }

  /** Fades out and pauses. */
  suspend(): void {
    clearTimeout(this.#pause)
    this.#fade(0)
    this.#pause = setTimeout(() => void this.#context.suspend(), 8000 * FADE_SECONDS)
  }

  /** Plays a sound, unless there are too many already. */
  play(tone: Tone, ear: Ear): void {
    if (this.#voices >= MOST_VOICES || ear.gain <= 0) return
    const context = this.#context
    const startAt = context.currentTime + (tone.delaySeconds ?? 0)
    const endAt = startAt + tone.seconds
    const level = context.createGain()
    const side = context.createStereoPanner()
    side.pan.value = ear.pan
    swell(level.gain, startAt, endAt, tone.gain * ear.gain)
    const voice = tone.quiverHz ? this.#quiver(tone.quiverHz, startAt, endAt, level) : level
    voice.connect(side).connect(this.#out)
    const source = this.#source(tone, startAt, endAt, level)
    this.#voices++
    source.onended = () => {
      this.#voices--
      side.disconnect()
    }
    source.start(startAt)
    source.stop(endAt + 0.01)
  }

  /** Starts a wind that comes and goes for ever. Call once. */
  wind(gain: number): void {
    const context = this.#context
    const source = context.createBufferSource()
    source.buffer = this.#noise
    source.loop = true
    source.playbackRate.value = 0.5
    const low = context.createBiquadFilter()
    low.type = 'lowpass'
    low.frequency.value = 320
    const level = context.createGain()
    level.gain.setValueAtTime(0, context.currentTime)
    level.gain.linearRampToValueAtTime(gain, context.currentTime + 2)
    source.connect(low).connect(level).connect(this.#out)
    for (const [hz, depth, param] of [
      [0.07, gain * 0.6, level.gain],
      [0.11, 140, low.frequency],
    ] as const) {
      const gust = context.createOscillator()
      const by = context.createGain()
      gust.frequency.value = hz
      by.gain.value = depth
      gust.connect(by).connect(param)
      gust.start()
    }
    source.start()
  }

  #fade(to: number): void {
    this.#out.gain.setTargetAtTime(to, this.#context.currentTime, FADE_SECONDS)
  }

  #source(tone: Tone, startAt: number, endAt: number, level: GainNode): AudioScheduledSourceNode {
    if (tone.wave !== 'noise') {
      const wave = this.#context.createOscillator()
      wave.type = tone.wave
      glide(wave.frequency, startAt, endAt, tone)
      this.#mouth(wave, tone).connect(level)
      return wave
    }
    const hiss = this.#context.createBufferSource()
    const band = this.#context.createBiquadFilter()
    hiss.buffer = this.#noise
    hiss.loop = true
    band.type = 'bandpass'
    band.Q.value = 0.8
    glide(band.frequency, startAt, endAt, tone)
    hiss.connect(band).connect(level)
    return hiss
  }

  /** The filter that a wave goes through. */
  #mouth(wave: AudioNode, { mouthHz }: Tone): AudioNode {
    if (!mouthHz) return wave
    const mouth = this.#context.createBiquadFilter()
    mouth.type = 'bandpass'
    mouth.frequency.value = mouthHz
    mouth.Q.value = MOUTH_NARROWNESS
    return wave.connect(mouth)
  }

  #quiver(hz: number, startAt: number, endAt: number, from: AudioNode): AudioNode {
    const context = this.#context
    const level = context.createGain()
    const depth = context.createGain()
    const wave = context.createOscillator()
    level.gain.value = 1 - QUIVER_DEPTH / 2
    depth.gain.value = QUIVER_DEPTH / 2
    wave.frequency.value = hz
    wave.connect(depth).connect(level.gain)
    wave.start(startAt)
    wave.stop(endAt + 0.01)
    return from.connect(level)
  }
}

function swell(gain: AudioParam, startAt: number, endAt: number, loudest: number): void {
  gain.setValueAtTime(0, startAt)
  gain.linearRampToValueAtTime(loudest, startAt + ATTACK_SECONDS)
  gain.exponentialRampToValueAtTime(QUIET, endAt - RELEASE_SECONDS)
  gain.linearRampToValueAtTime(0, endAt)
}

function glide(frequency: AudioParam, startAt: number, endAt: number, tone: Tone): void {
  frequency.setValueAtTime(tone.fromHz, startAt)
  frequency.exponentialRampToValueAtTime(tone.toHz, endAt)
}

/** Two seconds of white noise. */
function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * 2, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return buffer
}
