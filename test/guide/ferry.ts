import { defineGame, flag, int, number, once, riders, told } from 'glissade'

/** Where a ferry's deck is at a moment: to and fro, slower at the ends, by nothing but time and its number. */
export function placeFerry(index: number, timeMs: number, at: { x: number; y: number }): void {
  const turn = timeMs / 6000
  const phase = turn - Math.floor(turn)
  const there = phase < 0.5 ? phase * 2 : 2 - phase * 2
  at.x = 200 + 300 * index + 160 * there * there * (3 - 2 * there)
  at.y = 300
}

const deck = { x: 0, y: 0 }

export const game = defineGame({
  name: 'ferries',
  stepHz: 60,
  input: { left: flag(), right: flag() },
  entities: {
    // What `path` reads is `once`: nothing else of such a kind is sent.
    ferry: { index: once(int({ max: 7 })), x: number({ max: 2000 }), y: number({ max: 600 }) },
    sailor: {
      x: number({ max: 2000 }),
      y: number({ max: 600 }),
      /** The ferry it stands on plus one, 0 for the shore, and where on its deck. */
      aboard: int({ max: 8 }),
      deckX: number({ min: -64, max: 64 }),
      /** Only the server counts fish. */
      fish: told(int({ max: 999 })),
    },
  },
  path: { ferry: (ferry, timeMs) => placeFerry(ferry.index, timeMs, ferry) },
  riders: riders(),
  attachedTo: {
    sailor: (sailor, timeMs, carrier) => {
      if (sailor.aboard > 0) placeFerry(sailor.aboard - 1, timeMs, carrier)
    },
  },
  move: {
    sailor(sailor, input, ctx) {
      const walk = (+input.right - +input.left) * 80 * ctx.dtSeconds
      if (sailor.aboard === 0) {
        sailor.x += walk
        return
      }
      // Its place on the deck is kept, not what the deck moved by: so nothing drifts.
      placeFerry(sailor.aboard - 1, ctx.timeMs, deck)
      sailor.deckX += walk
      sailor.x = deck.x + sailor.deckX
      sailor.y = deck.y
      if (sailor.deckX < -40 || sailor.deckX > 40) sailor.aboard = 0
    },
  },
})
