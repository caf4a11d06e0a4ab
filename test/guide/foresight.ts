import { defineGame, flag, number, own } from 'glissade'
import type { Session } from 'glissade/client'

/** A frog that keeps hopping as long as its player holds the key, until it is tired. */
export const frogs = defineGame({
  name: 'frogs',
  input: {
    hop: flag(),
    // Others are not told: it moves nothing that they see.
    whisper: own(flag()),
  },
  entities: {
    frog: {
      y: number({ max: 200 }),
      vy: number({ min: -400, max: 400, curve: 'step' }),
      // Others are not told: their copies count for themselves.
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

/** To see what it is for: from now on others are carried on along their curves. */
export function withoutForesight(session: Session<typeof frogs>): void {
  session.techniques.foresee = false
}
