/** The numbers of a session that the panel shows. */
export interface Numbers {
  readonly rttMs: number
  readonly delayMs: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly snapshots: number
  readonly corrections: number
  readonly correctionDistance: number
  readonly extrapolatedFrames: number
  readonly heldFrames: number
}

/** How often the numbers are read. Rates are over this time. */
const PERIOD_MS = 500

/** Label, explanation, and how to read it from now, half a second ago, and the time between. */
type Row = readonly [
  label: string,
  title: string,
  read: (now: Numbers, before: Numbers, seconds: number) => string,
]

const ROWS: readonly Row[] = [
  ['round trip', 'From an input to the snapshot that answers it', (n) => `${whole(n.rttMs)} ms`],
  ['delay', 'How far behind the newest data others are shown', (n) => `${whole(n.delayMs)} ms`],
  ['in', 'Bytes received', (n, b, s) => rate(n.bytesIn - b.bytesIn, s)],
  ['out', 'Bytes sent', (n, b, s) => rate(n.bytesOut - b.bytesOut, s)],
  [
    'snapshots',
    'Snapshots received',
    (n, b, s) => `${Math.round((n.snapshots - b.snapshots) / s)} /s`,
  ],
  [
    'frozen',
    'Frames in which somebody was shown beyond the newest data: carried on + standing still',
    (n) => `${n.extrapolatedFrames} + ${n.heldFrames}`,
  ],
  ['corrections', 'Times the server disagreed with the prediction', (n) => `${n.corrections}`],
  [
    'corrected',
    'How far the own picture was off in all',
    (n) => `${n.correctionDistance.toFixed(1)} px`,
  ],
]

/** A small table of what the session measures, two numbers to a line. */
export class Readout {
  readonly root: HTMLDListElement = document.createElement('dl')
  readonly #cells: readonly HTMLElement[]
  readonly #stats: Numbers
  readonly #before: Numbers
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(stats: Numbers) {
    this.#stats = stats
    this.#before = { ...stats }
    this.root.className = 'readout'
    this.#cells = ROWS.map(([label, title]) => {
      const row = document.createElement('div')
      const name = document.createElement('dt')
      const cell = document.createElement('dd')
      row.title = title
      name.textContent = label
      cell.textContent = '-'
      row.append(name, cell)
      this.root.append(row)
      return cell
    })
  }

  /** Call once per frame; writes twice a second. */
  show(nowMs: number): void {
    const seconds = (nowMs - this.#readAtMs) / 1000
    if (seconds * 1000 < PERIOD_MS) return
    for (const [i, [, , read]] of ROWS.entries()) {
      const cell = this.#cells[i]
      if (cell) cell.textContent = read(this.#stats, this.#before, seconds)
    }
    Object.assign(this.#before, this.#stats)
    this.#readAtMs = nowMs
  }
}

const whole = (value: number): string => (Number.isFinite(value) ? `${Math.round(value)}` : '-')

const rate = (bytes: number, seconds: number): string =>
  `${(bytes / seconds / 1000).toFixed(1)} kB/s`
