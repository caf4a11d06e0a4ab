import type { Source } from '../../page/controls.ts'
import { element } from '../../page/element.ts'
import { followFinger, holdButton } from '../../page/fingers.ts'
import type { Buttons } from '../rules/buttons.ts'

/** Below this share of the pad's height, a thumb asks to drop through a plank. */
const DOWN_FROM = 0.72

/** While a thumb does so, the outer parts of the pad still run. */
const OUTER = 0.3

/**
 * What a thumb at (`x`, `y`) on the run pad holds, both from 0 at the upper left to 1. The left half runs left and the
 * right half right. The lower middle drops, and the lower corners do both. A thumb that slides off the pad goes on
 * holding what is nearest.
 */
export function holdRun(x: number, y: number, input: Buttons): void {
  const isLow = y >= DOWN_FROM
  input.down = isLow
  input.left = x < (isLow ? OUTER : 0.5)
  input.right = x >= (isLow ? 1 - OUTER : 0.5)
}

/** Controls for fingers: a pad on the left on which a thumb slides, and buttons to jump and to throw on the right. */
export function touchControls(source: Source<Buttons>): void {
  const { input } = source
  const run = element('run')
  followFinger(run, {
    move: (x, y) => holdRun(x, y, input),
    end: () => {
      input.left = input.right = input.down = false
    },
    shown: () => {
      run.classList.toggle('left', input.left)
      run.classList.toggle('right', input.right)
      run.classList.toggle('down', input.down)
    },
  })
  holdButton(element('jump'), input, 'jump')
  holdButton(element('throw'), input, 'throw')
}
