import type { InspectedForesight, SessionStats } from 'glissade/client'

/** How often the numbers are read. */
const PERIOD_SECONDS = 0.5

const FORESEEN_TITLE =
  "Other players who are extrapolated past the newest data by the game's rules and the keys they hold: how many on average, and how far at most"

/** Label, explanation, and how to compute the value from the current counts and those at the start of counting. */
type Line = readonly [
  label: string,
  title: string,
  read: (now: SessionStats, from: SessionStats) => string,
]

const LINES: readonly Line[] = [
  [
    'extrapolated',
    'Frames in which a player was shown past the newest data, moving on as before, counted for each player',
    (now, from) => whole(now.extrapolatedFrames - from.extrapolatedFrames),
  ],
  [
    'corrections',
    'How often the server disagreed with the prediction',
    (now, from) => whole(now.corrections - from.corrections),
  ],
  [
    'frozen',
    'Frames in which a player stood still because there was no data, counted for each player',
    (now, from) => whole(now.heldFrames - from.heldFrames),
  ],
  [
    'off in total',
    'How far your own player was from where the server had it, over all corrections, in units of the game',
    (now, from) => (now.correctionDistance - from.correctionDistance).toFixed(1),
  ],
]

/** A small table of the visible artefacts since the network or a technique was last changed. */
export class Readout {
  readonly root: HTMLElement = document.createElement('dl')
  readonly #cells: readonly HTMLElement[]
  readonly #foreseen: HTMLElement
  readonly #stats: SessionStats
  readonly #from: SessionStats
  /**
   * Since the numbers were last written: frames, the entities that foresight extrapolated in all of them, and how far
   * at most.
   */
  #frames = 0
  #counted = 0
  #reachMs = 0
  #sinceSeconds = Number.POSITIVE_INFINITY

  constructor(stats: SessionStats) {
    this.#stats = stats
    this.#from = { ...stats }
    this.root.className = 'readout'
    this.root.title = 'Artefacts since you last changed the network or a technique'
    this.#cells = LINES.map(([label, title]) => this.#line(label, title))
    this.#foreseen = this.#line('foreseen now', FORESEEN_TITLE)
  }

  /** Starts to count from now on. */
  restart(): void {
    Object.assign(this.#from, this.#stats)
    this.#sinceSeconds = Number.POSITIVE_INFINITY
  }

  /** Call once per frame, with the foresight of other players in that frame. Writes twice a second. */
  show(dtSeconds: number, { count, reachMs }: InspectedForesight): void {
    this.#sinceSeconds += dtSeconds
    this.#frames++
    this.#counted += count
    this.#reachMs = Math.max(this.#reachMs, reachMs)
    if (this.#sinceSeconds < PERIOD_SECONDS) return
    this.#sinceSeconds = 0
    for (let i = 0; i < LINES.length; i++) {
      const cell = this.#cells[i]
      const text = LINES[i]?.[2](this.#stats, this.#from) ?? ''
      if (cell) write(cell, text)
    }
    const mean = (this.#counted / this.#frames).toFixed(1)
    write(this.#foreseen, this.#counted === 0 ? '0' : `${mean}, up to ${whole(this.#reachMs)} ms`)
    this.#frames = this.#counted = this.#reachMs = 0
  }

  #line(label: string, title: string): HTMLElement {
    const line = document.createElement('div')
    const name = document.createElement('dt')
    const cell = document.createElement('dd')
    line.title = title
    name.textContent = label
    line.append(name, cell)
    this.root.append(line)
    return cell
  }
}

function write(cell: HTMLElement, text: string): void {
  if (cell.textContent !== text) cell.textContent = text
}

const whole = (value: number): string => String(Math.round(value))
