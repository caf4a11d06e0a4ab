import { allMotions } from 'glissade/score'
import { make } from '../page/make.ts'
import { NETWORKS, type NetworkName } from './networks.ts'
import { NUMBERS, type NumberSetting, type Settings, slidersOf } from './settings.ts'

/** Words that the address uses, as people read them. */
const LINKS = { datagram: 'datagrams (UDP)', ordered: 'ordered (TCP)' }

/** The page's controls. They show the settings, and tell changes. */
export class Controls {
  readonly #holder: HTMLElement
  readonly #onChange: (settings: Settings) => void
  readonly #shows: ((settings: Settings) => void)[] = []
  readonly #fileOption = make('option')
  #settings: Settings

  constructor(holder: HTMLElement, settings: Settings, onChange: (settings: Settings) => void) {
    this.#holder = holder
    this.#settings = settings
    this.#onChange = onChange
    this.#fileOption.value = 'file'
    this.#fileOption.hidden = true
    const network = this.#select(
      'network',
      'network',
      options(NETWORKS, ({ label }) => label),
    )
    network.append(this.#fileOption)
    this.#select(
      'link',
      'kind of link',
      options(LINKS, (label) => label),
    )
    for (const setting of NUMBERS) this.#slider(setting)
    this.#select(
      'motion',
      'what moves',
      allMotions.map(({ name }) => [name, name] as const),
    )
    this.show(settings)
  }

  /** Shows other settings, without a call of `onChange`. */
  show(settings: Settings): void {
    this.#settings = settings
    for (const show of this.#shows) show(settings)
  }

  /** Offers the trace that was dropped onto the page among the networks. */
  offerFile(name: string): void {
    this.#fileOption.textContent = `Your file: ${name}`
    this.#fileOption.hidden = false
  }

  #take(settings: Settings): void {
    this.show(settings)
    this.#onChange(settings)
  }

  #select(
    key: 'network' | 'link' | 'motion',
    label: string,
    choices: readonly (readonly [string, string])[],
  ): HTMLSelectElement {
    const select = make('select')
    select.name = key
    for (const [value, text] of choices) {
      const option = make('option')
      option.value = value
      option.textContent = text
      select.append(option)
    }
    select.addEventListener('change', () => {
      const sliders = key === 'network' ? slidersOf(select.value as NetworkName) : {}
      this.#take({ ...this.#settings, ...sliders, [key]: select.value })
    })
    this.#shows.push((settings) => {
      select.value = settings[key]
    })
    this.#holder.append(labelled('choice', label, select))
    return select
  }

  #slider({ key, word, label, unit, least, most, step }: NumberSetting): void {
    const input = make('input')
    const output = make('output')
    input.type = 'range'
    input.name = word
    input.min = String(least)
    input.max = String(most)
    input.step = String(step)
    input.addEventListener('input', () =>
      this.#take({ ...this.#settings, [key]: input.valueAsNumber }),
    )
    const row = labelled('slider', label, input)
    row.append(output)
    row.dataset['setting'] = word
    this.#shows.push((settings) => {
      const text = unit === '' ? String(settings[key]) : `${settings[key]} ${unit}`
      input.value = String(settings[key])
      output.textContent = text
      input.setAttribute('aria-valuetext', text)
    })
    this.#holder.append(row)
  }
}

function labelled(name: string, text: string, control: HTMLElement): HTMLLabelElement {
  const label = make('label', name)
  const span = make('span')
  span.textContent = text
  label.append(span, control)
  return label
}

function options<T>(
  table: { readonly [name: string]: T },
  labelOf: (value: T) => string,
): (readonly [string, string])[] {
  return Object.entries(table).map(([name, value]) => [name, labelOf(value)] as const)
}
