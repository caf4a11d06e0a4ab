import { vi } from 'vitest'

/** Waits until something holds, for a minute at least: a slow machine fails nothing. */
export async function until(what: () => boolean): Promise<void> {
  await vi.waitUntil(what, { timeout: 60_000, interval: 10 })
}
