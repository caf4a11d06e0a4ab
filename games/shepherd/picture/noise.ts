/** A number from 0 to 1 that is always the same for a place of whole numbers. */
export function speck(x: number, y: number, salt: number): number {
  let h = Math.imul((x | 0) * 73 + (y | 0) * 12_289 + salt * 283 + 17, 0x9e3779b1)
  h ^= h >>> 15
  h = Math.imul(h, 0x85ebca6b)
  return ((h ^ (h >>> 13)) >>> 0) / 0x100000000
}

/** From 0 to 1, changing softly over about one unit. */
export function noise(x: number, y: number, salt: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const across = ease(x - left)
  const down = ease(y - top)
  const upper = mix(speck(left, top, salt), speck(left + 1, top, salt), across)
  const lower = mix(speck(left, top + 1, salt), speck(left + 1, top + 1, salt), across)
  return mix(upper, lower, down)
}

/** Three noises of ever finer grain. */
export function clouds(x: number, y: number, salt: number): number {
  return (
    (noise(x, y, salt) * 4 +
      noise(x * 2.1, y * 2.1, salt + 1) * 2 +
      noise(x * 4.3, y * 4.3, salt + 2)) /
    7
  )
}

/** From 0 at `from` to 1 at `to`, without a kink. `from` may be the greater one. */
export function rise(x: number, from: number, to: number): number {
  return ease(Math.min(Math.max((x - from) / (to - from), 0), 1))
}

const ease = (x: number): number => x * x * (3 - 2 * x)
const mix = (a: number, b: number, share: number): number => a + (b - a) * share
