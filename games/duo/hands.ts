import { keys } from 'glissade/pixi'
import type { Side } from './side.ts'

/** The keys of a side, by what they do. */
interface Hands {
  /** The keys as a person reads them. */
  readonly text: string
  readonly left: readonly string[]
  readonly right: readonly string[]
  readonly jump: readonly string[]
  readonly down: readonly string[]
  readonly throw: readonly string[]
}

export const LEFT_HAND: Hands = {
  text: 'W A S D, F throws',
  left: ['KeyA'],
  right: ['KeyD'],
  jump: ['KeyW', 'Space'],
  down: ['KeyS'],
  throw: ['KeyF'],
}

export const RIGHT_HAND: Hands = {
  text: 'arrows, Enter throws',
  left: ['ArrowLeft'],
  right: ['ArrowRight'],
  jump: ['ArrowUp'],
  down: ['ArrowDown'],
  throw: ['Enter', 'Period'],
}

/** Gives a side its keys. The first of them takes it from the bot. */
export function hold(side: Side, hands: Hands): void {
  const { text: _text, ...map } = hands
  const all = Object.values(map).flat()
  // This comes before `keys` below, so that the key itself is written after the bot has let go.
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Keys typed into the panels do not play. `keys` has the same rule.
    const target = event.target as Partial<HTMLElement> | null
    if (target?.closest?.('input, select')) return
    if (all.includes(event.code)) side.touch()
  })
  keys(side.session, map)
}
