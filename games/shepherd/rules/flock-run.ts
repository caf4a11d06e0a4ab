import type { Fright } from './flock-fear.ts'
import { CLOVER, type Ground, MUD } from './flock-ground.ts'
import { type Seen, SIGHT } from './flock-look.ts'
import { CALM, RUN_SPEED, type Sheep, TROT_SPEED, WALK_SPEED } from './flock-sheep.ts'
import { MUD_PACE } from './ground-pace.ts'

/** The weights of everything that a stirred sheep goes by. Each is a direction of length 1. */
const FLEE = 2.2
const APART = 1.6
const TOGETHER = 0.3
const TOGETHER_IN_PANIC = 0.6
const ALIKE = 0.35
const ALIKE_IN_PANIC = 0.45
const ONWARD = 0.6
const LED = 1.4
/** Where the sum is less than this, a sheep is slower. Below the second number, it stands. */
const SURE = 0.5
const UNSURE = 0.06
/** How much faster full fear makes a sheep: below half of it, and above. */
const WARY = 2 * (TROT_SPEED - WALK_SPEED)
const SCARED = 2 * (RUN_SPEED - TROT_SPEED)
/** The fear up to which a sheep stays in clover. */
const HELD = 0.3

/**
 * Where stirred sheep want to go, into `wishX` and `wishY` in units per second: away from what scares them, not too
 * near to others, with them and in the middle of them (Reynolds, 1987; the closer, the greater the fear), where the
 * land leads, and on as before. Free of allocation.
 */
export function run(
  sheep: Sheep,
  seen: Seen,
  fright: Fright,
  ground: Ground,
  wishX: Float64Array,
  wishY: Float64Array,
): void {
  const { count, alive, fear, vx, vy } = sheep
  const { x: awayX, y: awayY, size: scared } = fright
  const { apartX, apartY } = seen
  const { leadX, leadY } = ground
  const perSight = 1 / SIGHT
  const mudPace = MUD_PACE
  for (let i = 0; i < count; i++) {
    const felt = fear[i]!
    if (alive[i] === 0 || felt < CALM) continue
    const tile = ground.tileOf(sheep, i)
    const zone = ground.zone[tile]!
    const eager = felt < 0.5 ? WALK_SPEED + WARY * felt : TROT_SPEED + SCARED * (felt - 0.5)
    const speed = zone === MUD ? mudPace * eager : eager
    const perSpeed = 1 / speed
    // However many threats scare it, the others still count.
    const scare = scared[i]!
    const flee = scare > 1 ? FLEE / scare : FLEE
    let x = awayX[i]! * flee + apartX[i]! * APART + leadX[tile]! * LED
    let y = awayY[i]! * flee + apartY[i]! * APART + leadY[tile]! * LED
    const others = seen.count[i]!
    if (others > 0) {
      const perOther = 1 / others
      const together = (TOGETHER + TOGETHER_IN_PANIC * felt) * perSight * perOther
      const alike = (ALIKE + ALIKE_IN_PANIC * felt) * perSpeed * perOther
      x += seen.x[i]! * together + seen.vx[i]! * alike
      y += seen.y[i]! * together + seen.vy[i]! * alike
    }
    const onward = ONWARD * perSpeed
    x += vx[i]! * onward
    y += vy[i]! * onward
    const sure = Math.sqrt(x * x + y * y)
    const isHeld = zone === CLOVER && felt < HELD && scare === 0
    const by = sure < UNSURE || isHeld ? 0 : sure > SURE ? speed / sure : speed * (1 / SURE)
    wishX[i] = x * by
    wishY[i] = y * by
  }
}
