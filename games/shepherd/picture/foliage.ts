import type { Drawing } from './drawing.ts'
import { speck } from './noise.ts'
import { type Brush, line, oval, pick, shadow, shape } from './paint.ts'
import { BARK, BARK_DARK, INK, LEAF, LEAF_DARK, LEAF_LIT, LEAF_SUN } from './palette.ts'

/** How many bushes, trees and pines there are to choose from. */
export const BUSHES = 6
export const TREES = 3
export const PINES = 2

/** A ball of leaves: where, and how large. */
interface Ball {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** What has leaves: bushes for hedges, trees, pines. */
export const FOLIAGE: readonly Drawing[] = [
  ...Array.from({ length: BUSHES }, (_, i) => bush(i)),
  ...Array.from({ length: TREES }, (_, i) => tree(i)),
  ...Array.from({ length: PINES }, (_, i) => pine(i)),
]

function bush(n: number): Drawing {
  const balls: Ball[] = []
  for (let i = 0; i < 9; i++) {
    const high = 9 + speck(i, n, 3) * 22
    const half = 17 - Math.max(high - 16, 0) * 0.55
    balls.push({ x: (speck(i, n, 1) * 2 - 1) * half, y: -high, size: 8 + speck(i, n, 2) * 4 })
  }
  balls.push({ x: -12, y: -10, size: 10 }, { x: 12, y: -10, size: 10 }, { x: 0, y: -12, size: 13 })
  return {
    name: `bush${n}`,
    left: 34,
    top: 50,
    right: 34,
    bottom: 8,
    paint: (brush) => {
      shadow(brush, 0, 0, 27, 6)
      leaves(brush, balls, n)
      if (n % 3 === 0) blossom(brush, balls, n)
    },
  }
}

function tree(n: number): Drawing {
  const balls: Ball[] = [{ x: 0, y: -82, size: 30 }]
  for (let i = 0; i < 13; i++) {
    const turn = i * 2.39996 + n
    const away = Math.sqrt((i + 0.5) / 13)
    const size = 13 + speck(i, n, 12) * 8
    balls.push({ x: Math.cos(turn) * away * 33, y: -82 + Math.sin(turn) * away * 27, size })
  }
  return {
    name: `tree${n}`,
    left: 60,
    top: 142,
    right: 60,
    bottom: 14,
    paint: (brush) => {
      shadow(brush, 5, 1, 42, 11)
      trunk(brush, n)
      leaves(brush, balls, n + 20)
      if (n === 2) apples(brush, balls)
    },
  }
}

function trunk(brush: Brush, n: number): void {
  const bend = (speck(n, 0, 21) - 0.5) * 8
  const outline = [-9, 2, -5, -14, -5 + bend, -60, 5 + bend, -60, 5, -14, 10, 2, 3, 0, -3, 1]
  line(brush, [...outline, -9, 2], 2.4, INK)
  shape(brush, outline, BARK)
  shape(brush, [1, 0, 2, -14, 2 + bend, -60, 5 + bend, -60, 5, -14, 10, 2, 3, 0], BARK_DARK)
  line(brush, [-3, -16, -2 + bend / 2, -34], 0.9, BARK_DARK)
}

/** Balls of leaves, dark below and behind, with the sun from the upper left. */
function leaves(brush: Brush, balls: readonly Ball[], salt: number): void {
  for (const { x, y, size } of balls) oval(brush, x, y, size + 1.1, size + 1.1, INK)
  for (const { x, y, size } of balls) oval(brush, x, y, size, size, LEAF_DARK)
  const byHeight = [...balls].sort((a, b) => b.y - a.y)
  for (const [n, { x, y, size }] of byHeight.entries()) {
    oval(brush, x - size * 0.1, y - size * 0.14, size * 0.84, size * 0.82, LEAF)
    const dabs = Math.round(size * size * 0.34)
    for (let i = 0; i < dabs; i++) {
      const turn = i * 2.39996
      const away = Math.sqrt(i / dabs) * size * 0.98
      const dx = Math.cos(turn) * away
      const dy = Math.sin(turn) * away
      const sun = (-dx - dy * 1.5) / size / 1.6 + (speck(i, n, salt) - 0.5) * 0.75
      if (sun > -0.16) dab(brush, x + dx, y + dy, turn, sun)
      else if (sun < -0.8) dab(brush, x + dx, y + dy, turn, -1)
    }
  }
}

/** One leaf; `sun` from -1, in the shade, to 1. */
function dab(brush: Brush, x: number, y: number, turn: number, sun: number): void {
  brush.fillStyle = sun < -0.5 ? LEAF_DARK : sun < 0.18 ? LEAF : sun < 0.62 ? LEAF_LIT : LEAF_SUN
  brush.beginPath()
  brush.ellipse(x, y, 2.3, 1.3, turn * 3, 0, Math.PI * 2)
  brush.fill()
}

function blossom(brush: Brush, balls: readonly Ball[], salt: number): void {
  for (let i = 0; i < 15; i++) {
    const ball = pick(balls, speck(i, salt, 31))
    const x = ball.x + (speck(i, salt, 32) - 0.5) * ball.size * 1.4
    const y = ball.y + (speck(i, salt, 33) - 0.6) * ball.size * 1.3
    for (let petal = 0; petal < 5; petal++) {
      const turn = (petal / 5) * Math.PI * 2 + i
      oval(brush, x + Math.cos(turn) * 1.1, y + Math.sin(turn) * 1.1, 0.9, 0.9, '#fff4f2')
    }
    oval(brush, x, y, 0.7, 0.7, '#ffd25e')
  }
}

function apples(brush: Brush, balls: readonly Ball[]): void {
  for (const [i, { x, y, size }] of balls.entries()) {
    const atX = x + (speck(i, 3, 41) - 0.5) * size
    const atY = y + (speck(i, 3, 42) - 0.3) * size
    oval(brush, atX, atY, 2.9, 2.9, INK)
    oval(brush, atX, atY, 2.2, 2.2, '#e2564d')
    oval(brush, atX - 0.7, atY - 0.8, 0.7, 0.6, '#ffb6a3')
  }
}

function pine(n: number): Drawing {
  const height = 112 + n * 18
  return {
    name: `pine${n}`,
    left: 46,
    top: height + 6,
    right: 46,
    bottom: 12,
    paint: (brush) => {
      shadow(brush, 4, 1, 32, 9)
      line(brush, [0, 0, 0, -30], 9, INK)
      line(brush, [0, 0, 0, -30], 6.4, BARK_DARK)
      for (let i = 0; i < 5; i++) skirt(brush, i, height)
    },
  }
}

function skirt(brush: Brush, i: number, height: number): void {
  const foot = -height * (0.1 + i * 0.155)
  const half = 36 - i * 6.2
  const tip = foot - height * (0.33 - i * 0.012)
  const edge: number[] = []
  for (let k = 0; k <= 8; k++)
    edge.push(half - (k / 8) * half * 2, foot + (k % 2 === 0 ? 0 : 5) - Math.abs(k - 4) * 1.4)
  const outline = [0, tip, ...edge]
  line(brush, [...outline, 0, tip], 2.2, INK)
  shape(brush, outline, '#2f6152')
  shape(brush, [0, tip, ...edge.slice(8)], '#3f7a58')
  shape(brush, [0, tip, ...edge.slice(12), -half * 0.42, foot - (foot - tip) * 0.36], '#5f9c5f')
}
