/** A point of a figure, in units: how far ahead of its middle, how far to its right, and how far above the ground. */
export type Point = readonly [ahead: number, aside: number, up: number]

/** A colour in light, as it is, and in shade. */
export interface Paint {
  readonly lit: number
  readonly base: number
  readonly shade: number
}

/** A ball, or a rod between two balls: figures are modelled from these alone. */
export interface Lump {
  readonly from: Point
  readonly to: Point
  readonly fromRadius: number
  readonly toRadius: number
  readonly paint: Paint
  /** For something that lies on a surface, such as an eye or a lock of wool: the direction of the surface. */
  readonly normal: Point | null
  /** `wool` is lit as the surface it lies on, `mark` is seen only from where that surface faces, `disc` lies flat. */
  readonly kind: 'body' | 'wool' | 'mark' | 'disc'
  /** Whether it is dyed in the colour of a player. Such lumps get a drawing of their own, to be tinted. */
  readonly isDyed: boolean
}

/** Lumps that hide one another by their own depth. They hide other parts, or are hidden by them, as a whole. */
export interface Part {
  readonly lumps: readonly Lump[]
  /** How near it is, in units ahead of or behind the figure's middle. */
  readonly at: Point
  /** Added to how near it is: legs with a value below 0 are behind the body they grow from. */
  readonly nearer: number
  /** The width of the dark seam towards the parts behind it, in units; 0: none. */
  readonly rim: number
}

/** A figure in one pose. */
export interface Clay {
  readonly parts: readonly Part[]
  /** Where it gives light: eyes in the dark, or a lantern. Also the direction of an eye; null: it is always seen. */
  readonly lights: readonly { readonly at: Point; readonly normal: Point | null }[]
}

/**
 * The headings in which a figure is drawn, in radians from the right clockwise. Those to the left are these, mirrored.
 */
export const TURNS: readonly number[] = [0, Math.PI / 4, Math.PI / 2, -Math.PI / 4, -Math.PI / 2]

/** The shares of the ground's depth and of a height that are seen: the meadow is seen from 25 degrees above it. */
const GROUND = 0.42
const UPRIGHT = 0.907

/** How a point appears: right and down of the figure's place, and how near it is. */
export interface Seen {
  readonly x: number
  readonly y: number
  readonly near: number
}

/** How a point of a figure with a heading appears, in units. */
export function see([ahead, aside, up]: Point, turn: number): Seen {
  const x = ahead * Math.cos(turn) - aside * Math.sin(turn)
  const south = ahead * Math.sin(turn) + aside * Math.cos(turn)
  return { x, y: south * GROUND - up * UPRIGHT, near: south * UPRIGHT + up * GROUND }
}

/** How near a point is along the ground alone. Parts are sorted by this. */
export function southOf([ahead, aside]: Point, turn: number): number {
  return ahead * Math.sin(turn) + aside * Math.cos(turn)
}

/** How much a surface with this direction on a figure with a heading faces the viewer: from -1 to 1. */
export function towards(normal: Point, turn: number): number {
  return see(normal, turn).near / lengthOf(normal)
}

/** Whether a surface with this direction on a figure with a heading can be seen. */
export function isSeen(normal: Point, turn: number): boolean {
  return towards(normal, turn) > 0.12
}

const lengthOf = ([a, b, c]: Point): number => Math.sqrt(a * a + b * b + c * c) || 1

/** How much light falls on a surface with this direction: from -1 to 1. */
export function lightOn(normal: Point, turn: number): number {
  return (0.86 * normal[2] + 0.42 * southOf(normal, turn)) / lengthOf(normal)
}

export const ball = (at: Point, radius: number, paint: Paint): Lump =>
  rod(at, at, radius, radius, paint)

export function rod(
  from: Point,
  to: Point,
  fromRadius: number,
  toRadius: number,
  paint: Paint,
): Lump {
  return { from, to, fromRadius, toRadius, paint, normal: null, kind: 'body', isDyed: false }
}

/** A lock of wool or fur on a surface with the direction `normal`. */
export function lock(at: Point, radius: number, paint: Paint, normal: Point): Lump {
  return { ...ball(at, radius, paint), normal, kind: 'wool' }
}

/** Something painted on a surface with the direction `normal`: an eye, a nose. */
export function mark(at: Point, radius: number, paint: Paint, normal: Point): Lump {
  return { ...ball(at, radius, paint), normal, kind: 'mark' }
}

/** Something round that lies flat. */
export function disc(at: Point, radius: number, paint: Paint): Lump {
  return { ...ball(at, radius, paint), kind: 'disc' }
}

/** The same lump in the colour of a player. */
export function dyed(lump: Lump): Lump {
  return { ...lump, isDyed: true }
}

export function part(at: Point, lumps: readonly Lump[], nearer = 0, rim = 0): Part {
  return { at, lumps, nearer, rim }
}

/** A point on the way from one to another. */
export function between(a: Point, b: Point, share: number): Point {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]
}

/** A colour that is the same in light and in shade. */
export const flat = (color: number): Paint => ({ lit: color, base: color, shade: color })

/** A colour with more light above and less below; `lift` from 0 to 1. */
export function shaded(base: number, lift = 0.16): Paint {
  return { lit: mix(base, 0xffffff, lift), base, shade: mix(base, 0x241d3c, lift * 1.6) }
}

/** A colour between two. */
export function mix(a: number, b: number, share: number): number {
  let out = 0
  for (const shift of [16, 8, 0]) {
    const from = (a >> shift) & 255
    const to = (b >> shift) & 255
    out |= Math.round(from + (to - from) * share) << shift
  }
  return out
}
