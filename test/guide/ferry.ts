import { defineGame, flag, int, number, once, riders, told } from 'glissade'

/** Places a ferry's deck by time and its number alone. It goes to and fro, slower at the ends. */
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
    // `path` reads only `once` fields, because no other fields of such a kind are sent.
    ferry: { index: once(int({ max: 7 })), x: number({ max: 2000 }), y: number({ max: 600 }) },
    sailor: {
      x: number({ max: 2000 }),
      y: number({ max: 600 }),
      /** The number of the ferry that it stands on, plus one; 0 for the shore. `deckX` is its place on the deck. */
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
      // The sailor keeps its place on the deck, not the distance that the deck moved, so it does not drift.
      placeFerry(sailor.aboard - 1, ctx.timeMs, deck)
      sailor.deckX += walk
      sailor.x = deck.x + sailor.deckX
      sailor.y = deck.y
      if (sailor.deckX < -40 || sailor.deckX > 40) sailor.aboard = 0
    },
  },
})
