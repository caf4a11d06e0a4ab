import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './characters.ts'

/** Characters of several code points. */
const WHOLE = {
  'a face': '😀',
  'a skin tone': '👍🏽',
  'a family': '👨‍👩‍👧‍👦',
  'a flag of two letters': '🇨🇭',
  'the flag of Wales': '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  'a key': '1️⃣',
  'a letter with two marks': 'ẹ́',
  'a syllable of Devanagari': 'कि',
  'a syllable of Hangul in parts': '각',
}

test.each(Object.entries(WHOLE))('%s is never cut in two', (_, character) => {
  for (const before of ['', 'x', 'für ', '😀', character])
    for (let most = before.length; most < before.length + character.length + 3; most++) {
      const text = `${before}${character}yz`
      const whole = before + (most < (before + character).length ? '' : character)
      const rest = whole === before ? '' : 'yz'.slice(0, most - whole.length)
      expect(cutText(text, most)).toBe(whole + rest)
    }
})

test('what fits is returned as it is, whatever it holds', () => {
  for (const text of ['', 'Ada', '👨‍👩‍👧‍👦', '\ud83d', '\u0301\u0301', '\udc00x'])
    expect(cutText(text, text.length)).toBe(text)
})

test('a character that is longer than all of it is left out', () => {
  for (const text of ['👨‍👩‍👧‍👦', `a${'\u0301'.repeat(300)}`]) expect(cutText(text, 10)).toBe('')
  expect(cutText('😀', 1)).toBe('')
})

test('two flags of four letters are two characters', () => {
  expect(cutText('🇨🇭🇫🇷', 7)).toBe('🇨🇭')
})

test('no text is cut within a code point, or gets longer, whatever it is made of', () => {
  const parts = [...Object.values(WHOLE), 'a', ' ', '\u0301', '\u200d', '🇨', '\ud83d', '\udc00']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts)), fc.nat(20), (some, most) => {
      const text = some.join('')
      const cut = cutText(text, most)
      expect(cut.length).toBeLessThanOrEqual(most)
      expect([...text].slice(0, [...cut].length).join('')).toBe(cut)
      expect(cutText(cut, most)).toBe(cut)
    }),
  )
})

test('where engines agree, it cuts as the segments of Intl do', () => {
  const segmenter = new Intl.Segmenter('en')
  const text = `naïve ${Object.values(WHOLE).join(' ')} Ł́ódź 東京`
  for (let most = 1; most < text.length; most++) {
    let expected = ''
    for (const { segment } of segmenter.segment(text)) {
      if (expected.length + segment.length > most) break
      expected += segment
    }
    expect(cutText(text, most)).toBe(expected)
  }
})
