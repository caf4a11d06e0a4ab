import { PENS } from './meadow.ts'
import { WayMap } from './way-map.ts'

const ways: WayMap[] = []

/** The way into a pen from everywhere, by its number in `PENS`. It is computed when it is first asked for. */
export function wayInto(pen: number): WayMap {
  const known = ways[pen]
  if (known) return known
  const { x, y, width, height } = PENS[pen]!
  const way = new WayMap()
  way.draw(x + width / 2, y + height / 2)
  ways[pen] = way
  return way
}
