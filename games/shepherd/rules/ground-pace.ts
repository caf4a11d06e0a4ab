import { ZONES } from './meadow.ts'

/** The share of a speed that mud leaves. */
export const MUD_PACE = 0.55

const muds = ZONES.filter(({ kind }) => kind === 'mud')

/**
 * The share of a body's speed that the ground leaves: 1 on grass, less in mud. Exact everywhere. You may call it in a
 * step.
 */
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
