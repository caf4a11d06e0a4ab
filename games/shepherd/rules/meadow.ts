/**
 * The meadow: the place of everything, in units. Sheep, people and dogs walk around all of it except the zones. It is
 * pure data, which both sides and the picture share.
 */

/** Size of the meadow. Nobody leaves it. */
export const WIDTH = 3600
export const HEIGHT = 2400

/** An upright rectangle. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An ellipse. */
export interface Round {
  readonly x: number
  readonly y: number
  readonly rx: number
  readonly ry: number
}

/** A pen, where sheep have to go: fenced, with one gate. */
export interface Pen extends Box {
  /** The side of the gate, which is in the middle of that side. */
  readonly gate: 'north' | 'east' | 'south' | 'west'
}

/** How wide a gate is, and how thick a fence. */
export const GATE = 96
export const FENCE = 10

/** The pens: their fences stand on the edges of these. */
export const PENS: readonly Pen[] = [
  { x: 520, y: 400, width: 440, height: 330, gate: 'south' },
  { x: 2640, y: 420, width: 440, height: 330, gate: 'west' },
  { x: 1580, y: 1700, width: 440, height: 330, gate: 'north' },
]

/** Hedges: long walls with gaps between them. */
export const HEDGES: readonly Box[] = [
  { x: 1290, y: 120, width: 36, height: 620 },
  { x: 1290, y: 960, width: 36, height: 480 },
  { x: 2270, y: 700, width: 36, height: 560 },
  { x: 2270, y: 1480, width: 36, height: 640 },
  { x: 240, y: 1330, width: 620, height: 36 },
  { x: 1500, y: 560, width: 520, height: 36 },
  { x: 2560, y: 1260, width: 640, height: 36 },
]

/** Ponds, which nobody enters. */
export const PONDS: readonly Round[] = [
  { x: 1800, y: 1080, rx: 210, ry: 130 },
  { x: 700, y: 1800, rx: 190, ry: 120 },
  { x: 2980, y: 1780, rx: 220, ry: 140 },
]

/** A zone: `clover` calms sheep and makes them stay, `mud` slows everybody down. */
export interface Zone extends Round {
  readonly kind: 'clover' | 'mud'
}

export const ZONES: readonly Zone[] = [
  { kind: 'clover', x: 420, y: 1060, rx: 190, ry: 130 },
  { kind: 'clover', x: 1780, y: 320, rx: 200, ry: 120 },
  { kind: 'clover', x: 3220, y: 1010, rx: 180, ry: 140 },
  { kind: 'clover', x: 1120, y: 2150, rx: 210, ry: 130 },
  { kind: 'mud', x: 1030, y: 1180, rx: 170, ry: 110 },
  { kind: 'mud', x: 2480, y: 280, rx: 150, ry: 100 },
  { kind: 'mud', x: 2520, y: 2080, rx: 180, ry: 110 },
]

/** Where shepherds begin. */
export const START: { readonly x: number; readonly y: number } = { x: 1800, y: 1420 }

/** The fences of all pens, gates left open, as boxes. */
export const FENCES: readonly Box[] = PENS.flatMap(fencesOf)

function fencesOf({ x, y, width, height, gate }: Pen): Box[] {
  const t = FENCE
  const across = (at: number, open: boolean): Box[] => {
    if (!open) return [{ x: x - t / 2, y: at - t / 2, width: width + t, height: t }]
    const part = (width - GATE) / 2
    return [
      { x: x - t / 2, y: at - t / 2, width: part + t / 2, height: t },
      { x: x + part + GATE, y: at - t / 2, width: part + t / 2, height: t },
    ]
  }
  const down = (at: number, open: boolean): Box[] => {
    if (!open) return [{ x: at - t / 2, y: y - t / 2, width: t, height: height + t }]
    const part = (height - GATE) / 2
    return [
      { x: at - t / 2, y: y - t / 2, width: t, height: part + t / 2 },
      { x: at - t / 2, y: y + part + GATE, width: t, height: part + t / 2 },
    ]
  }
  return [
    ...across(y, gate === 'north'),
    ...across(y + height, gate === 'south'),
    ...down(x, gate === 'west'),
    ...down(x + width, gate === 'east'),
  ]
}
