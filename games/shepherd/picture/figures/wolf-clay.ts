import { type Clay, shaded } from './clay.ts'
import { type Breed, type HoundHold, houndClay } from './hound.ts'
import { gallopFeet, STANDING, walkFeet } from './strides.ts'

const WOLF: Breed = {
  size: 1.36,
  back: { lit: 0xa3a2b4, base: 0x6d6b80, shade: 0x3a3650 },
  belly: { lit: 0xc9c6d0, base: 0xa19eae, shade: 0x5f5b74 },
  paw: shaded(0x5a566c, 0.15),
  muzzle: { lit: 0xd6d3da, base: 0xb2aebb, shade: 0x6d6880 },
  ear: shaded(0x4c485e, 0.15),
  tip: shaded(0x37324a, 0.1),
  eye: 0xffd24a,
  hasBlaze: false,
  hasScarf: false,
}

/** Everything that a wolf can do, with the number of its drawings, in order. */
export const WOLF_DRAWINGS = { prowl: 6, run: 6, stand: 1, eat: 2 } as const
export type WolfDoing = keyof typeof WOLF_DRAWINGS

const STAND: HoundHold = {
  feet: STANDING,
  reach: 0,
  height: 10.6,
  pitch: 0,
  long: 1,
  head: [11.6, 0, 13.6],
  nod: 0.15,
  mouth: 0,
  tongue: 0,
  tail: -0.9,
  wag: 0,
  areEarsBack: false,
  isSitting: false,
}

/** A wolf in one of its poses. */
export function wolfClay(doing: WolfDoing, index: number): Clay {
  return houndClay(WOLF, holdOf(doing, index))
}

function holdOf(doing: WolfDoing, index: number): HoundHold {
  const moment = index / WOLF_DRAWINGS[doing]
  const wave = Math.sin(moment * 4 * Math.PI)
  const bound = Math.sin(moment * 2 * Math.PI)
  switch (doing) {
    case 'prowl':
      return {
        ...STAND,
        feet: walkFeet(moment),
        reach: 3.4,
        height: 9.4 + wave * 0.3,
        pitch: -0.05,
        head: [12.6, 0, 9.8 + wave * 0.4],
        nod: 0.1,
        areEarsBack: true,
      }
    case 'run':
      return {
        ...STAND,
        feet: gallopFeet(moment),
        reach: 7.2,
        height: 10 + bound * 1.7,
        pitch: Math.cos(moment * 2 * Math.PI) * 0.16,
        long: 1.06 - bound * 0.1,
        head: [12.6 - bound * 0.6, 0, 12.6 + bound],
        nod: 0.05,
        mouth: 0.8,
        tail: -0.4 - bound * 0.25,
        areEarsBack: true,
      }
    case 'eat':
      return { ...STAND, pitch: -0.16, head: [11.6, 0, 4.6 + index * 1.1], nod: 1, mouth: 0.5 }
    default:
      return STAND
  }
}
