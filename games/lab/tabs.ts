import { make } from '../page/make.ts'
import { CHAPTERS, type ChapterName } from './chapters.ts'

/** The tabs of the chapters, with the arrow keys that tabs have. */
export class Tabs {
  readonly #buttons: readonly HTMLButtonElement[]

  constructor(holder: HTMLElement, onChoose: (chapter: ChapterName) => void) {
    this.#buttons = CHAPTERS.map(({ name, title }, i) => {
      const button = make('button')
      button.type = 'button'
      button.textContent = title
      button.setAttribute('role', 'tab')
      button.dataset['chapter'] = name
      button.setAttribute('aria-controls', name === 'timestep' ? 'timestep' : 'lanes')
      button.addEventListener('click', () => onChoose(name))
      button.addEventListener('keydown', ({ key }) => {
        const way = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
        const next = CHAPTERS[(i + way + CHAPTERS.length) % CHAPTERS.length]!
        if (way === 0) return
        onChoose(next.name)
        this.#buttons.find(({ dataset }) => dataset['chapter'] === next.name)?.focus()
      })
      return button
    })
    holder.append(...this.#buttons)
  }

  show(chapter: ChapterName): void {
    for (const button of this.#buttons) {
      const isChosen = button.dataset['chapter'] === chapter
      button.setAttribute('aria-selected', String(isChosen))
      button.tabIndex = isChosen ? 0 : -1
    }
  }
}
