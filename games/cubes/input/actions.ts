import type { Action } from '../../page/key-bindings.ts'

/** What keys do in Cubes: the names are fields of its input. */
export const ACTIONS: readonly Action[] = [
  { name: 'left', label: 'Roll left', codes: ['ArrowLeft', 'KeyA'] },
  { name: 'right', label: 'Roll right', codes: ['ArrowRight', 'KeyD'] },
  { name: 'up', label: 'Roll away from you', codes: ['ArrowUp', 'KeyW'] },
  { name: 'down', label: 'Roll towards you', codes: ['ArrowDown', 'KeyS'] },
]
