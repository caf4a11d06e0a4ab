/** Colours of a winter evening, in one place so that they stay in tune. They are those of the platformer. */
export const SKY: readonly (readonly [offset: number, colour: string])[] = [
  [0, '#253c74'],
  [0.55, '#3d5a9b'],
  [0.68, '#7f88c0'],
  [0.77, '#cfa9c0'],
  [0.83, '#f2c2ac'],
  [0.88, '#ffdcb0'],
  [1, '#f3cdbb'],
]
export const SUN = '#fff1d0'
export const SUNGLOW = '255 214 168'
/** Ridges from far to near: rock, and the snow on it. */
export const RIDGES: readonly { readonly rock: string; readonly snow: string }[] = [
  { rock: '#a9aed3', snow: '#e4dcec' },
  { rock: '#8393c4', snow: '#bcc5e6' },
  { rock: '#5f73ab', snow: '#5f73ab' },
]
/** What is far away takes this colour. */
export const HAZE = 0xd9bfc6
export const SNOW = 0xf3f6ff
export const SUNLIGHT = 0xffd9ac
export const SKYLIGHT = 0xa9bdf0
export const GROUNDLIGHT = 0x9aa5da
/** What the snow behind the camera throws back. */
export const FRONTLIGHT = 0xe9eeff
export const PINE = 0x2f5d63
export const PINE_SNOW = 0xe9f1ff
/** A cube that nobody has touched. */
export const ICE = 0xd7e6fa
