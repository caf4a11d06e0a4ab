import {
  fields,
  flag,
  hidden,
  type Infer,
  int,
  number,
  once,
  oneOf,
  own,
  text,
  told,
} from 'glissade'
import { HEIGHT, WIDTH } from './level.ts'

/**
 * A player who runs, jumps and throws. `x`, `y` are the middle of the feet in pixels, `vx`, `vy` are pixels a second.
 * What `move` remembers from step to step is here too, for its owner only. Whole steps of 1/64 and 1/16 make both ends
 * add up the same numbers.
 */
export const pip = fields({
  x: number({ max: WIDTH, coarse: 1 / 16 }),
  y: number({ min: -256, max: HEIGHT + 128, coarse: 1 / 16 }),
  vx: number({ min: -512, max: 512, step: 1 / 16, coarse: 4, curve: 'step' }),
  vy: number({ min: -512, max: 512, step: 1 / 16, coarse: 4, curve: 'step' }),
  facing: oneOf('right', 'left'),
  grounded: flag(),
  /** The platform that the pip stands on: its number in `PLATFORMS` plus one; 0 for none. */
  platform: int({ max: 15 }),
  /** Coins of this round. */
  coins: told(int({ max: 255 })),
  name: once(text(16)),
  hue: once(int({ max: 359 })),
  /** How long the pip may still jump after it has left the ground. */
  coyoteMs: own(number({ max: 128, step: 1 / 4 })),
  /** How long a press of jump is still remembered. */
  bufferMs: own(number({ max: 128, step: 1 / 4 })),
  /** Whether jump was held in the last step. */
  jumpHeld: own(flag()),
  /** Whether the pip rises from a jump that letting go would cut short. */
  rising: own(flag()),
  /** The pip's place on its platform: its x less the platform's. */
  rideX: number({ min: -64, max: 64, curve: 'step' }),
  /** How long until the pip can throw again. */
  reloadMs: own(number({ max: 1024, step: 1 / 4 })),
  /** The step in which the pip took its last coin: of players with as many coins, the first to get there has won. */
  countedAt: hidden(int({ max: 2 ** 31 - 2 })),
})

/** The plain object that `move` gets. */
export type Pip = Infer<typeof pip>
