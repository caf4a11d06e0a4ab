/** Colours of a winter evening, in one place so that they stay in tune. */
export const SKY: readonly { readonly offset: number; readonly color: number }[] = [
  { offset: 0, color: 0x253c74 },
  { offset: 0.26, color: 0x4b69a8 },
  { offset: 0.46, color: 0x9a9bcb },
  { offset: 0.6, color: 0xe8b3b0 },
  { offset: 0.72, color: 0xffdcb0 },
  { offset: 1, color: 0xffdcb0 },
]
export const SUN = 0xfff1d0
export const SUNGLOW = 0xffd6a8

/** Ridges from far to near: the nearer, the darker. */
export const RIDGES: readonly {
  readonly rock: number
  readonly snow: number
  /** The colour that evening haze gives the rock in the valley. */
  readonly haze: number
}[] = [
  { rock: 0x98a3cf, snow: 0xdcd8ee, haze: 0xc9b3cd },
  { rock: 0x7386bd, snow: 0xb9c3e6, haze: 0x9497c8 },
  { rock: 0x4f659f, snow: 0x4f659f, haze: 0x5b6da8 },
]
export const STARLIGHT = 0xf4f1ff
export const CLOUD = 0xffd2c4
export const WINDOW_WOOD = 0x3a4a7c
export const FAR_FOREST = 0x3c5288

/** Rock by its distance from the air, in tiles. */
export const ROCK: readonly number[] = [0x5a6a97, 0x4f5e8a, 0x45537e, 0x3c4972, 0x354167]
/** The wall behind a cave. */
export const CAVE = 0x27304f
export const ROCK_LIT = 0x7686b3
export const ROCK_DARK = 0x2b3557

export const SNOW = 0xf6faff
export const SNOW_LIT = 0xffffff
export const SNOW_SHADE = 0xbfd2f0
export const ICE = 0xd6e8fb

export const WOOD = 0x8a5f47
export const WOOD_LIT = 0xae7f5f
export const WOOD_DARK = 0x583b30

export const PINE = 0x2f5d63
export const PINE_DARK = 0x234a52
export const LIGHT = 0xffd27a
export const FLAG = 0xe2564d
export const INK = 0x1c2440

export const GOLD = 0xffce54
export const GOLD_LIT = 0xfff0b0
export const GOLD_DARK = 0xc98a28
/** Sharp ice: the lit side, the shaded side, and the red at its foot that warns of danger. */
export const SHARP_LIT = 0xf1f8ff
export const SHARP = 0xa9c4ee
export const SHARP_DARK = 0x6f7fc4
export const SHARP_FOOT = 0xd0587e
/** Confetti beside the winner's own colour. */
export const CONFETTI: readonly number[] = [0xffffff, 0xffce54]
