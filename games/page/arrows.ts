import { followFinger } from './fingers.ts'
import { edge, isCross, PAD_DOWN, PAD_LEFT, PAD_RIGHT, PAD_UP, type PadState } from './gamepads.ts'

/** The four directions. */
export interface Arrows {
  left: boolean
  right: boolean
  up: boolean
  down: boolean
}

/** The names of the four directions. */
export const WAYS = ['left', 'right', 'up', 'down'] as const

/** An input that holds nothing. */
export const noArrows = (): Arrows => ({ left: false, right: false, up: false, down: false })

/** A thumb this near to the middle of the pad, as a share of its half width, holds nothing. */
const MIDDLE = 0.22
/**
 * A direction that is at least this share of the other one counts too: eight directions in all, each with an eighth of
 * the circle.
 */
const DIAGONAL = Math.SQRT2 - 1

/**
 * The directions that a thumb at (`x`, `y`) on a pad holds, both from 0 at the upper left to 1. A thumb may slide off the
 * pad.
 */
export function holdArrows(x: number, y: number, input: Arrows): void {
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

/** Holds the directions of a thumb on `pad`, which shows them. Its looks are in arrows.css. */
export function arrowPad(pad: HTMLElement, input: Arrows): void {
  followFinger(pad, {
    move: (x, y) => holdArrows(x, y, input),
    end: () => {
      for (const way of WAYS) input[way] = false
    },
    shown: () => {
      for (const way of WAYS) pad.classList.toggle(way, input[way])
    },
  })
}

/**
 * Adds the directions that the cross or the left stick of a gamepad holds to `now`. `before`: those of the last poll.
 * Allocates nothing.
 */
export function readArrows(pad: PadState, before: Readonly<Arrows>, now: Arrows): void {
  const x = pad.axes[0] ?? 0
  const y = pad.axes[1] ?? 0
  now.left ||= -x > edge(before.left) || isCross(pad, PAD_LEFT)
  now.right ||= x > edge(before.right) || isCross(pad, PAD_RIGHT)
  now.up ||= -y > edge(before.up) || isCross(pad, PAD_UP)
  now.down ||= y > edge(before.down) || isCross(pad, PAD_DOWN)
}
