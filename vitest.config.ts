import { defineConfig } from 'vitest/config'
import { findBrowser } from './scripts/browser.mjs'
import { ClosingLine } from './scripts/closing-line.ts'

const conditions = ['glissade-source', 'node', 'import', 'module', 'default']
const browserPath = findBrowser()
process.env['CHROMIUM_PATH'] = browserPath

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // A slow machine fails nothing.
    testTimeout: 60_000,
    reporters: ['default', new ClosingLine(process.env['GLISSADE_BROWSER'] === 'required')],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'games/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/*.alloc.test.ts', '**/*.browser.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'allocation',
          include: ['src/**/*.alloc.test.ts', 'test/**/*.alloc.test.ts'],
          pool: 'forks',
          execArgv: ['--expose-gc', '--max-semi-space-size=64', '--no-concurrent-recompilation'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // Without a browser the project stays, empty: `--project browser` then says so.
          include: browserPath === '' ? [] : ['test/**/*.browser.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
