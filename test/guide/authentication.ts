import { defineGame, flag, int, number } from 'glissade'

export const market = defineGame({
  name: 'market',
  input: { left: flag(), right: flag() },
  entities: { trader: { x: number({ max: 100 }), coins: int({ max: 9999 }) } },
  move: {
    trader(trader, { left, right }, { dtSeconds }) {
      trader.x += (Number(right) - Number(left)) * 10 * dtSeconds
    },
  },
})
