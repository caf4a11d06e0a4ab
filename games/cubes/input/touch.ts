import type { Source } from '../../page/controls.ts'
import { element } from '../../page/element.ts'
import { followFinger } from '../../page/fingers.ts'
import type { Hands } from '../rules/kinds.ts'

/** A thumb this near to the middle of the pad, as a share of its half width, rolls nowhere. */
const MIDDLE = 0.2
/** A direction that is at least this share of the other one counts too: eight directions in all. */
const DIAGONAL = Math.SQRT2 - 1
const WAYS = ['left', 'right', 'up', 'down'] as const

/** The directions in which a thumb at (`x`, `y`) on the pad rolls, both from 0 at the upper left to 1. */
export function holdRoll(x: number, y: number, input: Hands): void {
  const right = x * 2 - 1
  const down = y * 2 - 1
  const across = Math.abs(right)
  const along = Math.abs(down)
  const isAway = Math.max(across, along) > MIDDLE
  const isAcross = isAway && across > along * DIAGONAL
  const isAlong = isAway && along > across * DIAGONAL
  input.left = isAcross && right < 0
  input.right = isAcross && right > 0
  input.up = isAlong && down < 0
  input.down = isAlong && down > 0
}

/** Controls for fingers: a pad on which a thumb rolls the snowball. */
export function touchControls({ input }: Source<Hands>): void {
  const pad = element('run')
  followFinger(pad, {
    move: (x, y) => holdRoll(x, y, input),
    end: () => {
      for (const way of WAYS) input[way] = false
    },
    shown: () => {
      for (const way of WAYS) pad.classList.toggle(way, input[way])
    },
  })
}
