import { make } from '../../page/make.ts'
import { TimestepBench } from './bench.ts'
import { LANES } from './lane.ts'
import { LaneCard } from './lane-card.ts'
import type { TimestepSettings } from './settings.ts'
import { SettingsForm } from './settings-form.ts'

/** How often the numbers are written. */
const READ_MS = 200
/** A page that was hidden goes on where it was. */
const LONGEST_FRAME_MS = 100

/** What the page gives to `mountTimestep`. */
export interface TimestepOptions {
  /** What to begin with, see `readTimestep`. */
  readonly settings: TimestepSettings
  /** What the page could not read, see `readTimestep`. It is shown above the pictures. */
  readonly problems: readonly string[]
  /** Called after each change, for example to put the settings into the page's address with `writeTimestep`. */
  readonly onChange: (settings: TimestepSettings) => void
}

/** A bench on a page. */
export interface MountedTimestep {
  /** The bench that runs now. A change of most settings starts another one. For tests. */
  readonly bench: TimestepBench
}

/**
 * Fills `holder` with the bench of the four loops: its controls, four pictures side by side, and their numbers. It runs while
 * it can be seen. A visitor who prefers reduced motion starts it.
 */
export function mountTimestep(holder: HTMLElement, options: TimestepOptions): MountedTimestep {
  let bench = new TimestepBench(options.settings)
  const cards = LANES.map((name) => new LaneCard(name))
  const pause = new PauseButton()
  const form = new SettingsForm(options.settings, (settings) => {
    bench = withSettings(bench, settings)
    explain()
    options.onChange(settings)
  })
  const problems = make('p', 'problems')
  problems.setAttribute('role', 'status')
  problems.textContent = options.problems.join(' ')
  const lanes = make('div', 'lanes')
  lanes.append(...cards.map(({ element }) => element))
  form.element.prepend(pause.element)
  holder.classList.add('timestep')
  holder.append(form.element, problems, lanes)

  const explain = (): void => {
    for (const card of cards) card.explain(bench.settings)
  }
  let readMs = Number.NEGATIVE_INFINITY
  const show = (nowMs: number): void => {
    const reads = nowMs - readMs >= READ_MS
    if (reads) readMs = nowMs
    for (let i = 0; i < cards.length; i++) {
      const lane = bench.lanes[i]!
      cards[i]!.draw(lane)
      if (reads) cards[i]!.show(lane)
    }
  }
  let lastMs = Number.NaN
  runWhileSeen(lanes, (nowMs) => {
    const elapsedMs = nowMs - lastMs
    lastMs = nowMs
    if (!pause.isPaused && elapsedMs > 0) bench.advance(Math.min(elapsedMs, LONGEST_FRAME_MS))
    show(nowMs)
  })
  explain()
  return {
    get bench() {
      return bench
    },
  }
}

/** Changes the bench if it can go on, and returns a new one otherwise. */
function withSettings(bench: TimestepBench, settings: TimestepSettings): TimestepBench {
  const { refreshHz, isUneven, stepHz, stiffness } = bench.settings
  const goesOn =
    refreshHz === settings.refreshHz &&
    isUneven === settings.isUneven &&
    stepHz === settings.stepHz &&
    stiffness === settings.stiffness
  if (!goesOn) return new TimestepBench(settings)
  bench.adjust(settings)
  return bench
}

/** Calls `frame` in each frame in which `element` can be seen. */
function runWhileSeen(element: HTMLElement, frame: (nowMs: number) => void): void {
  let isSeen = false
  new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? false
  }).observe(element)
  const run = (nowMs: number): void => {
    requestAnimationFrame(run)
    if (isSeen) frame(nowMs)
  }
  requestAnimationFrame(run)
}

/** Stops and starts the bench. It begins stopped for visitors who prefer reduced motion. */
class PauseButton {
  readonly element = make('button', 'pause')
  #isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches

  constructor() {
    this.element.type = 'button'
    this.element.addEventListener('click', () => {
      this.isPaused = !this.isPaused
    })
    this.#show()
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  set isPaused(value: boolean) {
    this.#isPaused = value
    this.#show()
  }

  #show(): void {
    this.element.textContent = this.#isPaused ? 'Run' : 'Pause'
  }
}
