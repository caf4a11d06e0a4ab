import type { Trace } from 'glissade/score'
import { element } from '../page/element.ts'
import { writeAddress } from './address.ts'
import { Bench } from './bench.ts'
import { CHAPTERS } from './chapters.ts'
import { Controls } from './controls.ts'
import { SECONDS, WARMUP_SECONDS } from './film.ts'
import { baseOf } from './networks.ts'
import { Player } from './player.ts'
import { Playhead } from './playhead.ts'
import { readSettings, type Settings, slidersOf, writeSettings } from './settings.ts'
import { Tabs } from './tabs.ts'
import { mountTimestep } from './timestep/mount.ts'
import { readTimestep, writeTimestep } from './timestep/settings.ts'
import { onTraceFile, readTraceFile } from './trace-file.ts'

declare global {
  interface Window {
    /** For the console and for tests. */
    lab?: { readonly bench: Bench; readonly playhead: Playhead; readonly settings: Settings }
  }
}

/** The settings in the address. Changes come here first: the address follows later. */
const query = new URLSearchParams(location.search)
const { settings: asked, problems } = readSettings(query)
let settings = asked
let file: Trace | null = null
if (settings.network === 'file') {
  settings = { ...settings, ...slidersOf('far'), network: 'far' }
  problems.push('The address has no file in it. Choose yours again.')
}

// On a phone, the settings would push the pictures off the screen.
if (matchMedia('(max-width: 700px)').matches) element('more').removeAttribute('open')
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
const playhead = new Playhead(WARMUP_SECONDS * 1000, SECONDS * 1000, isCalm)
const bench = new Bench()
const player = new Player(element('player'), playhead)
const controls = new Controls(element('sliders'), settings, change)
const tabs = new Tabs(element('tabs'), (chapter) => change({ ...settings, chapter }))
window.lab = {
  bench,
  playhead,
  get settings() {
    return settings
  },
}

function change(wanted: Settings): void {
  settings = wanted
  say('')
  show()
  writeSettings(settings, query)
  writeAddress(query)
}

/** Shows the chapter, and makes its films. */
function show(): void {
  const { chapter, network } = settings
  const isBench = chapter === 'timestep'
  controls.show(settings)
  tabs.show(chapter)
  element('about').textContent = CHAPTERS.find(({ name }) => name === chapter)!.about
  element('compared').hidden = isBench
  element('timestep').hidden = !isBench
  document.body.dataset['chapter'] = chapter
  if (chapter === 'timestep') return
  element('compared').setAttribute('aria-busy', 'true')
  bench.make(chapter, settings, baseOf(network, file)).then((isShown) => {
    if (isShown) element('compared').setAttribute('aria-busy', 'false')
  }, fail)
}

/** Plays over a captured trace. */
async function takeFile(dropped: File): Promise<void> {
  try {
    const trace = await readTraceFile(dropped)
    file = trace
    controls.offerFile(trace.name)
    change({ ...settings, ...slidersOf('file'), network: 'file' })
  } catch (error) {
    say(`This file cannot be played: ${error instanceof Error ? error.message : error}`)
  }
}

function say(text: string): void {
  element('problem').textContent = text
  element('problem').hidden = text === ''
}

function fail(error: unknown): void {
  say(String(error))
  console.error(error)
}

mountTimestep(element('timestep'), {
  ...readTimestep(query),
  onChange: (loops) => {
    writeTimestep(loops, query)
    writeAddress(query)
  },
})
onTraceFile(element('file') as HTMLInputElement, (dropped) => void takeFile(dropped))
say(problems.join(' '))
show()

requestAnimationFrame(function frame(nowMs) {
  requestAnimationFrame(frame)
  if (settings.chapter === 'timestep') return
  playhead.advance(nowMs)
  player.show()
  bench.draw(playhead.timeMs, nowMs)
})
