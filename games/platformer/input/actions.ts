import type { Action } from '../../page/key-bindings.ts'

/** What keys do in the platformer: the names are fields of its input. */
export const ACTIONS: readonly Action[] = [
  { name: 'left', label: 'Run left', codes: ['ArrowLeft', 'KeyA'] },
  { name: 'right', label: 'Run right', codes: ['ArrowRight', 'KeyD'] },
  { name: 'jump', label: 'Jump', codes: ['Space', 'ArrowUp', 'KeyW'] },
  { name: 'down', label: 'Drop through planks', codes: ['ArrowDown', 'KeyS'] },
  { name: 'throw', label: 'Throw a snowball', codes: ['KeyF', 'KeyX'] },
]
