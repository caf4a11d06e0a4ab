import { type Clay, shaded } from './clay.ts'
import { type Breed, type HoundHold, houndClay } from './hound.ts'
import { gallopFeet, STANDING, walkFeet } from './strides.ts'

const BLACK = { lit: 0x6a6478, base: 0x39323f, shade: 0x1e1826 }
const WHITE = { lit: 0xffffff, base: 0xf2ebe4, shade: 0xaea2b4 }

/** A border collie. */
const COLLIE: Breed = {
  size: 1,
  back: BLACK,
  belly: WHITE,
  paw: WHITE,
  muzzle: WHITE,
  ear: shaded(0x322b38, 0.2),
  tip: WHITE,
  eye: 0xc08243,
  hasBlaze: true,
  hasScarf: true,
}

/** Everything that a dog can do, with the number of its drawings, in order. */
export const DOG_DRAWINGS = {
  walk: 6,
  run: 6,
  stand: 1,
  /** The dog sits and pants. */
  sit: 3,
  bark: 2,
} as const
export type DogDoing = keyof typeof DOG_DRAWINGS

const STAND: HoundHold = {
  feet: STANDING,
  reach: 0,
  height: 10.6,
  pitch: 0.03,
  long: 1,
  head: [10.8, 0, 16],
  nod: 0.2,
  mouth: 0,
  tongue: 0,
  tail: -0.7,
  wag: 0,
  areEarsBack: false,
  isSitting: false,
}

/** A dog in one of its poses. */
export function dogClay(doing: DogDoing, index: number): Clay {
  return houndClay(COLLIE, holdOf(doing, index))
}

function holdOf(doing: DogDoing, index: number): HoundHold {
  const moment = index / DOG_DRAWINGS[doing]
  const wave = Math.sin(moment * 4 * Math.PI)
  const bound = Math.sin(moment * 2 * Math.PI)
  switch (doing) {
    // It creeps, as collies do: head low, eyes on the flock.
    case 'walk':
      return {
        ...STAND,
        feet: walkFeet(moment),
        reach: 3.6,
        height: 9.6 + wave * 0.3,
        head: [12, 0, 12.6 + wave * 0.3],
        nod: 0.12,
        wag: wave * 0.4,
      }
    case 'run':
      return {
        ...STAND,
        feet: gallopFeet(moment),
        reach: 7.4,
        height: 10 + bound * 1.8,
        pitch: Math.cos(moment * 2 * Math.PI) * 0.17,
        long: 1.06 - bound * 0.1,
        head: [12.4 - bound * 0.7, 0, 13.6 + bound * 1.2],
        nod: 0.05,
        mouth: 0.7,
        tongue: 0.4,
        tail: -0.3 - bound * 0.25,
        areEarsBack: true,
      }
    case 'sit': {
      const pant = [0.4, 0.9, 0.7][index]!
      return {
        ...STAND,
        height: 8.4,
        pitch: 0.62,
        long: 0.88,
        head: [7, 0, 17.2 - pant * 0.35],
        nod: 0.12,
        mouth: pant,
        tongue: 0.8,
        tail: -0.5,
        wag: (index - 1) * 1.4,
        isSitting: true,
      }
    }
    case 'bark':
      return index === 0
        ? { ...STAND, pitch: -0.1, head: [10.6, 0, 15.4], nod: -0.25, mouth: 1, tail: 0.1 }
        : { ...STAND, pitch: 0.06, head: [10.4, 0, 17.4], nod: -0.45, mouth: 0.35, tail: 0.35 }
    default:
      return STAND
  }
}
