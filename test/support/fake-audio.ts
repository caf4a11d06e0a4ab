/** What was set for a parameter, in order. */
export type Curve = readonly (readonly [how: string, value: number, at: number])[]

/** As much of WebAudio as is used: it records envelopes, and which sources were started. */
export class FakeAudio {
  readonly currentTime = 1
  readonly sampleRate = 8
  readonly destination = {}
  state = 'running'
  readonly sources: { kind: string; frequency: Curve; onended?: () => void; until: number }[] = []
  readonly gains: Curve[] = []

  #param(): { curve: Curve; param: object } {
    const curve: (readonly [string, number, number])[] = []
    const note =
      (how: string) =>
      (value: number, at: number): void => {
        curve.push([how, value, at])
      }
    const param = {
      value: 0,
      setValueAtTime: note('set'),
      linearRampToValueAtTime: note('linear'),
      exponentialRampToValueAtTime: note('exponential'),
      setTargetAtTime: note('target'),
    }
    return { curve, param }
  }
  #node(more: object = {}): object {
    return { connect: (to: object) => to, disconnect: () => {}, ...more }
  }
  #sourceNode(kind: string, frequency: { curve: Curve; param: object }): object {
    const source = {
      ...this.#node(),
      kind,
      frequency: frequency.param,
      playbackRate: {},
      start: () => {
        this.sources.push(heard)
      },
      stop: (at: number) => {
        heard.until = at
      },
    }
    const heard = {
      kind,
      frequency: frequency.curve,
      until: Number.POSITIVE_INFINITY,
      get onended() {
        return (source as { onended?: () => void }).onended as () => void
      },
    }
    return source
  }
  createGain = (): object => {
    const { curve, param } = this.#param()
    this.gains.push(curve)
    return this.#node({ gain: param })
  }
  createOscillator = (): object => this.#sourceNode('wave', this.#param())
  createBufferSource = (): object => this.#sourceNode('noise', this.#param())
  createStereoPanner = (): object => this.#node({ pan: {} })
  createDynamicsCompressor = (): object => this.#node()
  createBiquadFilter = (): object => this.#node({ frequency: this.#param().param, Q: {} })
  createBuffer = (_: number, length: number): object => ({
    getChannelData: () => new Float32Array(length),
  })
  async resume(): Promise<void> {
    this.state = 'running'
  }
  async suspend(): Promise<void> {
    this.state = 'suspended'
  }
}
