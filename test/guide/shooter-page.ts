import type { Session } from 'glissade/client'
import { type game, reachOf } from './shooter.ts'

/** Draws the rays of all shots. Removes your own ray if the server does not confirm the shot. */
export function drawShots(
  session: Session<typeof game>,
  drawRay: (x: number, y: number, aim: number, length: number) => { remove(): void },
): void {
  const rays = new WeakMap<object, { remove(): void }>()
  session.on(
    'shot',
    (shot) => {
      const { x, y, aim } = shot
      rays.set(shot, drawRay(x, y, aim, reachOf(x, y, aim)))
    },
    { undone: (shot) => rays.get(shot)?.remove() },
  )
}

/** Aims at a place of the page, such as that of the pointer. Call it before each `session.frame`. */
export function aimAt(session: Session<typeof game>, x: number, y: number): void {
  const me = session.entities('fighter').find(({ mine }) => mine)
  if (me) session.input.aim = Math.atan2(y - me.y, x - me.x)
}
