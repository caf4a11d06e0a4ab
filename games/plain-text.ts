/**
 * Control characters, line ends, unpaired surrogates, and characters that only format others, except those that join
 * emoji.
 */
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const EDGE = /^[\s\u200d]+|[\s\u200d]+$/g

/** A text as it can be shown in a line, of at most `most` UTF-16 units, without half a character at its end. */
export function plainText(text: string, most: number): string {
  const seen = text.replace(UNSEEN, '').replace(EDGE, '')
  if (seen.length <= most) return seen
  let short = ''
  for (const character of seen) {
    if (short.length + character.length > most) break
    short += character
  }
  return short.replace(EDGE, '')
}
