import { InputBufferImpl } from '@colyseus/core/input/InputBuffer'
import type { InputQueue } from '../timing/recovery.ts'

/** What `defineInput()` of @colyseus/core 0.18 holds at most, unless a game says otherwise. */
const MOST = 32

/**
 * The real queue of Colyseus 0.18, used as its documentation has it for one input a tick: `next()` in each of them. What
 * comes in order has no number on the wire. Nothing tells the client how many wait, and nothing makes them fewer.
 */
export function colyseusQueue(): InputQueue {
  const buffer = new InputBufferImpl<number>(MOST, undefined)
  return {
    name: 'colyseus',
    push: (id) => buffer.push(id),
    next: () => buffer.next() ?? -1,
    get size() {
      return buffer.size
    },
  }
}
