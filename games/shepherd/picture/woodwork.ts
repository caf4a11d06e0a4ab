import type { Drawing } from './drawing.ts'
import { type Brush, digit, line, oval, shadow, shape } from './paint.ts'
import { INK, PAPER, PEN_COLOURS, STRAWS, WOOD, WOOD_DARK, WOOD_LIT } from './palette.ts'

/** The length of a rail, and of a rail that leads away from the viewer, in units. */
export const RAIL = 38
export const SIDE_RAIL = 30
/** How high the two rails are over the ground. */
const LOWER = 7
const UPPER = 15
/** Where a sign's board is over its foot. */
export const BOARD_Y = -37

/** Everything made of wood: fences, gates, signs. Also bales of straw beside them. */
export const WOODWORK: readonly Drawing[] = [
  { name: 'post', left: 7, top: 26, right: 7, bottom: 4, paint: (brush) => post(brush, 21, 3) },
  { name: 'gatepost', left: 9, top: 46, right: 9, bottom: 5, paint: gatePost },
  ...[0, 1, 2].map((n) => rail(n)),
  { name: 'side', left: 6, top: 50, right: 6, bottom: 4, paint: side },
  { name: 'leaf', left: 4, top: 34, right: 48, bottom: 6, paint: (brush) => leaf(brush, 42, -6) },
  {
    name: 'leafdown',
    left: 4,
    top: 26,
    right: 26,
    bottom: 44,
    paint: (brush) => leaf(brush, 19, 38),
  },
  {
    name: 'leafup',
    left: 4,
    top: 62,
    right: 26,
    bottom: 6,
    paint: (brush) => leaf(brush, 19, -36),
  },
  ...PEN_COLOURS.map((colour, n) => sign(n, colour)),
  ...PEN_COLOURS.map((colour, n) => flag(n, colour)),
  { name: 'bale', left: 20, top: 24, right: 20, bottom: 6, paint: bale },
]

function plank(brush: Brush, points: readonly number[], width: number): void {
  const [x = 0, y = 0, toX = 0, toY = 0] = points
  line(brush, points, width + 1.5, INK)
  line(brush, points, width, WOOD)
  const up = width * 0.26
  line(brush, [x, y - up, toX, toY - up], width * 0.36, WOOD_LIT)
}

function post(brush: Brush, height: number, half: number): void {
  shadow(brush, 0, 0, half + 3.5, 3)
  brush.fillStyle = INK
  brush.beginPath()
  brush.roundRect(-half - 0.8, -height - 0.8, half * 2 + 1.6, height + 2.2, 2.2)
  brush.fill()
  brush.fillStyle = WOOD
  brush.beginPath()
  brush.roundRect(-half, -height, half * 2, height + 0.6, 1.6)
  brush.fill()
  brush.fillStyle = WOOD_DARK
  brush.fillRect(half * 0.35, -height + 2.5, half * 0.65, height - 2.4)
  oval(brush, 0, -height + 1.5, half - 0.3, 1.5, WOOD_LIT)
  line(brush, [-half * 0.4, -height + 6, -half * 0.4, -height * 0.4], 0.6, WOOD_DARK)
}

/** It is higher than a post, with a lantern on it. */
function gatePost(brush: Brush): void {
  post(brush, 31, 3.8)
  line(brush, [0, -31, 0, -34], 2.4, INK)
  brush.fillStyle = INK
  brush.beginPath()
  brush.roundRect(-4.6, -42.5, 9.2, 10, 2.2)
  brush.fill()
  brush.fillStyle = '#ffd27a'
  brush.beginPath()
  brush.roundRect(-3, -41, 6, 7, 1.4)
  brush.fill()
  oval(brush, -0.8, -38, 1.2, 2, '#fff3cf')
  shape(brush, [-5.8, -42, 0, -45.6, 5.8, -42], INK)
}

function rail(n: number): Drawing {
  const slant = (n - 1) * 0.9
  return {
    name: `rail${n}`,
    left: 3,
    top: 22,
    right: RAIL + 3,
    bottom: 2,
    paint: (brush) => {
      brush.globalAlpha = 0.14
      brush.fillStyle = '#15233a'
      brush.fillRect(0, -1.4, RAIL, 3)
      brush.globalAlpha = 1
      plank(brush, [0, -UPPER + slant, RAIL, -UPPER - slant], 3.6)
      plank(brush, [0, -LOWER - slant, RAIL, -LOWER + slant], 3.6)
    },
  }
}

/** Rails that lead away from the viewer. */
function side(brush: Brush): void {
  brush.globalAlpha = 0.14
  brush.fillStyle = '#15233a'
  brush.fillRect(-2, -SIDE_RAIL, 5.5, SIDE_RAIL)
  brush.globalAlpha = 1
  plank(brush, [1.2, -SIDE_RAIL - LOWER, 1.2, -LOWER], 3.2)
  plank(brush, [-0.9, -SIDE_RAIL - UPPER, -0.9, -UPPER], 3.4)
  line(brush, [-1.8, -SIDE_RAIL - UPPER, -1.8, -UPPER], 1.1, WOOD_LIT)
}

/** An open wing of a gate, from its hinge to (`x`, `y`). */
function leaf(brush: Brush, x: number, y: number): void {
  plank(brush, [2, -4, x, y - 17], 2.2)
  for (const high of [4.5, 11, 17.5]) plank(brush, [1, -high, x, y - high], 2.9)
  plank(brush, [x, y - 2, x, y - 20], 2.8)
}

function sign(n: number, colour: string): Drawing {
  return {
    name: `sign${n}`,
    left: 28,
    top: 54,
    right: 28,
    bottom: 6,
    paint: (brush) => {
      post(brush, 32, 2.6)
      for (const [grow, fill] of [
        [1.2, INK],
        [0, WOOD],
      ] as const) {
        brush.fillStyle = fill
        brush.beginPath()
        brush.roundRect(-25 - grow, BOARD_Y - 12 - grow, 50 + grow * 2, 24 + grow * 2, 4)
        brush.fill()
      }
      brush.fillStyle = PAPER
      brush.beginPath()
      brush.roundRect(-22.5, BOARD_Y - 9.5, 45, 19, 2.5)
      brush.fill()
      oval(brush, -14.5, BOARD_Y, 6.6, 6.6, colour)
      digit(brush, n + 1, -14.5, BOARD_Y + 0.4, 9.5, '#ffffff')
      for (const x of [-23.8, 23.8]) oval(brush, x, BOARD_Y, 0.7, 0.7, INK)
    },
  }
}

function flag(n: number, colour: string): Drawing {
  return {
    name: `flag${n}`,
    left: 1,
    top: 2,
    right: 20,
    bottom: 12,
    paint: (brush) => {
      line(brush, [1, 1, 18, 5, 1, 10, 1, 1], 1.6, INK)
      shape(brush, [1, 1, 18, 5, 1, 10], colour)
      brush.globalAlpha = 0.3
      shape(brush, [1, 1, 18, 5, 1, 4], '#ffffff')
      brush.globalAlpha = 1
    },
  }
}

function bale(brush: Brush): void {
  shadow(brush, 1, -1, 20, 6)
  for (const [grow, fill] of [
    [1.2, INK],
    [0, '#d9b35f'],
  ] as const) {
    brush.fillStyle = fill
    brush.beginPath()
    brush.roundRect(-17 - grow, -20 - grow, 34 + grow * 2, 20 + grow * 2, 3)
    brush.fill()
  }
  brush.fillStyle = '#f0d590'
  brush.beginPath()
  brush.roundRect(-17, -20, 34, 7, 3)
  brush.fill()
  for (let i = 0; i < 26; i++) {
    const x = -15 + ((i * 7.3) % 30)
    const y = -18 + ((i * 5.1) % 16)
    line(brush, [x, y, x + 4 - (i % 3) * 2, y + 1 - (i % 2) * 2], 0.7, STRAWS[i % 4] ?? WOOD)
  }
  for (const x of [-8, 8]) line(brush, [x, -20, x, 0], 1, '#a3513f')
}
