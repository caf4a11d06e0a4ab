import { misuse } from '../../base/settings.ts'
import type { ResumeKey } from '../../wire/packets/handshake.ts'

/** The generator that browsers, Node and workers all have. */
declare const crypto: { getRandomValues(words: Uint32Array): Uint32Array }

/** Returns a resume key that nobody can guess, not even from other keys. Never the zero key. */
export function randomKey(): ResumeKey {
  const words = new Uint32Array(2)
  do crypto.getRandomValues(words)
  while (isNobodys([words[0]!, words[1]!]))
  return [words[0]!, words[1]!]
}

/** Returns `key` if it is a valid key, and throws `misuse` otherwise. */
export function checkedKey(key: ResumeKey): ResumeKey {
  const isKey = key.length === 2 && key.every((half) => half === half >>> 0)
  return isKey && !isNobodys(key)
    ? key
    : misuse('a key of newKey', key, 'two whole numbers of 32 bits, not both 0')
}

/** Whether two keys are the same. The zero key is never the same as any. */
export function isSameKey(a: ResumeKey, b: ResumeKey): boolean {
  return a[0] === b[0] && a[1] === b[1] && !isNobodys(a)
}

function isNobodys(key: ResumeKey): boolean {
  return (key[0] | key[1]) === 0
}
