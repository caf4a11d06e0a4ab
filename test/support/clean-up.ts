import { afterAll, vi } from 'vitest'

// Files share a process, so a global that one of them has replaced would be replaced for the next one, too.
afterAll(() => {
  vi.unstubAllGlobals()
})
