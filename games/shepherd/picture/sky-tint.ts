/** Light by how dark it is, from 0 to 255: white by day, warm at dusk, blue at night. Red, green, blue. */
const LIGHT: readonly (readonly [number, number, number, number])[] = [
  [0, 255, 255, 255],
  [36, 255, 243, 220],
  [84, 255, 208, 166],
  [132, 214, 162, 176],
  [184, 128, 128, 194],
  [255, 78, 96, 170],
]

/** The colour of daylight at a darkness: 0 by day, 255 at night. Everything drawn is multiplied by it. */
export const SKY_TINTS: readonly string[] = Array.from({ length: 256 }, (_, night) => tintAt(night))

/** The strength of lanterns and other lights at a darkness: from 0 to 1. Allocates nothing. */
export function lampLight(night: number): number {
  const share = Math.min(Math.max((night - 60) / 120, 0), 1)
  return share * share * (3 - 2 * share)
}

function tintAt(night: number): string {
  const after = LIGHT.findIndex(([from]) => from >= night)
  const [to, ...bright] = LIGHT[after] ?? [0, 255, 255, 255]
  const [from, ...dark] = LIGHT[Math.max(after - 1, 0)] ?? [0, 255, 255, 255]
  const share = to > from ? (night - from) / (to - from) : 0
  const mixed = bright.map((tone, i) =>
    Math.round((dark[i] ?? 0) + (tone - (dark[i] ?? 0)) * share),
  )
  return `rgb(${mixed.join(', ')})`
}
