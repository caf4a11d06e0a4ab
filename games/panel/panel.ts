import { presets, type SimulatedNetwork } from 'glissade/client'
import { Pane } from 'tweakpane'
import { type Numbers, Readout } from './readout.ts'
import { savedOpen, saveOpen } from './saved.ts'

/** What the panel needs of a session. */
interface Tuned {
  readonly techniques: { predict: boolean; reconcile: boolean; interpolate: boolean }
  readonly stats: Numbers
  onFrame(run: (dtSeconds: number) => void): () => void
}

/** Whom the panel names, and what to do when that changes. */
interface Naming {
  readonly name: string
  rename(name: string): void
}

/** The part of Tweakpane that is used here; its own types come in a package of their own. */
interface Board {
  addBinding(
    target: object,
    key: string,
    options?: object,
  ): { on(event: 'change', run: () => void): void }
  addFolder(options: { title: string; expanded: boolean }): Board
  on(event: 'fold', run: (event: { expanded: boolean }) => void): void
  refresh(): void
  readonly element: HTMLElement
}

const OFF = 'off'
const CUSTOM = 'custom'

/** Presets whose name says too little. */
const LABELS: { readonly [preset: string]: string } = {
  log: '200 ms, 15 %',
  intercontinental: 'overseas',
}

/**
 * Opens the lag panel in the page's upper right corner: a pretended network for this tab, both directions alike,
 * the techniques as switches, and what the session measures. Folded on small screens. Keys stay with the game:
 * whatever was clicked gives the focus back, but for text while it is typed.
 */
export function openPanel(session: Tuned, network: SimulatedNetwork, naming: Naming): void {
  const holder = document.createElement('aside')
  holder.className = 'panel'
  document.body.append(holder)
  const isRoomy = window.innerWidth >= 900 && window.innerHeight >= 520
  const pane: Board = new Pane({
    container: holder,
    title: 'Network',
    expanded: savedOpen() ?? isRoomy,
  }) as never
  pane.on('fold', (event) => saveOpen(event.expanded))

  addWeather(pane, network)
  const more = pane.addFolder({ title: 'Techniques and name', expanded: false })
  const readout = new Readout(session.stats)
  more.element.before(readout.root)
  session.onFrame(() => readout.show(performance.now()))
  for (const key of ['predict', 'reconcile', 'interpolate'] as const)
    more.addBinding(session.techniques, key)
  const named = { name: naming.name }
  more.addBinding(named, 'name').on('change', () => naming.rename(named.name.trim().slice(0, 16)))
  giveFocusBack(holder)
}

function addWeather(pane: Board, network: SimulatedNetwork): void {
  const weather = { preset: OFF, latencyMs: 0, jitterMs: 0, loss: 0 }
  const names = [OFF, ...Object.keys(presets).filter((name) => name !== 'none'), CUSTOM]
  const options = Object.fromEntries(names.map((name) => [LABELS[name] ?? name, name]))
  let isSetting = false
  const set = (change: () => void): void => {
    isSetting = true
    change()
    pane.refresh()
    isSetting = false
  }

  pane.addBinding(weather, 'preset', { options }).on('change', () => {
    if (isSetting || weather.preset === CUSTOM) return
    const preset = presets[weather.preset as keyof typeof presets] ?? presets.none
    network.conditions = preset
    set(() => {
      weather.latencyMs = preset.down.latencyMs ?? 0
      weather.jitterMs = preset.down.jitterMs ?? 0
      weather.loss = (preset.down.loss ?? 0) * 100
    })
  })
  const slide = (): void => {
    if (isSetting) return
    const { latencyMs, jitterMs, loss } = weather
    const both = { latencyMs, jitterMs, loss: loss / 100 }
    const isNone = latencyMs === 0 && jitterMs === 0 && loss === 0
    network.conditions = { up: both, down: both }
    set(() => {
      weather.preset = isNone ? OFF : CUSTOM
    })
  }
  const slider = (
    key: 'latencyMs' | 'jitterMs' | 'loss',
    label: string,
    max: number,
    step: number,
  ): void => {
    pane.addBinding(weather, key, { label, min: 0, max, step }).on('change', slide)
  }
  slider('latencyMs', 'one way ms', 400, 1)
  slider('jitterMs', 'jitter ms', 200, 1)
  slider('loss', 'loss %', 50, 0.1)
}

function giveFocusBack(holder: HTMLElement): void {
  const release = (event: Event): void => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || !holder.contains(focused)) return
    const isTyping = focused instanceof HTMLInputElement && focused.type === 'text'
    const isChoosing = focused instanceof HTMLSelectElement
    if (event.type === 'change' || !(isTyping || isChoosing)) focused.blur()
  }
  window.addEventListener('pointerup', release)
  holder.addEventListener('click', release)
  holder.addEventListener('change', release)
}
