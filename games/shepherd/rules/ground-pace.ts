import { ZONES } from './meadow.ts'

/** What mud leaves of a speed. */
export const MUD_PACE = 0.55

const muds = ZONES.filter(({ kind }) => kind === 'mud')

/** What the ground leaves of a body's speed: 1 on grass, less in mud. Exact everywhere; may be called in a step. */
export function groundPace(body: { readonly x: number; readonly y: number }): number {
  for (let i = 0; i < muds.length; i++) {
    const mud = muds[i]
    if (!mud) continue
    const across = (body.x - mud.x) / mud.rx
    const down = (body.y - mud.y) / mud.ry
    if (across * across + down * down < 1) return MUD_PACE
  }
  return 1
}
