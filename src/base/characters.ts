/**
 * A character as people see it: a flag, or a code point with the marks, skin tone, tags and Hangul parts that follow it, and
 * what is joined to it by U+200D. A short form of the extended grapheme clusters of Unicode's annex 29, because engines and
 * their versions do not agree on those, and the two ends of a connection should.
 */
const CHARACTER = /\p{RI}{2}|.(?:[\p{M}\p{EMod}\u1160-\u11ff\u{e0020}-\u{e007f}]|\u200d.)*/gsu

/** Returns as many whole characters of a text as `most` UTF-16 units hold. */
export function cutText(text: string, most: number): string {
  let cut = ''
  for (const character of text.match(CHARACTER) ?? []) {
    if (cut.length + character.length > most) break
    cut += character
  }
  return cut
}
