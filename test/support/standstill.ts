import type { SimulatedClient } from 'glissade/testing'

/** How a page stands still: it is hidden, or its thread is blocked, after which the frame or the packets come first. */
export const STANDSTILLS = ['hidden', 'frame first', 'packets first'] as const

/** Has a page stand still for `ms`. */
export function standStill(
  client: Pick<SimulatedClient<never>, 'stall' | 'block'>,
  ms: number,
  how: (typeof STANDSTILLS)[number],
): void {
  if (how === 'hidden') client.stall(ms)
  else client.block(ms, how)
}
