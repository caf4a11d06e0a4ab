import {
  type Clay,
  isSeen,
  type Lump,
  lightOn,
  mix,
  type Paint,
  see,
  southOf,
  towards,
} from './clay.ts'

/** Colour and thickness, in units, of the line around a figure. */
const LINE = 0x2b2438
const LINE_WIDTH = 0.62
/** Dyed parts are painted in these colours, and then tinted. */
const DYE: Paint = { lit: 0xffffff, base: 0xdedbe6, shade: 0x9d97b4 }

/** A rectangle around a figure's place, in units. */
export interface Frame {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * The part of the picture that a figure with a heading covers. `isDye`: only the dyed parts. Null when that is nothing.
 */
export function frameOf(clay: Clay, turn: number, isDye: boolean): Frame | null {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const { lumps } of clay.parts)
    for (const lump of lumps) {
      if (isDye && !lump.isDyed) continue
      for (const [point, radius] of [
        [lump.from, lump.fromRadius],
        [lump.to, lump.toRadius],
      ] as const) {
        const { x, y } = see(point, turn)
        left = Math.min(left, x - radius)
        right = Math.max(right, x + radius)
        top = Math.min(top, y - radius)
        bottom = Math.max(bottom, y + radius)
      }
    }
  if (left === Infinity) return null
  const line = LINE_WIDTH + 0.4
  return { left: left - line, top: top - line, right: right + line, bottom: bottom + line }
}

/**
 * Paints a figure with a heading. The context's origin is the figure's place, and its unit is the meadow's. `isDye`:
 * paints only the dyed parts, in white and grey, as far as nothing else hides them.
 */
export function paintClay(
  context: CanvasRenderingContext2D,
  clay: Clay,
  turn: number,
  isDye: boolean,
): void {
  const nearness = ({ at, nearer }: Clay['parts'][number]): number => southOf(at, turn) + nearer
  const parts = [...clay.parts].sort((a, b) => nearness(a) - nearness(b))
  if (!isDye)
    for (const { lumps } of parts)
      for (const lump of lumps) outline(context, lump, turn, LINE_WIDTH)
  for (const { lumps, rim } of parts) {
    if (rim > 0 && !isDye) for (const lump of lumps) outline(context, lump, turn, rim)
    const near = ({ from, to }: Lump): number => see(from, turn).near + see(to, turn).near
    const wool = lumps.filter(({ kind }) => kind === 'wool').sort((a, b) => near(a) - near(b))
    const rest = lumps.filter(({ kind }) => kind !== 'wool')
    for (const lump of [...rest.filter(isUnder), ...wool, ...rest.filter((l) => !isUnder(l))]) {
      // Whatever hides dyed cloth cuts it out.
      context.globalCompositeOperation = isDye && !lump.isDyed ? 'destination-out' : 'source-over'
      fill(context, lump, turn)
    }
  }
  context.globalCompositeOperation = 'source-over'
}

const isUnder = ({ kind }: Lump): boolean => kind === 'body'

function outline(context: CanvasRenderingContext2D, lump: Lump, turn: number, width: number): void {
  if (lump.kind === 'mark' || isInside(lump, turn)) return
  trace(context, lump, turn, width)
  context.fillStyle = css(LINE)
  context.fill()
}

/** Whether a lock is so far from the edge of what is seen that its outline is covered. */
function isInside({ kind, normal }: Lump, turn: number): boolean {
  return kind === 'wool' && normal !== null && Math.abs(towards(normal, turn)) > 0.72
}

function fill(context: CanvasRenderingContext2D, lump: Lump, turn: number): void {
  const { kind, normal } = lump
  if (kind === 'mark' && normal && !isSeen(normal, turn)) return
  if (kind === 'wool' && normal && towards(normal, turn) < -0.3) return
  const paint = lump.isDyed ? DYE : lump.paint
  trace(context, lump, turn, 0)
  const a = see(lump.from, turn)
  const b = see(lump.to, turn)
  if (kind === 'wool' && normal) {
    const light = lightOn(normal, turn)
    const gradient = context.createRadialGradient(
      a.x,
      a.y - lump.fromRadius * 0.55,
      0,
      a.x,
      a.y,
      lump.fromRadius * 1.05,
    )
    gradient.addColorStop(0, css(toneOf(paint, light + 0.28)))
    gradient.addColorStop(1, css(toneOf(paint, light - 0.34)))
    context.fillStyle = gradient
  } else {
    const top = Math.min(a.y - lump.fromRadius, b.y - lump.toRadius)
    const bottom = Math.max(a.y + lump.fromRadius, b.y + lump.toRadius)
    const gradient = context.createLinearGradient(0, top, 0, bottom)
    gradient.addColorStop(0, css(paint.lit))
    gradient.addColorStop(0.45, css(paint.base))
    gradient.addColorStop(1, css(paint.shade))
    context.fillStyle = gradient
  }
  context.fill()
}

/** The tone of a paint in light from -1 to 1. */
function toneOf({ lit, base, shade }: Paint, light: number): number {
  if (light > 0.3) return mix(base, lit, Math.min((light - 0.3) / 0.6, 1))
  return mix(base, shade, Math.min((0.3 - light) / 1, 1))
}

/** Lays the path round a lump, `more` units larger than it is. */
function trace(context: CanvasRenderingContext2D, lump: Lump, turn: number, more: number): void {
  let a = see(lump.from, turn)
  let b = see(lump.to, turn)
  let aRadius = lump.fromRadius + more
  let bRadius = lump.toRadius + more
  context.beginPath()
  if (lump.kind === 'disc') {
    context.ellipse(a.x, a.y, aRadius, lump.fromRadius * 0.46 + more, 0, 0, Math.PI * 2)
    return
  }
  if (bRadius > aRadius) {
    ;[a, b] = [b, a]
    ;[aRadius, bRadius] = [bRadius, aRadius]
  }
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (length <= aRadius - bRadius + 0.01) {
    context.arc(a.x, a.y, aRadius, 0, Math.PI * 2)
    return
  }
  const heading = Math.atan2(b.y - a.y, b.x - a.x)
  // Where the two tangents touch both circles.
  const open = Math.acos((aRadius - bRadius) / length)
  context.arc(a.x, a.y, aRadius, heading + open, heading - open + Math.PI * 2)
  context.arc(b.x, b.y, bRadius, heading - open, heading + open)
  context.closePath()
}

const names = new Map<number, string>()

function css(color: number): string {
  let name = names.get(color)
  if (name === undefined) names.set(color, (name = `#${color.toString(16).padStart(6, '0')}`))
  return name
}
