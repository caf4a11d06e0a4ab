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

/** Ridges from far to near: the nearer, the darker. */
export const RIDGES: readonly { readonly rock: number; readonly snow: number }[] = [
  { rock: 0x98a3cf, snow: 0xd9d6ec },
  { rock: 0x7386bd, snow: 0xb9c3e6 },
  { rock: 0x4f659f, snow: 0x4f659f },
]
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
