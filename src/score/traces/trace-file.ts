import { misuse } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { type RecordedOptions, recorded } from './recorded.ts'
import type { Trace } from './trace.ts'

const HEADER = 'send_ms,arrive_ms'
const LOST = 'LOST'

/**
 * Reads a trace file: lines of `send_ms,arrive_ms` under that header, with `LOST` in place of the arrival of a lost packet.
 * Empty lines and lines that begin with `#` are skipped. Order and zero of the times do not matter: see `recorded`, which also
 * says how the trace is played. `name` is the trace's name. Throws `misuse`, which names the trace and the line.
 */
export function parseTrace(text: string, name: string, options: RecordedOptions = {}): Trace {
  const sentMs: Ms[] = []
  const arrivesMs: Ms[] = []
  let isHeaderRead = false
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.replace('\uFEFF', '').trim()
    const place = `line ${i + 1} of trace ${name}`
    if (line === '' || line.startsWith('#')) continue
    if (!isHeaderRead) {
      if (line.replaceAll(' ', '') !== HEADER) misuse(place, `"${line}"`, `the header ${HEADER}`)
      isHeaderRead = true
      continue
    }
    const [sent = '', arrives = '', ...more] = line.split(',').map((cell) => cell.trim())
    const sentAtMs = sent === '' ? Number.NaN : Number(sent)
    const arrivesAtMs = arrives === '' ? Number.NaN : Number(arrives)
    const isRow = Number.isFinite(sentAtMs) && more.length === 0
    if (!isRow || !(arrives === LOST || Number.isFinite(arrivesAtMs))) {
      misuse(place, `"${line}"`, `two numbers in ms, or a number and ${LOST}`)
    }
    sentMs.push(sentAtMs)
    arrivesMs.push(arrives === LOST ? Number.NaN : arrivesAtMs)
  }
  if (!isHeaderRead) misuse(`trace ${name}`, 'empty', `a file with the header ${HEADER}`)
  return recorded(sentMs, arrivesMs, name, options)
}

/**
 * Returns the text of a trace file: packet i was sent at `sentMs[i]` and arrived at `arrivesMs[i]`, NaN for a lost one, to the
 * microsecond. `about`: lines for the head, such as where it was recorded; default none. Throws `misuse` for unequal lengths.
 */
export function formatTrace(
  sentMs: ArrayLike<Ms>,
  arrivesMs: ArrayLike<Ms>,
  about: readonly string[] = [],
): string {
  const count = sentMs.length
  if (arrivesMs.length !== count) misuse('arrivesMs.length', arrivesMs.length, `${count}`)
  const lines = about.flatMap((text) => text.split('\n')).map((text) => `# ${text}`)
  lines.push(HEADER)
  for (let i = 0; i < count; i++) {
    const arrivesAtMs = arrivesMs[i]!
    const arrives = Number.isNaN(arrivesAtMs) ? LOST : arrivesAtMs.toFixed(3)
    lines.push(`${sentMs[i]!.toFixed(3)},${arrives}`)
  }
  return `${lines.join('\n')}\n`
}
