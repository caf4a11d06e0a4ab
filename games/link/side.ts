import { Inspector, type Session } from 'glissade/client'
import { Dial } from './dial.ts'
import type { link } from './game.ts'
import { Graph } from './graph.ts'
import type { WaitFigures, Waits } from './waits.ts'

/** The waits that the numbers are about. */
const FIGURES_MS = 10_000

/** A number of a session. */
interface Row {
  readonly label: string
  readonly title: string
  readonly read: (stats: Session<typeof link>['stats'], waits: WaitFigures) => string
}

const ROWS: readonly Row[] = [
  {
    label: 'round trip',
    title: 'The time from an input to the snapshot that answers it',
    read: ({ rttMs }) => inMs(rttMs),
  },
  {
    label: 'usual wait',
    title: 'Half of the last 10 s were spent in waits for an update of at most this length',
    read: (_stats, { medianMs }) => inMs(medianMs),
  },
  {
    label: '99 % within',
    title: '99 % of the last 10 s were spent in waits for an update of at most this length',
    read: (_stats, { p99Ms }) => inMs(p99Ms),
  },
  {
    label: 'longest wait',
    title: 'The longest wait of the last 10 s',
    read: (_stats, { longestMs }) => inMs(longestMs),
  },
  {
    label: 'shown late by',
    title:
      'How far the hand on display is behind the newest update, so that it does not wait for late ones',
    read: ({ delayMs }) => inMs(delayMs),
  },
  {
    label: 'packets in',
    title: 'All packets that this session has received',
    read: ({ packetsIn }) => `${packetsIn}`,
  },
  {
    label: 'packets out',
    title: 'All packets that this session has sent',
    read: ({ packetsOut }) => `${packetsOut}`,
  },
]

const inMs = (value: number): string => (Number.isFinite(value) ? `${Math.round(value)} ms` : '-')

/** One session on the page: its way, its hand, its numbers and its graph. */
export class Side {
  readonly graph: Graph
  readonly #root: HTMLElement
  readonly #session: Session<typeof link>
  readonly #waits: Waits
  readonly #inspector: Inspector
  readonly #dial: Dial
  readonly #values: HTMLElement[] = []
  #ending = ''

  constructor(root: HTMLElement, session: Session<typeof link>, waits: Waits) {
    const colour = getComputedStyle(root).getPropertyValue('--own').trim()
    this.#root = root
    this.#session = session
    this.#waits = waits
    this.#inspector = new Inspector(session)
    this.#dial = new Dial(this.#find('.dial'), colour)
    this.graph = new Graph(this.#find('.graph'), colour, waits)
    session.onClose((reason, detail) => {
      this.#ending = `The session has ended (${detail || reason}). Reload the page.`
    })
    const list = this.#find('dl')
    for (const { label, title } of ROWS) {
      const row = document.createElement('div')
      const term = document.createElement('dt')
      const value = document.createElement('dd')
      row.title = title
      term.textContent = label
      row.append(term, value)
      list.append(row)
      this.#values.push(value)
    }
  }

  /** Runs a frame of the session and draws its hand. */
  frame(nowMs: number): void {
    this.#session.frame(nowMs)
    const [hand] = this.#session.entities('hand')
    const seen = hand && this.#inspector.look(hand)
    const newest = seen && seen.count > 0 ? seen.states[seen.count - 1]!.turn : Number.NaN
    this.#dial.draw(hand ? hand.turn : Number.NaN, newest)
  }

  /** Writes the numbers, and `way`, unless the session has lost its connection. */
  show(nowMs: number, way: string): void {
    const { state, stats } = this.#session
    const waits = this.#waits.figures(nowMs, FIGURES_MS)
    ROWS.forEach(({ read }, i) => {
      this.#values[i]!.textContent = read(stats, waits)
    })
    const broken = 'The connection broke; the session opens another one.'
    write(
      this.#find('.way'),
      state === 'closed' ? this.#ending : state === 'reconnecting' ? broken : way,
    )
  }

  /** Writes what the height of the graph stands for, and draws the graph. */
  showGraph(fullMs: number): void {
    write(this.#find('.scale'), `${fullMs} ms`)
    this.graph.draw(fullMs)
  }

  #find<E extends HTMLElement>(selector: string): E {
    const found = this.#root.querySelector<E>(selector)
    if (!found) throw new Error(`the page has no '${selector}'`)
    return found
  }
}

/** Writes a text that may be the same as before, which screen readers would read out again. */
export function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
