import {
  ball,
  type Clay,
  disc,
  dyed,
  flat,
  type Lump,
  mark,
  type Paint,
  type Part,
  type Point,
  part,
  rod,
  shaded,
} from './clay.ts'
import { footAt } from './strides.ts'

/** Everything that a shepherd can do, with the number of its drawings, in order. */
export const SHEPHERD_DRAWINGS = { walk: 8, stand: 1 } as const
export type ShepherdDoing = keyof typeof SHEPHERD_DRAWINGS

const SKIN = shaded(0xf0c49c, 0.22)
const STRAW: Paint = { lit: 0xffeeb0, base: 0xe9c56c, shade: 0xa87f42 }
const BAND = shaded(0x8a4a3c)
const HAIR = shaded(0x6b4430, 0.2)
const TROUSERS = shaded(0x5c4a48, 0.15)
const BOOT = shaded(0x3b2b2c, 0.2)
const WOOD: Paint = { lit: 0xc99a62, base: 0x9a6c40, shade: 0x5e3f2c }
const IRON = shaded(0x3f3a48, 0.2)
const FLAME: Paint = { lit: 0xfffbe0, base: 0xffe08a, shade: 0xffb648 }
/** Under the dye. */
const CLOTH = flat(0x8a8498)
const EYE = flat(0x1d1622)

/** How a shepherd holds itself. */
interface Hold {
  /** The phase of a stride, from 0 to 1; null: it stands. */
  readonly moment: number | null
  /** How far body and head are from their highest place, in units; below 0. */
  readonly sink: number
}

/** A shepherd in one of its poses. */
export function shepherdClay(doing: ShepherdDoing, index: number): Clay {
  const moment = doing === 'walk' ? index / SHEPHERD_DRAWINGS.walk : null
  const step = moment === null ? 0 : Math.cos(moment * 4 * Math.PI)
  const hold: Hold = { moment, sink: moment === null ? 0 : step * 0.6 - 0.6 }
  const lamp = lantern(hold)
  return {
    parts: [leg(hold, -1), leg(hold, 1), cloak(hold), ...head(hold), arm(hold), crook(hold), lamp],
    lights: [{ at: lamp.at, normal: null }],
  }
}

function leg({ moment, sink }: Hold, side: number): Part {
  const foot = moment === null ? null : footAt(moment + (side > 0 ? 0.5 : 0), 0.55)
  const reach = foot ? foot.reach * 4.6 : 0
  const lift = foot ? foot.lift * 2.6 : 0
  const heel: Point = [reach, side * 2.6, 1.4 + lift]
  const knee: Point = [reach * 0.5 + lift * 0.6, side * 2.5, 5.6 + lift * 0.5]
  return part(
    heel,
    [
      rod([0, side * 2.2, 11 + sink], knee, 2.2, 2, TROUSERS),
      rod(knee, heel, 2, 1.7, TROUSERS),
      rod([heel[0], heel[1], heel[2] + 1.4], heel, 2, 1.9, BOOT),
      rod(heel, [heel[0] + 2.4, heel[1], heel[2] - 0.2], 1.7, 1.5, BOOT),
    ],
    -20,
  )
}

function cloak({ moment, sink }: Hold): Part {
  const sway = moment === null ? 0 : Math.sin(moment * 2 * Math.PI) * 0.9
  const trail = moment === null ? 0 : -1.4
  const cloth = (from: Point, to: Point, a: number, b: number): Lump =>
    dyed(rod(from, to, a, b, CLOTH))
  const lumps: Lump[] = [cloth([0, 0, 26 + sink], [trail, sway * 0.4, 12.5 + sink], 4.6, 6.9)]
  // Folds along the hem.
  for (let i = 0; i < 9; i++) {
    const angle = (i / 9) * Math.PI * 2
    const hem: Point = [
      trail * 1.5 + Math.cos(angle) * 5,
      sway + Math.sin(angle) * 5,
      9.6 + sink + (i % 2) * 0.5,
    ]
    const top: Point = [Math.cos(angle) * 2, Math.sin(angle) * 2, 22 + sink]
    lumps.push(cloth(top, hem, 2.2, 2.5))
  }
  // Shoulders, collar and clasp.
  for (const side of [-1, 1])
    lumps.push(cloth([0, side * 3.4, 25 + sink], [0, side * 4.6, 21.5 + sink], 3.3, 3))
  lumps.push(cloth([0, -1.6, 28 + sink], [0, 1.6, 28 + sink], 3.1, 3.1))
  lumps.push(mark([4.2, 0, 26 + sink], 1, shaded(0xf2c84b, 0.3), [1, 0, 0.2]))
  return part([0, 0, 18], lumps, 0)
}

function head({ sink }: Hold): Part[] {
  const up = 32 + sink
  const face: Lump[] = [ball([0.9, 0, up - 0.2], 4.9, SKIN)]
  for (const side of [-1, 1]) {
    face.push(mark([5, side * 2, up - 0.7], 0.82, EYE, [0.9, side * 0.45, 0]))
    face.push(mark([4.3, side * 3.1, up - 2.4], 1, flat(0xf2988a), [0.8, side * 0.6, -0.1]))
  }
  face.push(mark([5.8, 0, up - 1.7], 0.8, shaded(0xe2a47c, 0.1), [1, 0, 0]))
  const dark = flat(STRAW.shade)
  const hat: Lump[] = [
    disc([-0.6, 0, up + 3.9], 7.5, dark),
    disc([-0.6, 0, up + 4.4], 7.5, STRAW),
    { ...rod([-0.6, 0, up + 4.6], [-0.6, 0, up + 5.2], 4.5, 4.4, BAND), ...OVER },
    { ...rod([-0.6, 0, up + 5.6], [-0.6, 0, up + 7.6], 4.4, 3.7, STRAW), ...OVER },
  ]
  return [
    part([-1.2, 0, up], [ball([-0.9, 0, up + 0.4], 5.2, HAIR)], 4, 0.4),
    part([1.2, 0, up], face, 4),
    part([0, 0, up], hat, 9, 0.4),
  ]
}

/** For what is painted always, and after everything that lies flat. */
const OVER = { kind: 'mark', normal: [0, 0, 1] } as const

/** The place of the right hand, which holds the crook. */
function handAt({ moment, sink }: Hold): Point {
  const swing = moment === null ? 0 : Math.sin(moment * 2 * Math.PI) * 1.8
  return [5.6 + swing, 7, 18.5 + sink]
}

function arm(hold: Hold): Part {
  const hand = handAt(hold)
  return part(
    hand,
    [dyed(rod([0.6, 4.8, 23.4 + hold.sink], hand, 2.4, 1.9, CLOTH)), ball(hand, 1.7, SKIN)],
    1,
    0.35,
  )
}

/** The height up to which the crook is straight. */
const CROOK = 28

function crook(hold: Hold): Part {
  const hand = handAt(hold)
  const lumps: Lump[] = []
  const foot: Point = [hand[0] + 0.8, hand[1] + 0.4, hold.moment === null ? 0.6 : 2.4]
  const neck: Point = [hand[0] - 0.5, hand[1] + 0.4, CROOK]
  lumps.push(rod(foot, neck, 0.75, 0.8, WOOD))
  let from = neck
  for (let i = 1; i <= 7; i++) {
    const angle = (i / 7) * Math.PI * 1.25
    const to: Point = [neck[0] + 2.8 - Math.cos(angle) * 2.8, neck[1], CROOK + Math.sin(angle) * 3]
    lumps.push(rod(from, to, 0.85, 0.85, WOOD))
    from = to
  }
  lumps.push(ball(hand, 1.7, SKIN))
  return part([hand[0], hand[1], 18], lumps, 1.4, 0.3)
}

function lantern({ moment, sink }: Hold): Part {
  const swing = moment === null ? 0 : Math.sin(moment * 2 * Math.PI + 1) * 1.2
  const at: Point = [3.6 - swing, -8, 11.5 + sink]
  const up = (z: number): Point => [at[0], at[1], at[2] + z]
  return part(
    at,
    [
      dyed(rod([0, -4.8, 23 + sink], up(6.4), 2.3, 1.8, CLOTH)),
      ball(up(6.2), 1.6, SKIN),
      rod(up(5), up(3.2), 0.4, 0.4, IRON),
      rod(up(-1.6), up(1.6), 2.1, 2.1, FLAME),
      rod([at[0], at[1] - 1.5, at[2] + 2.9], [at[0], at[1] + 1.5, at[2] + 2.9], 0.9, 0.9, IRON),
      rod([at[0], at[1] - 1.6, at[2] - 3], [at[0], at[1] + 1.6, at[2] - 3], 0.8, 0.8, IRON),
    ],
    0.5,
    0.3,
  )
}
