/**
 * Turns `turn` as a ball of `radius` does that rolls by (dx, dz) over level ground without slipping. No snapshot tells this:
 * each page computes it from the way. Free of allocation.
 */
export function rolled(
  turn: { x: number; y: number; z: number; w: number },
  dx: number,
  dz: number,
  radius: number,
): void {
  const way = Math.sqrt(dx * dx + dz * dz)
  if (way === 0) return
  const half = way / radius / 2
  const sine = Math.sin(half)
  // The axis lies on the ground, across the way.
  const ax = (dz / way) * sine
  const az = (-dx / way) * sine
  const w = Math.cos(half)
  const { x, y, z, w: old } = turn
  const nx = w * x + ax * old - az * y
  const ny = w * y + az * x - ax * z
  const nz = w * z + az * old + ax * y
  const nw = w * old - ax * x - az * z
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw)
  turn.x = nx * scale
  turn.y = ny * scale
  turn.z = nz * scale
  turn.w = nw * scale
}
