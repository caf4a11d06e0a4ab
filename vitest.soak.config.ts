import { defineConfig } from 'vitest/config'
import { ClosingLine } from './scripts/closing-line.ts'

const conditions = ['glissade-source', 'node', 'import', 'module', 'default']

/** `npm run soak`: the long tests, kept out of `npm test`. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'soak',
    include: ['test/**/*.soak.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
    teardownTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One file at a time: what another one computes would be felt by the clients that are measured.
    fileParallelism: false,
    reporters: ['default', new ClosingLine()],
  },
})
