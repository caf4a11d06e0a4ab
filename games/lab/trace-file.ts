import { parseTrace, type Trace } from 'glissade/score'
import { plainText } from '../plain-text.ts'

/** More than a day at 20 packets a second has no place in a page. */
const MOST_BYTES = 20_000_000

/** Reads a captured trace, as `glissade score --trace` does. Rejects with a message for people. */
export async function readTraceFile(file: File): Promise<Trace> {
  const name = plainText(file.name, 40) || 'file'
  if (file.size > MOST_BYTES)
    throw new Error(
      `${name} has ${Math.round(file.size / 1e6)} MB, but the page takes at most ${MOST_BYTES / 1e6} MB.`,
    )
  return parseTrace(await file.text(), name)
}

/** Calls `take` with each file that is dropped onto the page, or chosen in `input`. */
export function onTraceFile(input: HTMLInputElement, take: (file: File) => void): void {
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    // The same file may be chosen again after it was changed.
    input.value = ''
    if (file) take(file)
  })
  addEventListener('dragover', (event) => {
    event.preventDefault()
    document.body.classList.add('dropping')
  })
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) document.body.classList.remove('dropping')
  })
  addEventListener('drop', (event) => {
    event.preventDefault()
    document.body.classList.remove('dropping')
    const file = event.dataTransfer?.files[0]
    if (file) take(file)
  })
}
