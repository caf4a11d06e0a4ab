import type { Drawing } from './drawing.ts'
import { type Brush, digit, line, oval, shape } from './paint.ts'
import { BUTTERFLIES, GOLD, HEART, INK } from './palette.ts'

/** Radius of the soft disc and of the ring as they are drawn, in units. */
export const GLOW_RADIUS = 32
export const RING_RADIUS = 60

/** Everything that flies, shines or floats for a moment, and the digits of signs. */
export const SPARKS: readonly Drawing[] = [
  {
    name: 'dust',
    left: 8,
    top: 8,
    right: 8,
    bottom: 8,
    paint: (brush) => puff(brush, '226, 202, 158'),
  },
  {
    name: 'gloom',
    left: 8,
    top: 8,
    right: 8,
    bottom: 8,
    paint: (brush) => puff(brush, '92, 92, 122'),
  },
  {
    name: 'cloud',
    left: 8,
    top: 8,
    right: 8,
    bottom: 8,
    paint: (brush) => puff(brush, '255, 250, 240'),
  },
  {
    name: 'grass',
    left: 3,
    top: 3,
    right: 3,
    bottom: 3,
    paint: (b) => oval(b, 0, 0, 2.2, 0.8, '#7fb054'),
  },
  {
    name: 'clod',
    left: 3,
    top: 3,
    right: 3,
    bottom: 3,
    paint: (b) => oval(b, 0, 0, 1.5, 1.2, '#5d4636'),
  },
  { name: 'heart', left: 7, top: 7, right: 7, bottom: 8, paint: heart },
  { name: 'star', left: 6, top: 6, right: 6, bottom: 6, paint: star },
  { name: 'tuftlet', left: 5, top: 5, right: 5, bottom: 5, paint: tuftlet },
  { name: 'plus', left: 12, top: 8, right: 12, bottom: 8, paint: plus },
  { name: 'glint', left: 12, top: 3, right: 12, bottom: 3, paint: glint },
  { name: 'duck', left: 12, top: 14, right: 12, bottom: 5, paint: duck },
  { name: 'leaflet', left: 5, top: 4, right: 5, bottom: 4, paint: leaflet },
  ...BUTTERFLIES.map((colour, n) => butterfly(n, colour)),
  {
    name: 'glow',
    left: GLOW_RADIUS,
    top: GLOW_RADIUS,
    right: GLOW_RADIUS,
    bottom: GLOW_RADIUS,
    paint: (brush) => glow(brush, GLOW_RADIUS, '255, 226, 160'),
  },
  {
    name: 'firefly',
    left: 9,
    top: 9,
    right: 9,
    bottom: 9,
    paint: (brush) => glow(brush, 8, '226, 255, 140'),
  },
  {
    name: 'ring',
    left: RING_RADIUS + 3,
    top: RING_RADIUS + 3,
    right: RING_RADIUS + 3,
    bottom: RING_RADIUS + 3,
    paint: ring,
  },
  ...Array.from({ length: 10 }, (_, value) => ({
    name: `digit${value}`,
    left: 5,
    top: 8,
    right: 5,
    bottom: 8,
    paint: (brush: Brush) => digit(brush, value, 0, 0.4, 12.5, INK),
  })),
]

/** A light that fades outwards. */
function glow(brush: Brush, radius: number, colour: string): void {
  const light = brush.createRadialGradient(0, 0, 0, 0, 0, radius)
  for (let i = 0; i <= 8; i++) {
    const left = 1 - i / 8
    light.addColorStop(i / 8, `rgba(${colour}, ${left * left * (0.35 + 0.65 * left)})`)
  }
  brush.fillStyle = light
  brush.fillRect(-radius, -radius, radius * 2, radius * 2)
}

function puff(brush: Brush, colour: string): void {
  const haze = brush.createRadialGradient(0, 0, 1, 0, 0, 7.5)
  haze.addColorStop(0, `rgba(${colour}, 0.8)`)
  haze.addColorStop(0.55, `rgba(${colour}, 0.5)`)
  haze.addColorStop(1, `rgba(${colour}, 0)`)
  brush.fillStyle = haze
  brush.fillRect(-8, -8, 16, 16)
}

function heart(brush: Brush): void {
  for (const [size, fill] of [
    [1.16, INK],
    [1, HEART],
  ] as const) {
    brush.fillStyle = fill
    brush.beginPath()
    brush.moveTo(0, 5.6 * size)
    brush.bezierCurveTo(-9 * size, -0.6 * size, -4.6 * size, -6.8 * size, 0, -2.4 * size)
    brush.bezierCurveTo(4.6 * size, -6.8 * size, 9 * size, -0.6 * size, 0, 5.6 * size)
    brush.fill()
  }
  oval(brush, -2.2, -1.8, 1.3, 1, '#ffc7d3')
}

function star(brush: Brush): void {
  const points: number[] = []
  for (let i = 0; i < 8; i++) {
    const away = i % 2 === 0 ? 5.4 : 1.6
    const turn = (i / 8) * Math.PI * 2
    points.push(Math.cos(turn) * away, Math.sin(turn) * away)
  }
  shape(brush, points, GOLD)
  oval(brush, 0, 0, 1.5, 1.5, '#fff6d8')
}

/** A tuft of wool. */
function tuftlet(brush: Brush): void {
  for (const [x, y] of [
    [-1.6, 0.4],
    [1.6, 0.3],
    [0, -1.2],
  ] as const)
    oval(brush, x, y, 2.4, 2, '#f6efe2')
}

function plus(brush: Brush): void {
  brush.lineJoin = 'round'
  brush.lineWidth = 3
  brush.strokeStyle = INK
  brush.font = '800 12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  brush.strokeText('+1', 0, 0)
  digit(brush, '+1', 0, 0, 12, '#ffe08a')
}

function glint(brush: Brush): void {
  brush.globalAlpha = 0.8
  oval(brush, 0, 0, 9, 0.9, '#ffffff')
  oval(brush, 3, 1.6, 4, 0.6, '#ffffff')
  brush.globalAlpha = 1
}

function duck(brush: Brush): void {
  brush.globalAlpha = 0.4
  oval(brush, 0, 1.6, 10.5, 2.4, '#e3f4ee')
  brush.globalAlpha = 1
  oval(brush, -1, -1.5, 8, 4.6, INK)
  shape(brush, [-7, -2, -11.4, -6.6, -6, -5], INK)
  oval(brush, 5.2, -7.6, 3.9, 3.7, INK)
  oval(brush, -1, -1.7, 7.2, 3.8, '#b79a76')
  shape(brush, [-7, -2.4, -10.4, -5.8, -6, -4.4], '#b79a76')
  oval(brush, -1.6, -2.6, 4.6, 2.2, '#d6bd96')
  oval(brush, 4.4, -4, 2, 1.2, '#ffffff')
  oval(brush, 5.2, -7.6, 3.1, 2.9, '#2f7f62')
  shape(brush, [7.6, -8.2, 11.6, -6.9, 7.6, -6], '#f2b23e')
  oval(brush, 6, -8.2, 0.6, 0.6, '#fff')
}

function leaflet(brush: Brush): void {
  brush.fillStyle = '#c9b254'
  brush.beginPath()
  brush.ellipse(0, 0, 3.6, 1.6, 0.3, 0, Math.PI * 2)
  brush.fill()
  line(brush, [-3.4, -1, 3.4, 1], 0.5, '#9a8438')
}

function butterfly(n: number, colour: string): Drawing {
  return {
    name: `butterfly${n}`,
    left: 6,
    top: 5,
    right: 6,
    bottom: 5,
    paint: (brush) => {
      for (const side of [-1, 1]) {
        oval(brush, side * 2.7, -1.3, 2.7, 2.3, INK)
        oval(brush, side * 2.2, 1.7, 2, 1.8, INK)
        oval(brush, side * 2.6, -1.3, 2.1, 1.7, colour)
        oval(brush, side * 2.1, 1.7, 1.4, 1.2, colour)
      }
      oval(brush, 0, 0, 0.7, 3, INK)
    },
  }
}

/** The picture of a bark: a wide ring with a soft inner side. */
function ring(brush: Brush): void {
  const wave = brush.createRadialGradient(0, 0, RING_RADIUS * 0.62, 0, 0, RING_RADIUS)
  wave.addColorStop(0, 'rgba(255, 244, 214, 0)')
  wave.addColorStop(0.88, 'rgba(255, 244, 214, 0.5)')
  wave.addColorStop(0.94, 'rgba(255, 251, 240, 0.95)')
  wave.addColorStop(1, 'rgba(255, 244, 214, 0)')
  brush.fillStyle = wave
  brush.beginPath()
  brush.arc(0, 0, RING_RADIUS, 0, Math.PI * 2)
  brush.fill()
}
