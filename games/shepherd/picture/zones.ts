import { type Round, ZONES } from '../rules/meadow.ts'
import { speck } from './noise.ts'
import { type Brush, oval } from './paint.ts'
import { MUD_DARK, PUDDLE } from './palette.ts'

/** Puddles in the mud, the same in all pictures. */
const PUDDLES: readonly Round[] = ZONES.flatMap((zone, at) =>
  zone.kind === 'mud' ? puddlesOf(zone, at) : [],
)

/** Paints the puddles near a tile whose upper left corner is at (`left`, `top`). The brush is in units of the meadow. */
export function paintPuddles(brush: Brush, left: number, top: number): void {
  for (const { x, y, rx, ry } of PUDDLES) {
    if (x + rx < left || x - rx > left + brush.canvas.width) continue
    if (y + ry < top || y - ry > top + brush.canvas.height) continue
    oval(brush, x, y + 1.6, rx + 2.5, ry + 2, MUD_DARK)
    oval(brush, x, y, rx, ry, PUDDLE)
    brush.globalAlpha = 0.55
    oval(brush, x - rx * 0.16, y - ry * 0.3, rx * 0.66, ry * 0.46, '#c3d3d6')
    brush.globalAlpha = 1
    oval(brush, x - rx * 0.34, y - ry * 0.42, rx * 0.2, ry * 0.14, '#f4f8f6')
  }
}

/** The golden angle spreads them evenly, without a pattern. */
function puddlesOf({ x, y, rx, ry }: Round, salt: number): Round[] {
  const puddles: Round[] = []
  for (let i = 0; i < 11; i++) {
    const away = Math.sqrt((i + 0.4) / 11) * 0.82
    const turn = i * 2.39996 + salt
    const size = 6 + speck(i, salt, 61) ** 2 * 22
    puddles.push({
      x: x + Math.cos(turn) * rx * away,
      y: y + Math.sin(turn) * ry * away,
      rx: size,
      ry: size * (0.42 + speck(i, salt, 62) * 0.14),
    })
  }
  return puddles
}
