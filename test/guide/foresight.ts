import { defineGame, flag, number, own } from 'glissade'
import type { Session } from 'glissade/client'

/** A frog that keeps hopping as long as its player holds the key, until it is tired. */
export const frogs = defineGame({
  name: 'frogs',
  input: {
    hop: flag(),
    // Not sent to others: it does not move anything that they see.
    whisper: own(flag()),
  },
  entities: {
    frog: {
      y: number({ max: 200 }),
      vy: number({ min: -400, max: 400, curve: 'step' }),
      // Not sent to others: their copies count on their own.
      hops: own(number({ max: 1000, step: 1 })),
    },
  },
  move: {
    frog(frog, input, ctx) {
      frog.vy -= 900 * ctx.dtSeconds
      frog.y += frog.vy * ctx.dtSeconds
      if (frog.y > 0) return
      const isHopping = input.hop && frog.hops < 1000
      frog.y = 0
      frog.vy = isHopping ? 260 : 0
      if (isHopping) frog.hops++
    },
  },
})

/** Turns foresight off, for comparison: others are then extrapolated along their curves. */
export function withoutForesight(session: Session<typeof frogs>): void {
  session.techniques.foresee = false
}
