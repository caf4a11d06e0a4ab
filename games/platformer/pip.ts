import { fields, flag, type Infer, int, number, once, oneOf, own, text } from 'glissade'
import { HEIGHT, WIDTH } from './level.ts'

/**
 * Somebody who runs and jumps. `x`, `y` are the middle of the feet in pixels, `vx`, `vy` are pixels a second.
 * What `move` remembers from step to step is here too, for its owner only; whole steps of 1/64 and 1/16 make
 * both ends add up the same numbers.
 */
export const pip = fields({
  x: number({ max: WIDTH, coarse: 1 / 16 }),
  y: number({ min: -256, max: HEIGHT + 128, coarse: 1 / 16 }),
  vx: number({ min: -256, max: 256, step: 1 / 16, coarse: 4 }),
  vy: number({ min: -512, max: 512, step: 1 / 16, coarse: 4 }),
  facing: oneOf('right', 'left'),
  grounded: flag(),
  name: once(text(16)),
  hue: once(int({ max: 359 })),
  /** How long it may still jump after it has left the ground. */
  coyoteMs: own(number({ max: 128, step: 1 / 4 })),
  /** How long a press of jump is still remembered. */
  bufferMs: own(number({ max: 128, step: 1 / 4 })),
  /** Whether jump was held in the last step. */
  jumpHeld: own(flag()),
  /** Whether it rises from a jump that letting go would cut short. */
  rising: own(flag()),
})

/** The plain object `move` gets. */
export type Pip = Infer<typeof pip>

/** A puff of snow where feet leave or meet the ground: an event, drawn once and gone. */
export const puff = fields({
  x: number({ max: WIDTH, step: 1 }),
  y: number({ min: -256, max: HEIGHT + 128, step: 1 }),
  /** From a light step to a fall at full speed. */
  strength: int({ max: 7 }),
})
