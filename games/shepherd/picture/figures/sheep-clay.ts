import {
  ball,
  between,
  type Clay,
  flat,
  type Lump,
  lock,
  mark,
  type Paint,
  type Part,
  type Point,
  part,
  rod,
  shaded,
} from './clay.ts'
import { type Feet, gallopFeet, STANDING, walkFeet } from './strides.ts'

/** What a sheep is drawn with: its wool, and the skin of face and legs. */
export interface Fleece {
  readonly wool: Paint
  readonly face: Paint
  /** Colour of a shut eye. */
  readonly lid: number
}

/** The fleeces that sheep are drawn in; tints make more of them. */
export const FLEECES: readonly Fleece[] = [
  {
    wool: { lit: 0xfffdf4, base: 0xf3e9d6, shade: 0xa995a6 },
    face: shaded(0x4a3c42, 0.2),
    lid: 0xb9a8a4,
  },
  {
    wool: { lit: 0xfffef8, base: 0xf5eee0, shade: 0xab9cae },
    face: shaded(0xecc9a9, 0.2),
    lid: 0x4a3038,
  },
  {
    wool: { lit: 0xe6dccd, base: 0xc6b6a3, shade: 0x7a6a78 },
    face: shaded(0x5d473f, 0.2),
    lid: 0xcdb9a8,
  },
  {
    wool: { lit: 0x7d7078, base: 0x574b57, shade: 0x2c2436 },
    face: shaded(0x352b35, 0.22),
    lid: 0x9d8f98,
  },
]

/** Everything that a sheep can do, with the number of its drawings, in order. */
export const SHEEP_DRAWINGS = {
  /** Half-way between standing and walking: small steps. */
  amble: 4,
  walk: 6,
  run: 6,
  stand: 1,
  /** Its head is turned to the viewer. */
  glance: 1,
  wary: 1,
  alarm: 1,
  /** On its way down, and twice chewing. */
  graze: 3,
  /** On its knees, awake, and asleep. */
  lie: 3,
} as const
export type SheepDoing = keyof typeof SHEEP_DRAWINGS

/** How a sheep holds itself. */
interface Hold {
  readonly feet: Feet
  /** How far ahead and behind a foot reaches, in units. */
  readonly reach: number
  /** How high the middle of its body is, in units, and by how many radians its front is higher. */
  readonly height: number
  readonly pitch: number
  /** How much longer than usual it is: 1 as usual. */
  readonly long: number
  /** Where its head is, and by how many radians its nose points down and aside. */
  readonly head: Point
  readonly nod: number
  readonly turned: number
  readonly ears: 'out' | 'back' | 'up'
  readonly eyes: 'open' | 'wide' | 'shut'
  readonly isLying: boolean
}

const CALM: Hold = {
  feet: STANDING,
  reach: 0,
  height: 11,
  pitch: 0,
  long: 1,
  head: [11.6, 0, 15.6],
  nod: 0.62,
  turned: 0,
  ears: 'out',
  eyes: 'open',
  isLying: false,
}

function holdOf(doing: SheepDoing, index: number): Hold {
  const moment = index / SHEEP_DRAWINGS[doing]
  const wave = Math.sin(moment * 4 * Math.PI)
  const bound = Math.sin(moment * 2 * Math.PI)
  switch (doing) {
    case 'amble':
    case 'walk':
      return {
        ...CALM,
        feet: walkFeet(moment),
        reach: doing === 'walk' ? 3.4 : 1.8,
        height: 11 + wave * 0.35,
        head: [11.9 + wave * 0.4, 0, 15 + wave * 0.3],
      }
    case 'run':
      return {
        ...CALM,
        feet: gallopFeet(moment),
        reach: 6.6,
        height: 12.4 + bound * 1.9,
        pitch: Math.cos(moment * 2 * Math.PI) * 0.15,
        long: 1.06 - bound * 0.07,
        head: [13, 0, 17 + bound * 0.8],
        nod: 0.3,
        ears: 'back',
        eyes: 'wide',
      }
    case 'glance':
      return { ...CALM, head: [11, 0.8, 16], turned: 0.95, nod: 0.5 }
    case 'wary':
      return { ...CALM, head: [11.2, 0, 18], nod: 0.3, ears: 'up' }
    case 'alarm':
      return { ...CALM, height: 11.5, head: [10.6, 0, 18.6], nod: 0.16, ears: 'up', eyes: 'wide' }
    case 'graze': {
      if (index === 0) return { ...CALM, head: [13, 0, 10.8], nod: 1 }
      const chew = index === 1 ? 0 : 1
      return { ...CALM, pitch: -0.07, head: [13.2 + chew * 0.5, 0, 5.8 + chew * 0.5], nod: 1.25 }
    }
    case 'lie': {
      if (index === 0) return { ...CALM, height: 8.6, pitch: -0.12, head: [11.8, 0, 12.6] }
      const head: Point = index === 1 ? [11.2, 0, 11.8] : [11.4, 0, 10.4]
      const eyes = index === 1 ? 'open' : 'shut'
      return { ...CALM, height: 6.6, head, nod: index === 1 ? 0.6 : 0.8, eyes, isLying: true }
    }
    default:
      return CALM
  }
}

/** A sheep in one of its poses. */
export function sheepClay(fleece: Fleece, doing: SheepDoing, index: number): Clay {
  const hold = holdOf(doing, index)
  return { parts: [...legs(fleece, hold), body(fleece, hold), ...head(fleece, hold)], lights: [] }
}

/** The place of a point of the body, given as if the body were level and its middle at 0. */
function onBody({ height, pitch, long }: Hold, [ahead, aside, up]: Point): Point {
  const x = ahead * long
  return [x - up * pitch, aside, height + up + x * pitch]
}

const HIPS: readonly Point[] = [
  [6.4, -3.1, -3.2],
  [6.4, 3.1, -3.2],
  [-6.6, -3.2, -3.2],
  [-6.6, 3.2, -3.2],
]
const EAR: Paint = flat(0xc98f8b)
const HOOF: Paint = shaded(0x2c2230, 0.2)

function legs({ face }: Fleece, hold: Hold): Part[] {
  return HIPS.map((spot, i) => {
    const hip = onBody(hold, spot)
    if (hold.isLying) return foldedLeg(hip, i < 2, face)
    const { reach, lift } = hold.feet[i]!
    const foot: Point = [spot[0] + reach * hold.reach, spot[1], 0.9 + lift * (1.2 + hold.reach / 3)]
    // Knees bend ahead, hocks behind.
    const half = between(hip, foot, 0.5)
    const knee: Point = [half[0] + lift * (i < 2 ? 1.6 : -1.4), half[1], half[2]]
    const lumps = [
      rod(hip, knee, 1.9, 1.45, face),
      rod(knee, foot, 1.45, 1.15, face),
      rod(foot, [foot[0] + 0.5, foot[1], foot[2] - 0.25], 1.3, 1.15, HOOF),
    ]
    return part(foot, lumps, -20)
  })
}

function foldedLeg([ahead, aside]: Point, isFront: boolean, skin: Paint): Part {
  const from: Point = isFront ? [ahead, aside, 2.2] : [ahead, aside * 1.3, 1.9]
  const to: Point = isFront ? [ahead + 3.6, aside, 1.2] : [ahead + 3.4, aside * 1.85, 1.2]
  return part(to, [rod(from, to, 1.5, 1.2, skin), ball(to, 1.25, HOOF)], isFront ? -4 : -20)
}

/** How many locks the body has: enough to look like a cloud. */
const LOCKS = 58

function body({ wool }: Fleece, hold: Hold): Part {
  const lumps: Lump[] = []
  const at = (point: Point): Point => onBody(hold, point)
  lumps.push(rod(at([-4.2, 0, 0]), at([4.4, 0, 0.3]), 6.6, 6.4, wool))
  for (let i = 0; i < LOCKS; i++) {
    // The golden angle spreads them evenly over a ball.
    const up = 1 - (2 * i + 1) / LOCKS
    const round = Math.sqrt(1 - up * up)
    const angle = i * 2.399963
    const normal: Point = [round * Math.cos(angle), round * Math.sin(angle), up]
    const radius = 2.5 + ((i * 7) % 5) * 0.17
    lumps.push(lock(at([normal[0] * 9.2, normal[1] * 5.9, up * 5.5]), radius, wool, normal))
  }
  // The neck goes to the head, wherever that is.
  const throat = between(at([6.6, 0, 1.6]), hold.head, 0.55)
  for (const [aside, up] of [
    [0, 1.6],
    [-1.6, 0],
    [1.6, 0],
    [0, -1.4],
  ] as const)
    lumps.push(
      lock([throat[0], throat[1] + aside, throat[2] + up], 3, wool, [0.5, aside / 2, up / 2 + 0.3]),
    )
  const wag = hold.isLying ? -1.6 : 0
  for (let i = 0; i < 3; i++)
    lumps.push(
      lock(at([-10.4 - i * 0.5, 0, 1.6 - i * 1.7 - wag]), 1.9 - i * 0.25, wool, [-1, 0, 0.5]),
    )
  return part([0, 0, hold.height], lumps, 0, 0.5)
}

function head({ wool, face, lid }: Fleece, { head: at, nod, turned, ears, eyes }: Hold): Part[] {
  const ahead: Point = [
    Math.cos(nod) * Math.cos(turned),
    Math.cos(nod) * Math.sin(turned),
    -Math.sin(nod),
  ]
  const side: Point = [-Math.sin(turned), Math.cos(turned), 0]
  const top: Point = [
    Math.sin(nod) * Math.cos(turned),
    Math.sin(nod) * Math.sin(turned),
    Math.cos(nod),
  ]
  /** A point of the head: ahead of its middle, aside and up, as the head is held. */
  const on = (x: number, y: number, z: number): Point => [
    at[0] + ahead[0] * x + side[0] * y + top[0] * z,
    at[1] + ahead[1] * x + side[1] * y + top[1] * z,
    at[2] + ahead[2] * x + side[2] * y + top[2] * z,
  ]
  const facing = (x: number, y: number, z: number): Point => {
    const [a, b, c] = on(x, y, z)
    return [a - at[0], b - at[1], c - at[2]]
  }
  const lumps: Lump[] = [
    rod(on(-0.4, 0, 0), on(4.3, 0, -0.5), 3.1, 2.05, face),
    ball(on(4.9, 0, -0.6), 1.75, { ...face, base: face.lit }),
  ]
  const [tipX, tipZ] = { out: [-1, -0.4], back: [-3.2, 0.2], up: [-1.6, 2.4] }[ears] as [
    number,
    number,
  ]
  const earParts: Part[] = []
  for (const y of [-1, 1]) {
    const tip = on(tipX, y * 5.4, tipZ)
    const ear = rod(on(-0.8, y * 2.4, 1.4), tip, 1.25, 0.8, face)
    const inside = rod(on(-0.7, y * 3, 1), on(tipX + 0.2, y * 4.9, tipZ), 0.6, 0.3, EAR)
    earParts.push(part(tip, [ear, inside], 3, 0.4))
    const look = facing(0.55, y * 0.85, 0.3)
    if (eyes === 'shut') lumps.push(mark(on(1.5, y * 2.35, 0.7), 0.55, flat(lid), look))
    else {
      const wide = eyes === 'wide' ? 1.28 : 1
      lumps.push(mark(on(1.4, y * 2.2, 1), 1.06 * wide, flat(0xfbf4e6), look))
      lumps.push(mark(on(1.75, y * 2.35, 0.95), 0.68, flat(0x17101d), look))
    }
    lumps.push(mark(on(6.2, y * 0.7, -0.3), 0.36, flat(0x1c1422), facing(1, y * 0.3, 0.1)))
  }
  // A tuft between the ears.
  for (const [x, y, z] of [
    [-1.5, -0.9, 2.4],
    [-1.5, 0.9, 2.4],
    [-0.2, 0, 3],
    [0.9, 0, 2.5],
  ] as const)
    lumps.push(lock(on(x, y, z), 1.7, wool, [0.2, y * 0.4, 1]))
  return [part(at, lumps, 3, 0.5), ...earParts]
}
