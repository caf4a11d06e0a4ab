import { element } from './element.ts'

/** The stages before the first frame, each with its share of the bar. */
const STAGES = { starting: 0.1, connecting: 0.3, drawing: 0.6 } as const

type LoadingStage = keyof typeof STAGES

/** How far all stages are, from 0 to 1, when `share` of one stage and all stages before it are done. */
export function progressOf(stage: LoadingStage, share: number): number {
  let before = 0
  for (const [name, weight] of Object.entries(STAGES)) {
    if (name === stage) return before + weight * Math.min(Math.max(share, 0), 1)
    before += weight
  }
  return before
}

/** The screen before the first frame: a line of text and a bar that never goes back. */
export class Loading {
  readonly #box = element('loading')
  readonly #text = element('loading-text')
  readonly #bar = element('loading-bar') as HTMLProgressElement
  readonly #words: { readonly [stage in LoadingStage]: string }

  /** `drawing` says what is drawn: 'Drawing the hills'. */
  constructor(drawing: string) {
    this.#words = { starting: 'Starting', connecting: 'Connecting', drawing }
  }

  /** Says what is being done, and how much of it is done. */
  show(stage: LoadingStage, share = 0): void {
    this.#text.textContent = `${this.#words[stage]} …`
    this.#bar.value = Math.max(this.#bar.value, progressOf(stage, share))
  }

  /** Everything is there: fades out. */
  done(): void {
    this.#bar.value = 1
    this.#box.classList.add('done')
  }

  /** Makes room for a message at once. */
  hide(): void {
    this.#box.hidden = true
  }
}
