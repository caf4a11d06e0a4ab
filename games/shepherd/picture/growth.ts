import type { Drawing } from './drawing.ts'
import { speck } from './noise.ts'
import { type Brush, line, oval, pick, shadow } from './paint.ts'
import {
  BLADES_DARK,
  BLADES_LIT,
  INK,
  LILY,
  LILY_DARK,
  PETALS,
  REED,
  REED_DARK,
  REED_HEAD,
  STONE,
  STONE_DARK,
  STONE_LIT,
} from './palette.ts'

/** How many tufts and flowers there are to choose from. */
export const TUFTS = 6
export const FLOWERS: number = PETALS.length
const [, BUTTERCUP, , , POPPY] = PETALS

/** Low plants: tufts, flowers, reeds, lilies. Also stones among them. */
export const GROWTH: readonly Drawing[] = [
  ...Array.from({ length: TUFTS }, (_, n) => tuft(n)),
  ...PETALS.map((petal, n) => flowers(n, petal)),
  ...[0, 1, 2].map((n) => reed(n)),
  ...[0, 1, 2].map((n) => lily(n)),
  ...[0, 1, 2].map((n) => stone(n)),
  { name: 'mushroom', left: 7, top: 11, right: 7, bottom: 3, paint: mushroom },
]

function blade(
  brush: Brush,
  x: number,
  y: number,
  dx: number,
  dy: number,
  half: number,
  fill: string,
): void {
  brush.fillStyle = fill
  brush.beginPath()
  brush.moveTo(x - half, y)
  brush.quadraticCurveTo(x - half + dx * 0.2, y + dy * 0.6, x + dx, y + dy)
  brush.quadraticCurveTo(x + half + dx * 0.35, y + dy * 0.5, x + half, y)
  brush.fill()
}

function tuft(n: number): Drawing {
  return {
    name: `tuft${n}`,
    left: 12,
    top: 16,
    right: 12,
    bottom: 3,
    paint: (brush) => {
      brush.globalAlpha = 0.16
      oval(brush, 0.5, 0, 8, 2.2, '#15233a')
      brush.globalAlpha = 1
      const count = 7 + (n % 3) * 2
      for (let i = 0; i < count; i++) {
        const lean = (i / (count - 1)) * 2 - 1
        const high = 6 + speck(i, n, 91) * 7 - Math.abs(lean) * 2.5
        const isLit = speck(i, n, 92) > 0.45
        const colour = pick(isLit ? BLADES_LIT : BLADES_DARK, speck(i, n, 93))
        blade(brush, lean * 3.4, 0.4, lean * 5.5, -high, 1, colour)
      }
    },
  }
}

/** A few flowers of a kind. */
function flowers(n: number, petal: string): Drawing {
  return {
    name: `flower${n}`,
    left: 12,
    top: 16,
    right: 12,
    bottom: 3,
    paint: (brush) => {
      const count = 2 + (n % 3)
      for (let i = 0; i < count + 3; i++) {
        const lean = speck(i, n, 94) * 2 - 1
        blade(
          brush,
          lean * 5,
          0.5,
          lean * 3,
          -4 - speck(i, n, 95) * 3,
          0.9,
          pick(BLADES_DARK, speck(i, n, 96)),
        )
      }
      for (let i = 0; i < count; i++) {
        const x = (i - (count - 1) / 2) * 6.4 + (speck(i, n, 97) - 0.5) * 3
        const y = -5.5 - speck(i, n, 98) * 7
        line(brush, [x * 0.7, 0, x, y], 0.8, '#5a9350')
        if (petal === POPPY) poppy(brush, x, y, petal)
        else bloom(brush, x, y, petal, n)
      }
    },
  }
}

function bloom(brush: Brush, x: number, y: number, petal: string, n: number): void {
  for (let i = 0; i < 6; i++) {
    const turn = (i / 6) * Math.PI * 2 + n
    oval(brush, x + Math.cos(turn) * 1.7, y + Math.sin(turn) * 1.45, 1.2, 1.05, petal)
  }
  oval(brush, x, y, 1.05, 0.9, petal === BUTTERCUP ? '#d98a2b' : '#ffc843')
}

function poppy(brush: Brush, x: number, y: number, petal: string): void {
  oval(brush, x, y + 0.4, 3, 2.6, '#b93a3c')
  oval(brush, x - 0.9, y - 0.5, 2, 1.8, petal)
  oval(brush, x + 1.1, y - 0.3, 1.8, 1.7, petal)
  oval(brush, x + 0.1, y + 0.1, 0.85, 0.7, '#3a2430')
}

function reed(n: number): Drawing {
  return {
    name: `reed${n}`,
    left: 16,
    top: 46,
    right: 16,
    bottom: 3,
    paint: (brush) => {
      for (let i = 0; i < 9; i++) {
        const lean = (i / 8) * 2 - 1
        const high = 22 + speck(i, n, 101) * 18
        const colour = i % 2 === 0 ? REED : REED_DARK
        blade(brush, lean * 5, 1, lean * 7 + (speck(i, n, 102) - 0.5) * 4, -high, 1.3, colour)
      }
      for (let i = 0; i < 2 + (n % 2); i++) {
        const x = (i - 1) * 5 + (speck(i, n, 103) - 0.5) * 4
        const y = -30 - speck(i, n, 104) * 10
        line(brush, [x * 0.5, 0, x, y], 1, REED_DARK)
        line(brush, [x, y, x * 1.03, y - 7], 3.8, INK)
        line(brush, [x, y, x * 1.03, y - 7], 2.6, REED_HEAD)
      }
    },
  }
}

function lily(n: number): Drawing {
  return {
    name: `lily${n}`,
    left: 12,
    top: 9,
    right: 12,
    bottom: 8,
    paint: (brush) => {
      for (const [fill, size, y] of [
        [LILY_DARK, 10, 1],
        [LILY, 9.4, 0],
      ] as const) {
        brush.fillStyle = fill
        brush.beginPath()
        brush.moveTo(0, y)
        brush.ellipse(0, y, size, size * 0.56, 0, 0.5 + n, 6.4 + n)
        brush.fill()
      }
      line(brush, [0, 0, -6, -2], 0.6, LILY_DARK)
      line(brush, [0, 0, -4, 3], 0.6, LILY_DARK)
      if (n !== 1) return
      for (let i = 0; i < 7; i++) {
        const turn = (i / 7) * Math.PI * 2
        oval(brush, 3 + Math.cos(turn) * 2.4, -3 + Math.sin(turn) * 1.6, 1.9, 1.3, '#fbe3ee')
      }
      oval(brush, 3, -3.2, 1.5, 1.1, '#ffd25e')
    },
  }
}

function stone(n: number): Drawing {
  const rx = 9 + n * 4
  const ry = 6 + n * 2
  return {
    name: `stone${n}`,
    left: rx + 4,
    top: ry * 2 + 4,
    right: rx + 5,
    bottom: 6,
    paint: (brush) => {
      shadow(brush, 1, 0, rx + 3, 4.5)
      oval(brush, 0, -ry + 1, rx + 1, ry + 1, INK)
      oval(brush, 0, -ry + 1, rx, ry, STONE_DARK)
      oval(brush, -rx * 0.08, -ry * 1.08, rx * 0.88, ry * 0.84, STONE)
      oval(brush, -rx * 0.25, -ry * 1.38, rx * 0.5, ry * 0.4, STONE_LIT)
      for (let i = 0; i < 8; i++)
        oval(
          brush,
          rx * (0.2 + speck(i, n, 111) * 0.6),
          -ry * (0.5 + speck(i, n, 112)),
          1.5,
          1,
          '#7fa05f',
        )
    },
  }
}

function mushroom(brush: Brush): void {
  for (const [x, size] of [
    [-2.5, 1],
    [3, 0.7],
  ] as const) {
    oval(brush, x, -2 * size, 1.7 * size, 3 * size, INK)
    oval(brush, x, -2 * size, 1.2 * size, 2.6 * size, '#f4ead6')
    oval(brush, x, -5.4 * size, 4.4 * size, 3.2 * size, INK)
    oval(brush, x, -5.5 * size, 3.8 * size, 2.7 * size, '#d9563f')
    for (const at of [-2, 0.4, 2.2])
      oval(brush, x + at * size, -5.6 * size - (at === 0.4 ? 1 : 0), 0.7, 0.55, '#fff')
  }
}
