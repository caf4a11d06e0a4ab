import { HEIGHT, PENS, PONDS, type Round, WIDTH, ZONES } from '../rules/meadow.ts'
import { clouds, noise, rise } from './noise.ts'
import {
  CLOVER,
  EARTH,
  GRASS,
  GRASS_DEEP,
  GRASS_DRY,
  GRASS_LIT,
  MUD,
  type Rgb,
  SHORE,
  STRAW,
  WOOD_FLOOR,
} from './palette.ts'
import { pathShare } from './paths.ts'

/** What the ground is made of at a place: shares from 0 to 1 of what lies over the grass. */
export interface Soil {
  path: number
  clover: number
  mud: number
  straw: number
  /** 1 in a pond and on its shore. */
  wet: number
  /** 1 under the trees around the meadow. */
  wood: number
}

/** How far a place is from a round thing's middle: 1 on its edge, which is as uneven as `uneven` says. */
function reachOf(round: Round, x: number, y: number, uneven: number): number {
  const across = (x - round.x) / round.rx
  const down = (y - round.y) / round.ry
  return Math.hypot(across, down) + (clouds(x / 46, y / 46, 31) - 0.5) * uneven
}

/** Writes into `out` what the ground is made of. */
export function soilAt(x: number, y: number, out: Soil): void {
  const ragged = (noise(x / 13, y / 13, 5) - 0.5) * 0.5
  const trodden = pathShare(x + (noise(x / 50, y / 50, 8) - 0.5) * 14, y)
  out.path = trodden > 0 ? rise(trodden + ragged * 0.8, 0.1, 0.75) : 0
  out.clover = 0
  out.mud = 0
  out.wet = 0
  out.straw = 0
  for (const zone of ZONES) {
    if (Math.abs(x - zone.x) > zone.rx * 1.3 || Math.abs(y - zone.y) > zone.ry * 1.3) continue
    out[zone.kind] = rise(reachOf(zone, x, y, 0.34) + ragged * 0.1, 1.07, 0.9)
  }
  for (const pond of PONDS)
    if (Math.abs(x - pond.x) < pond.rx * 1.4 && Math.abs(y - pond.y) < pond.ry * 1.4)
      out.wet = rise(reachOf(pond, x, y, 0.1) + ragged * 0.06, 1.12, 0.98)
  for (const { x: left, y: top, width, height } of PENS) {
    const inside = Math.min(x - left, left + width - x, y - top, top + height - y)
    if (inside > 0)
      out.straw = rise(inside + ragged * 40 + (clouds(x / 90, y / 90, 12) - 0.5) * 60, 0, 34)
  }
  const beyond = Math.max(-x, -y, x - WIDTH, y - HEIGHT)
  out.wood = rise(beyond + ragged * 18, -34, 16)
}

/** Writes into `out`, from `at` on, the colour of the ground: red, green, blue, 255. */
export function colourAt(
  x: number,
  y: number,
  soil: Soil,
  out: Uint8ClampedArray,
  at: number,
): void {
  const lush = steps(clouds(x / 430, y / 430, 3) * 1.5 - 0.25, 5)
  const dry = steps(clouds(x / 310 + 9, y / 310, 4) * 2.2 - 1.25, 3)
  const shade = 0.95 + 0.1 * noise(x / 34, y / 34, 6)
  for (let i = 0; i < 3; i++) {
    let tone =
      lush < 0.5 ? mix(GRASS_DEEP, GRASS, i, lush * 2) : mix(GRASS, GRASS_LIT, i, lush * 2 - 1)
    tone += ((GRASS_DRY[i] ?? 0) - tone) * dry * 0.55
    tone = over(tone, CLOVER, i, soil.clover * 0.9)
    tone = over(tone, EARTH, i, soil.path * 0.86)
    tone = over(tone, STRAW, i, soil.straw * 0.8)
    tone = over(tone, MUD, i, soil.mud * 0.95)
    tone = over(tone, SHORE, i, soil.wet * 0.9)
    tone = over(tone, WOOD_FLOOR, i, soil.wood * 0.9)
    out[at + i] = tone * shade
  }
  out[at + 3] = 255
}

/** From 0 to 1 in soft steps, as brushes lay colour on colour. */
function steps(x: number, count: number): number {
  const scaled = Math.min(Math.max(x, 0), 1) * count
  const whole = Math.floor(scaled)
  return (whole + rise(scaled - whole, 0.25, 0.75)) / count
}

const mix = (a: Rgb, b: Rgb, i: number, share: number): number =>
  (a[i] ?? 0) + ((b[i] ?? 0) - (a[i] ?? 0)) * share

const over = (tone: number, colour: Rgb, i: number, share: number): number =>
  share > 0 ? tone + ((colour[i] ?? 0) - tone) * share : tone
