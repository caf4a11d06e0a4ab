import { InputBufferImpl } from '@colyseus/core/input/InputBuffer'
import type { InputQueue } from '../timing/recovery.ts'

/** What `defineInput()` of @colyseus/core 0.18 holds at most, unless a game says otherwise. */
const MOST = 32

/**
 * The real queue of Colyseus 0.18, for either use that its documentation names for a world in which all step together:
 * `next()` in each tick, or `take()` of a bounded few. What comes in order has no number on the wire. Nothing tells the
 * client how many wait: with `next()` they stay as many until ticks find no input, and only above `MOST` the oldest go;
 * `take()` makes them fewer by moving one player more than once in a tick.
 */
export function colyseusQueue(): InputQueue {
  const buffer = new InputBufferImpl<number>(MOST, undefined)
  return {
    name: 'colyseus',
    push: (id) => buffer.push(id),
    next: () => buffer.next(),
    take: (most) => buffer.take(most),
  }
}
