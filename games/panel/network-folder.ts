import { type Conditions, presets, SimulatedNetwork } from 'glissade/client'
import type { DatagramStatus } from 'glissade/datagram'
import type { LinkKind } from 'glissade/parts'
import { addRow, type Board, Note, type Row } from './board.ts'
import {
  areAlike,
  extrasOf,
  isCalm,
  labelOf,
  PRESET_NAMES,
  readSliders,
  type Slider,
  type Sliders,
  withSlider,
  withSlidersOf,
} from './conditions.ts'

const NONE = 'none'
const CUSTOM = 'custom'

/**
 * Each slider: its label for both directions, its label after 'up' or 'down' for one direction, its range and its step.
 */
const RANGES: readonly (readonly [Slider, both: string, one: string, max: number, step: number])[] =
  [
    ['latencyMs', 'one way ms', 'ms', 400, 1],
    ['jitterMs', 'jitter ms', 'jitter ms', 200, 1],
    ['lossPercent', 'loss %', 'loss %', 50, 0.1],
  ]

type Direction = 'up' | 'down'

/** The lag panel: presets, and sliders for both directions together or apart. It writes `network.conditions`. */
export class NetworkFolder {
  readonly #board: Board
  readonly #network: SimulatedNetwork
  readonly #shown = { preset: NONE, alike: true }
  readonly #sliders: { readonly [direction in Direction]: Sliders } = {
    up: { latencyMs: 0, jitterMs: 0, lossPercent: 0 },
    down: { latencyMs: 0, jitterMs: 0, lossPercent: 0 },
  }
  readonly #together: readonly Row[]
  readonly #apart: readonly Row[]
  readonly #extras: Note
  /** While this code sets controls, they report changes that nobody made. */
  #isSetting = false

  constructor(board: Board, network: SimulatedNetwork) {
    this.#board = board
    this.#network = network
    const names = [...PRESET_NAMES, CUSTOM]
    const preset = addRow(board, this.#shown, 'preset', {
      label: 'preset',
      title: 'The simulated network of this tab',
      options: Object.fromEntries(names.map((name) => [labelOf(name), name])),
    })
    preset.on('change', () => this.#choose(this.#shown.preset))
    this.#extras = new Note(preset)
    this.#together = this.#addSliders('up', true)
    const alike = addRow(board, this.#shown, 'alike', {
      label: 'both ways alike',
      title: 'Off: separate sliders for what this page sends (up) and receives (down)',
    })
    alike.on('change', () => this.#setAlike(this.#shown.alike))
    this.#apart = [...this.#addSliders('up', false), ...this.#addSliders('down', false)]
    this.#show(network.conditions, nameOf(network.conditions))
  }

  #addSliders(direction: Direction, areTogether: boolean): Row[] {
    return RANGES.map(([slider, both, one, max, step]) => {
      const label = areTogether ? both : `${direction} ${one}`
      const row = addRow(this.#board, this.#sliders[direction], slider, {
        label,
        min: 0,
        max,
        step,
      })
      row.on('change', () => this.#slide(direction, slider))
      return row
    })
  }

  #choose(name: string): void {
    if (this.#isSetting || name === CUSTOM) return
    this.#set(presets[name as keyof typeof presets] ?? presets.none, name)
  }

  #slide(direction: Direction, slider: Slider): void {
    if (this.#isSetting) return
    const value = this.#sliders[direction][slider]
    const { up, down } = this.#network.conditions
    const isUp = this.#shown.alike || direction === 'up'
    const isDown = this.#shown.alike || direction === 'down'
    this.#set({
      up: isUp ? withSlider(up, slider, value) : up,
      down: isDown ? withSlider(down, slider, value) : down,
    })
  }

  #setAlike(alike: boolean): void {
    if (this.#isSetting) return
    const { up, down } = this.#network.conditions
    if (alike && !areAlike({ up, down })) this.#set({ up, down: withSlidersOf(up, down) })
    this.#showSliders()
  }

  #set(conditions: Conditions, name = nameOf(conditions)): void {
    this.#network.conditions = conditions
    this.#show(conditions, name)
  }

  /** A network that differs by direction separates the sliders. Any other network leaves them as they are. */
  #show(conditions: Conditions, name: string): void {
    this.#isSetting = true
    this.#shown.preset = name
    if (!areAlike(conditions)) this.#shown.alike = false
    readSliders(conditions.up, this.#sliders.up)
    readSliders(conditions.down, this.#sliders.down)
    this.#extras.say(extrasOf(conditions))
    this.#showSliders()
    this.#board.refresh()
    this.#isSetting = false
  }

  #showSliders(): void {
    for (const row of this.#together) row.hidden = !this.#shown.alike
    for (const row of this.#apart) row.hidden = this.#shown.alike
  }
}

/** Presets by all of their settings, with missing ones filled in as a network does. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(presets).map(([name, preset]) => [
    JSON.stringify(new SimulatedNetwork(preset).conditions),
    name,
  ]),
)

/** The preset with exactly these settings. */
function nameOf(conditions: Conditions): string {
  if (isCalm(conditions)) return NONE
  const { conditions: all } = new SimulatedNetwork(conditions)
  return NAMES.get(JSON.stringify(all)) ?? CUSTOM
}

const ORDERED = 'A lost packet is sent again, and all later packets wait for it.'
const DATAGRAMS = 'A lost packet stays lost. Every other packet counts as soon as it arrives.'

/** The link that the player chose, and the way that packets take now. */
interface LinkChoice {
  readonly link: LinkKind
  readonly datagrams: DatagramStatus | undefined
  readonly isLocal: boolean
}

/** Lets the player choose how packets travel. Call `show` once per frame: it says which way they take now. */
export function addLink(
  board: Board,
  { link, datagrams, isLocal }: LinkChoice,
  change: (kind: LinkKind) => void,
): { show(): void } {
  const shown = { link }
  const row = addRow(board, shown, 'link', {
    label: 'packets',
    title: 'Another choice reloads the page and joins again.',
    options: isLocal
      ? { 'in order': 'ordered', 'as datagrams': 'datagram' }
      : { 'WebSocket only': 'ordered', 'datagrams if possible': 'datagram' },
  })
  const note = new Note(row)
  let isLeaving = false
  row.on('change', () => {
    isLeaving = true
    note.say('Joining again ...')
    change(shown.link)
  })
  const way = isLocal ? () => localWayOf(link) : () => wayOf(datagrams)
  return { show: () => isLeaving || note.say(way()) }
}

const localWayOf = (link: LinkKind): string =>
  `Now to a worker of this page. ${link === 'ordered' ? ORDERED : DATAGRAMS}`

function wayOf(datagrams: DatagramStatus | undefined): string {
  if (!datagrams) return `Now on the WebSocket. ${ORDERED}`
  return datagrams.isOnDatagrams
    ? `Now on a data channel. ${DATAGRAMS}`
    : `Now on the WebSocket: ${datagrams.why}. ${ORDERED}`
}
