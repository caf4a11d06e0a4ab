import { boid } from './boid.ts'
import type { Motion } from './motion.ts'
import { platformer } from './platformer.ts'
import { stopAndGo } from './stop-and-go.ts'
import { teleporter } from './teleporter.ts'
import { vehicle } from './vehicle.ts'

/** The motions that are scored by default: a platformer, a boid and a vehicle. */
export const motions: readonly Motion[] = [platformer, boid, vehicle]

/** Every motion: `motions`, then `stop-and-go` and `teleporter`. */
export const allMotions: readonly Motion[] = [...motions, stopAndGo, teleporter]
