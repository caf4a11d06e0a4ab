import type { Source } from '../../page/controls.ts'
import { element } from '../../page/element.ts'
import { followFinger, holdButton } from '../../page/fingers.ts'
import type { DogGuide } from './dog-guide.ts'
import { type Arrows, type Held, WAYS } from './held.ts'

/** A thumb this near to the middle of the pad, as a share of its half width, walks nowhere. */
const MIDDLE = 0.22
/**
 * A direction that is at least this share of the other one counts too: eight directions in all, each with an eighth of
 * the circle.
 */
const DIAGONAL = Math.SQRT2 - 1

/**
 * The directions in which a thumb at (`x`, `y`) on the pad walks, both from 0 at the upper left to 1. A thumb may slide
 * off the pad.
 */
export function holdWalk(x: number, y: number, input: Arrows): void {
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

/** Controls for fingers: a pad on the left to walk, and buttons on the right to bark and to call the dog. */
export function touchControls(
  source: Source<Held>,
  guide: Pick<DogGuide, 'heel'> | undefined,
): void {
  const { input } = source
  const walk = element('run')
  followFinger(walk, {
    move: (x, y) => holdWalk(x, y, input),
    end: () => {
      for (const way of WAYS) input[way] = false
    },
    shown: () => {
      for (const way of WAYS) walk.classList.toggle(way, input[way])
    },
  })
  if (!guide) return
  holdButton(element('bark'), input, 'bark')
  const calls = { heel: false }
  const button = element('heel')
  holdButton(button, calls, 'heel')
  button.addEventListener('pointerdown', () => guide.heel())
}
