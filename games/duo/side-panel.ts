import { presets } from 'glissade/client'
import { labelOf, PRESET_NAMES } from '../panel/conditions.ts'
import { TECHNIQUES } from '../panel/switches.ts'
import { HINTS } from '../platformer/picture/hints.ts'
import { colour } from './hue.ts'
import type { Moments } from './moments.ts'
import type { Side } from './side.ts'

/** A number of a client, computed from the moments of its own player and those of the other. */
interface Row {
  readonly label: (other: string) => string
  readonly title: string
  readonly read: (side: Side, own: Moments, other: Moments) => number
  readonly unit: string
}

/** The unit of a distance to the server's present; above 0 is ahead of it. */
const SINCE = 'ms ahead or behind'

function written(value: number, unit: string): string {
  if (Number.isNaN(value)) return '-'
  if (unit === SINCE) return `${Math.abs(value)} ms ${value < 0 ? 'behind' : 'ahead'}`
  return `${value}${unit}`
}

const ROWS: readonly Row[] = [
  {
    label: (other) => `shows ${other}`,
    title: 'How far behind the server this client shows the other player',
    read: (_side, _own, other) => -other.behindMs,
    unit: SINCE,
  },
  {
    label: (other) => `foresees ${other}`,
    title: "How far past the newest data the game's rules extrapolate the other player",
    read: (side) => side.takeForeseenMs(),
    unit: ' ms',
  },
  {
    label: () => 'shows itself',
    title: 'How far ahead of the server this client shows its own player',
    read: (_side, own) => own.aheadMs,
    unit: SINCE,
  },
  {
    label: () => 'round trip',
    title: 'From an input to the snapshot that answers it',
    read: ({ session }) => session.stats.rttMs,
    unit: ' ms',
  },
  {
    label: () => 'faults',
    title:
      'Frames in which the other player stood still, slowed down or sped up because data was missing',
    read: (_side, _own, other) => other.faults,
    unit: ' frames',
  },
  {
    label: () => 'corrections',
    title:
      'How often the server disagreed with the prediction, as when a snowball hits: no client can predict that',
    read: ({ session }) => session.stats.corrections,
    unit: '',
  },
]

/** The settings and the numbers of one client. */
export class SidePanel {
  readonly #side: Side
  readonly #cells: HTMLElement[] = []
  readonly #shown: number[] = []
  readonly #who = document.createElement('output')
  readonly #tag: HTMLElement
  #isBot: boolean | null = null

  /** `keys`: the keys as a person reads them. `tag`: the label of the client's pane. */
  constructor(root: HTMLElement, tag: HTMLElement, side: Side, other: Side, keys: string) {
    this.#side = side
    this.#tag = tag
    root.style.setProperty('--own', colour(side.hue))
    tag.style.setProperty('--own', colour(side.hue))
    root.append(
      this.#heading(keys),
      networkChoice(side),
      this.#numbers(other.name),
      techniqueSwitches(side),
    )
    const name = tag.querySelector('b')
    if (name) name.textContent = `${side.name}'s client`
  }

  /** Writes what has changed. Call it a few times a second. */
  show(own: Moments, other: Moments): void {
    for (let i = 0; i < ROWS.length; i++) {
      const row = ROWS[i]
      const cell = this.#cells[i]
      const value = Math.round(row?.read(this.#side, own, other) ?? Number.NaN)
      if (!row || !cell || value === this.#shown[i]) continue
      this.#shown[i] = value
      cell.textContent = written(value, row.unit)
    }
    if (this.#isBot === this.#side.isBot) return
    this.#isBot = this.#side.isBot
    const who = this.#isBot ? 'bot' : 'you'
    this.#who.textContent = who
    this.#who.classList.toggle('you', !this.#isBot)
    const tag = this.#tag.querySelector('span')
    if (tag) tag.textContent = who
  }

  #heading(keys: string): HTMLElement {
    const heading = document.createElement('h2')
    const hint = document.createElement('span')
    hint.className = 'keys'
    hint.textContent = keys
    heading.append(this.#side.name, this.#who, hint)
    return heading
  }

  #numbers(other: string): HTMLElement {
    const list = document.createElement('dl')
    for (const { label, title } of ROWS) {
      const row = document.createElement('div')
      const name = document.createElement('dt')
      const cell = document.createElement('dd')
      row.title = title
      name.textContent = label(other)
      cell.textContent = '-'
      row.append(name, cell)
      list.append(row)
      this.#cells.push(cell)
      this.#shown.push(Number.NaN)
    }
    return list
  }
}

function networkChoice({ name, network }: Side): HTMLElement {
  const label = document.createElement('label')
  const select = document.createElement('select')
  for (const preset of PRESET_NAMES)
    select.add(new Option(labelOf(preset), preset, false, preset === 'log'))
  select.setAttribute('aria-label', `${name}'s network`)
  select.addEventListener('change', () => {
    network.conditions = presets[PRESET_NAMES[select.selectedIndex] ?? 'none']
    // The keys belong to the game.
    select.blur()
  })
  label.className = 'network'
  label.append('network', select)
  return label
}

/** The switches, and below them what to look for with the switch that was turned off last. */
function techniqueSwitches({ session }: Side): HTMLElement {
  const group = document.createElement('fieldset')
  const note = document.createElement('p')
  note.className = 'note'
  note.hidden = true
  for (const [key, text, sentence] of TECHNIQUES) {
    const label = document.createElement('label')
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.checked = session.techniques[key]
    box.addEventListener('change', () => {
      session.techniques[key] = box.checked
      note.hidden = box.checked
      note.textContent = `${sentence} ${HINTS[key]}`
      box.blur()
    })
    label.title = `Off: ${sentence}`
    label.append(box, text)
    group.append(label)
  }
  group.append(note)
  return group
}
