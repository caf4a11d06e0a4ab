import { HEIGHT, WIDTH } from '../rules/meadow.ts'
import type { Spot } from './drawing.ts'
import { BUSHES, PINES, TREES } from './foliage.ts'
import { speck } from './noise.ts'
import { BORDER } from './tiles.ts'

/** Units between two trees of the wood. */
const ALONG = 58

/** The wood around the meadow, where nobody goes. */
export function trees(): Spot[] {
  const spots: Spot[] = []
  const edge = (
    count: number,
    place: (i: number, row: number) => [number, number],
    salt: number,
  ): void => {
    for (let row = 0; row < 2; row++)
      for (let i = 0; i <= count; i++) {
        const [x, y] = place(i + (row === 0 ? 0 : 0.5), row)
        spots.push(row === 0 ? underwood(x, y, i, salt) : tree(x, y, i, salt))
      }
  }
  const across = Math.round((WIDTH + BORDER * 2) / ALONG)
  const down = Math.round((HEIGHT + BORDER * 2) / ALONG)
  // The crowns in the south are high, so its trees stand further off and hide little.
  edge(across, (i, row) => [i * ALONG - BORDER, row === 0 ? -12 : -36 - wild(i, 1) * 30], 1)
  edge(
    across,
    (i, row) => [i * ALONG - BORDER, HEIGHT + (row === 0 ? 46 : 124 + wild(i, 2) * 26)],
    2,
  )
  edge(down, (i, row) => [row === 0 ? -16 : -42 - wild(i, 3) * 36, i * ALONG - BORDER], 3)
  edge(down, (i, row) => [WIDTH + (row === 0 ? 16 : 42 + wild(i, 4) * 36), i * ALONG - BORDER], 4)
  return spots
}

const wild = (i: number, salt: number): number => speck(i * 2, salt, 121)

function tree(x: number, y: number, i: number, salt: number): Spot {
  const isPine = speck(i, salt, 122) < 0.45
  const kind = speck(i, salt, 123)
  return {
    piece: isPine ? `pine${Math.floor(kind * PINES)}` : `tree${Math.floor(kind * TREES)}`,
    x: x + (speck(i, salt, 124) - 0.5) * 30,
    y,
    size: 0.8 + speck(i, salt, 125) * 0.25,
    isFlipped: kind < 0.5,
  }
}

function underwood(x: number, y: number, i: number, salt: number): Spot {
  const kind = speck(i, salt, 126)
  return {
    piece: kind < 0.12 ? `stone${i % 3}` : `bush${Math.floor(kind * BUSHES)}`,
    x: x + (speck(i, salt, 127) - 0.5) * 34,
    y: y + (speck(i, salt, 128) - 0.5) * 10,
    size: 0.7 + speck(i, salt, 129) * 0.4,
    isFlipped: kind > 0.5,
  }
}
