import { type KeyBindings, keyName } from '../../page/key-bindings.ts'
import type { Prompt } from './lessons.ts'

/** What the player plays with. */
export type Device = 'keyboard' | 'fingers' | 'gamepad'

/** The names of the keys, as a player reads them. */
export interface KeyNames {
  readonly left: string
  readonly right: string
  readonly jump: string
  readonly throw: string
}

/** The names of the keys that a player has now. */
export function namesOf(bindings: KeyBindings): KeyNames {
  const nameOf = (action: string): string => keyName(bindings.codesOf(action)[0] ?? '')
  return {
    left: nameOf('left'),
    right: nameOf('right'),
    jump: nameOf('jump'),
    throw: nameOf('throw'),
  }
}

/** A piece of a prompt: words, or the name of a key. */
export type Piece = string | { readonly key: string }

const FINGERS: { readonly [P in Prompt]: string } = {
  run: 'Slide your left thumb on the pad to run.',
  jump: 'Tap the arrow button to jump.',
  throw: 'Tap the snowball button to throw.',
}
const GAMEPAD: { readonly [P in Prompt]: string } = {
  run: 'Push the left stick to run.',
  jump: 'Press the lower button to jump.',
  throw: 'Press the left button to throw.',
}

/** What a prompt says, in pieces. */
export function promptPieces(prompt: Prompt, device: Device, keys: KeyNames): readonly Piece[] {
  if (device === 'fingers') return [FINGERS[prompt]]
  if (device === 'gamepad') return [GAMEPAD[prompt]]
  if (prompt === 'run')
    return ['Press ', { key: keys.left }, ' or ', { key: keys.right }, ' to run.']
  if (prompt === 'jump') return ['Press ', { key: keys.jump }, ' to jump.']
  return ['Press ', { key: keys.throw }, ' to throw a snowball.']
}

/** What a round is about. */
export const goalText = (secondsLeft: number): string =>
  `Collect the most coins in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}.`
