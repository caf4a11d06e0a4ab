import type { Action } from '../../page/key-bindings.ts'

/** What keys do in Shepherd's World: the names are fields of its input, and orders to the dog. */
export const ACTIONS: readonly Action[] = [
  { name: 'up', label: 'Walk up', codes: ['ArrowUp', 'KeyW'] },
  { name: 'left', label: 'Walk left', codes: ['ArrowLeft', 'KeyA'] },
  { name: 'down', label: 'Walk down', codes: ['ArrowDown', 'KeyS'] },
  { name: 'right', label: 'Walk right', codes: ['ArrowRight', 'KeyD'] },
  { name: 'bark', label: 'Bark', codes: ['Space'] },
  { name: 'heel', label: 'Call the dog', codes: ['KeyE'] },
  { name: 'stay', label: 'Make the dog stay', codes: ['KeyQ'] },
]
