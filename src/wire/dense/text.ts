import type { RangeCoder } from './range-coder.ts'

/** Codes a text of at most `longest` (255) UTF-16 units; returns it. Allocates the string that it reads. */
export function codeText(coder: RangeCoder, text: string, longest: number): string {
  const length = Math.min(coder.raw(text.length, 8), longest)
  let read = ''
  for (let i = 0; i < length; i++) {
    const unit = coder.reading !== 0 ? 0 : text.charCodeAt(i)
    const isWide = coder.raw(unit < 128 ? 0 : 1, 1)
    const coded = coder.raw(unit, isWide === 0 ? 7 : 16)
    if (coder.reading !== 0) read += String.fromCharCode(coded)
  }
  return coder.reading !== 0 ? read : text
}
