import {
  ball,
  between,
  type Clay,
  dyed,
  flat,
  type Lump,
  lock,
  mark,
  type Paint,
  type Part,
  type Point,
  part,
  rod,
} from './clay.ts'
import type { Feet } from './strides.ts'

/** What a dog or a wolf is made of. Sizes are those of a dog 26 units long. `size` enlarges all. */
export interface Breed {
  readonly size: number
  readonly back: Paint
  readonly belly: Paint
  readonly paw: Paint
  readonly muzzle: Paint
  readonly ear: Paint
  /** The tip of the tail. */
  readonly tip: Paint
  readonly eye: number
  /** Whether it has a white stripe over its face, and a scarf. */
  readonly hasBlaze: boolean
  readonly hasScarf: boolean
}

/** How a dog or a wolf holds itself. */
export interface HoundHold {
  readonly feet: Feet
  /** How far ahead and behind a foot reaches. */
  readonly reach: number
  /** How high its middle is, by how many radians its front is higher, and how much longer than usual it is. */
  readonly height: number
  readonly pitch: number
  readonly long: number
  /** Where its head is, and by how many radians its nose points down. */
  readonly head: Point
  readonly nod: number
  /** How far its mouth is open, and its tongue out: from 0 to 1. */
  readonly mouth: number
  readonly tongue: number
  /** By how many radians the tail points up, and how far aside. */
  readonly tail: number
  readonly wag: number
  readonly areEarsBack: boolean
  readonly isSitting: boolean
}

/** A dog or a wolf in a pose. */
export function houndClay(breed: Breed, hold: HoundHold): Clay {
  const parts = [
    ...legs(breed, hold),
    tail(breed, hold),
    body(breed, hold),
    neck(breed, hold),
    ...head(breed, hold),
  ]
  const on = headPoints(hold)
  const lights = [-1, 1].map((y) => ({
    at: on(1.5, y * 1.7, 0.9),
    normal: minus(on(0.8, y * 0.6, 0.25), hold.head),
  }))
  return breed.size === 1 ? { parts, lights } : enlarged({ parts, lights }, breed.size)
}

function enlarged({ parts, lights }: Clay, size: number): Clay {
  const by = ([a, b, c]: Point): Point => [a * size, b * size, c * size]
  const lump = (it: Lump): Lump => ({
    ...it,
    from: by(it.from),
    to: by(it.to),
    fromRadius: it.fromRadius * size,
    toRadius: it.toRadius * size,
  })
  return {
    parts: parts.map((it) => ({ ...it, at: by(it.at), lumps: it.lumps.map(lump) })),
    lights: lights.map(({ at, normal }) => ({ at: by(at), normal })),
  }
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** The place of a point of the body, given as if the body were level and its middle at 0. */
function onBody({ height, pitch, long }: HoundHold, [ahead, aside, up]: Point): Point {
  const x = ahead * long
  return [
    x * Math.cos(pitch) - up * Math.sin(pitch),
    aside,
    height + x * Math.sin(pitch) + up * Math.cos(pitch),
  ]
}

function legs({ back, paw }: Breed, hold: HoundHold): Part[] {
  return [0, 1, 2, 3].map((i) => {
    const side = i % 2 === 0 ? -1 : 1
    const isFront = i < 2
    const hip = onBody(hold, isFront ? [5, side * 2.4, -1] : [-6, side * 2.3, -0.6])
    if (hold.isSitting && !isFront) return haunch(hip, side, back, paw)
    const { reach, lift } = hold.feet[i]!
    const under = isFront ? 5.2 : -6.6
    const foot: Point = [
      under + reach * hold.reach,
      side * 2.3,
      0.8 + lift * (1 + hold.reach / 3.2),
    ]
    const half = between(hip, foot, 0.52)
    const bend = isFront ? 0.3 + lift * 1.5 : -1.3 - lift * 1.2
    const knee: Point = [half[0] + bend, half[1], half[2]]
    const lumps = [
      rod(hip, knee, isFront ? 1.9 : 2.5, 1.2, back),
      rod(knee, foot, 1.2, 0.95, isFront ? paw : back),
      rod(foot, [foot[0] + 0.8, foot[1], foot[2] - 0.15], 1.05, 0.95, paw),
    ]
    return part(foot, lumps, -20)
  })
}

function haunch(hip: Point, side: number, back: Paint, paw: Paint): Part {
  const thigh: Point = [hip[0] + 1.6, side * 3.2, 3.4]
  const toe: Point = [thigh[0] + 3.6, side * 3.8, 0.95]
  return part(
    toe,
    [ball(thigh, 3, back), rod([thigh[0] + 0.4, side * 3.8, 1.1], toe, 1.2, 1.1, paw)],
    side > 0 ? 0 : -20,
    0.3,
  )
}

function tail({ back, tip }: Breed, hold: HoundHold): Part {
  const lumps: Lump[] = []
  let from = onBody(hold, [-8.4, 0, 1.2])
  let up = hold.tail
  for (let i = 0; i < 4; i++) {
    const to: Point = [
      from[0] - Math.cos(up) * 2.5,
      from[1] + hold.wag * (0.4 + i * 0.5),
      Math.max(from[2] + Math.sin(up) * 2.5, 1.2),
    ]
    lumps.push(rod(from, to, 1.2 + i * 0.14, i === 3 ? 0.5 : 1.34 + i * 0.14, i === 3 ? tip : back))
    from = to
    up += 0.22
  }
  return part(from, lumps, 0)
}

function body({ back, belly }: Breed, hold: HoundHold): Part {
  const at = (point: Point): Point => onBody(hold, point)
  const lumps = [
    rod(at([4.4, 0, -2.2]), at([-4, 0, -1.6]), 3, 2.2, belly),
    rod(at([5.2, 0, 0]), at([-0.5, 0, 0.2]), 4.3, 3.8, back),
    rod(at([-0.5, 0, 0.2]), at([-6.8, 0, 0.5]), 3.8, 3.4, back),
  ]
  return part([0, 0, hold.height], lumps, 0, 0.3)
}

function neck({ back, belly, hasScarf }: Breed, hold: HoundHold): Part {
  const root = onBody(hold, [5.6, 0, 1])
  const at = between(root, hold.head, 0.5)
  const lumps: Lump[] = [rod(root, hold.head, 3.7, 2.7, back)]
  for (const [aside, up] of [
    [-2.2, -1],
    [2.2, -1],
    [-1.2, -2.4],
    [1.2, -2.4],
    [0, -3],
  ] as const) {
    const middle = between(root, hold.head, 0.2)
    lumps.push(lock([middle[0] + 1.4, aside, middle[2] + up], 1.8, belly, [0.7, aside / 3, 0.1]))
  }
  if (!hasScarf) return part(at, lumps, 1.5)
  // A ring about the neck, and its knot and corner in front.
  const along = minus(hold.head, root)
  const length = Math.sqrt(along[0] ** 2 + along[2] ** 2) || 1
  const [x, z] = [along[0] / length, along[2] / length]
  const ring = (angle: number, radius: number): Point => [
    at[0] - z * Math.sin(angle) * radius,
    at[1] + Math.cos(angle) * radius,
    at[2] + x * Math.sin(angle) * radius,
  ]
  for (let i = 0; i < 12; i++) {
    const angle = (i / 12) * Math.PI * 2
    lumps.push(dyed(rod(ring(angle, 2.7), ring(angle + 0.55, 2.7), 1, 1, flat(0x8a8498))))
  }
  const knot = ring(-Math.PI / 2, 3.1)
  const corner: Point = [knot[0] + 0.6, knot[1], knot[2] - 2.8]
  lumps.push(dyed(rod(knot, corner, 1.7, 0.5, flat(0x8a8498))))
  return part(at, lumps, 1.5)
}

function headPoints({ head, nod }: HoundHold): (x: number, y: number, z: number) => Point {
  const cos = Math.cos(nod)
  const sin = Math.sin(nod)
  return (x, y, z) => [head[0] + cos * x + sin * z, head[1] + y, head[2] - sin * x + cos * z]
}

const NOSE: Paint = flat(0x1a1420)
const TONGUE: Paint = { lit: 0xf7a0a8, base: 0xe87f8d, shade: 0xc25c70 }

function head(breed: Breed, hold: HoundHold): Part[] {
  const { back, muzzle, ear, eye, hasBlaze } = breed
  const on = headPoints(hold)
  const facing = (x: number, y: number, z: number): Point => minus(on(x, y, z), hold.head)
  const lumps: Lump[] = []
  if (hold.mouth > 0) {
    const drop = hold.mouth * 1.7
    lumps.push(rod(on(1, 0, -1.3), on(4.2 - drop * 0.3, 0, -1.5 - drop), 1.4, 0.8, muzzle))
    if (hold.tongue > 0)
      lumps.push(
        rod(on(2.4, 0, -1.2), on(4.6, 0, -1.4 - drop - hold.tongue * 1.4), 0.8, 0.75, TONGUE),
      )
  }
  lumps.push(
    ball(on(0, 0, 0), 3.1, back),
    ball(on(0.7, -1.5, -0.9), 1.7, muzzle),
    ball(on(0.7, 1.5, -0.9), 1.7, muzzle),
    rod(on(1.6, 0, -0.5), on(4.9, 0, -0.9), 1.9, 1.25, muzzle),
    ball(on(5.9, 0, -0.5), 0.8, NOSE),
  )
  if (hasBlaze)
    for (let i = 0; i < 4; i++)
      lumps.push(
        mark(on(2.5 - i * 0.85, 0, 1.35 + i * 0.5), 0.8 - i * 0.08, muzzle, facing(0.7, 0, 0.8)),
      )
  for (const y of [-1, 1]) {
    const look = facing(0.8, y * 0.65, 0.25)
    lumps.push(mark(on(1.9, y * 1.62, 0.75), 0.8, flat(eye), look))
    lumps.push(mark(on(2.2, y * 1.65, 0.72), 0.5, flat(0x140f18), look))
  }
  const ears = [-1, 1].map((y) => {
    const tip = hold.areEarsBack ? on(-3.6, y * 2.6, 2.4) : on(-0.7, y * 2.5, 5.2)
    return part(tip, [rod(on(-0.7, y * 1.9, 2), tip, 1.35, 0.35, ear)], 2.4, 0.35)
  })
  return [part(hold.head, lumps, 3, 0.4), ...ears]
}
