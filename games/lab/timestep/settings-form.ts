import { make } from '../../page/make.ts'
import {
  NUMBERS,
  type NumberSetting,
  SITUATIONS,
  SWITCHES,
  type SwitchSetting,
  type TimestepSettings,
} from './settings.ts'

/** The bench's controls: situations to choose from, a slider for each number and a box for each switch. */
export class SettingsForm {
  readonly element = make('div', 'settings')
  readonly #onChange: (settings: TimestepSettings) => void
  readonly #shows: ((settings: TimestepSettings) => void)[] = []
  #settings: TimestepSettings

  constructor(settings: TimestepSettings, onChange: (settings: TimestepSettings) => void) {
    this.#settings = settings
    this.#onChange = onChange
    const sliders = make('div', 'sliders')
    sliders.append(
      ...NUMBERS.map((setting) => this.#slider(setting)),
      ...SWITCHES.map((setting) => this.#box(setting)),
    )
    this.element.append(this.#situations(), sliders)
    this.show(settings)
  }

  /** Shows other settings, without a call of `onChange`. */
  show(settings: TimestepSettings): void {
    this.#settings = settings
    for (const show of this.#shows) show(settings)
  }

  #take(settings: TimestepSettings): void {
    this.show(settings)
    this.#onChange(settings)
  }

  #situations(): HTMLElement {
    const group = make('div', 'situations')
    group.setAttribute('role', 'group')
    group.setAttribute('aria-label', 'Situations')
    for (const { name, settings } of SITUATIONS) {
      const button = make('button')
      button.type = 'button'
      button.textContent = name
      button.addEventListener('click', () => this.#take(settings))
      const keys = [...NUMBERS, ...SWITCHES].map(({ key }) => key)
      this.#shows.push((now) => {
        const isPressed = keys.every((key) => now[key] === settings[key])
        button.setAttribute('aria-pressed', String(isPressed))
      })
      group.append(button)
    }
    return group
  }

  #slider({ key, label, unit, from, to, every }: NumberSetting): HTMLElement {
    const row = make('label', 'slider')
    const name = make('span')
    const input = make('input')
    const output = make('output')
    name.textContent = label
    input.type = 'range'
    input.name = key
    input.min = String(from)
    input.max = String(to)
    input.step = String(every)
    input.addEventListener('input', () =>
      this.#take({ ...this.#settings, [key]: input.valueAsNumber }),
    )
    this.#shows.push((settings) => {
      input.value = String(settings[key])
      const text = `${settings[key]} ${unit}`
      output.textContent = text
      input.setAttribute('aria-valuetext', text)
    })
    row.append(name, input, output)
    return row
  }

  #box({ key, label }: SwitchSetting): HTMLElement {
    const row = make('label', 'switch')
    const input = make('input')
    input.type = 'checkbox'
    input.name = key
    input.addEventListener('change', () => this.#take({ ...this.#settings, [key]: input.checked }))
    this.#shows.push((settings) => {
      input.checked = settings[key]
    })
    row.append(input, label)
    return row
  }
}
