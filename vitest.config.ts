import { defineConfig } from 'vitest/config'

const conditions = ['glissade-source', 'node', 'import', 'module', 'default']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/*.alloc.test.ts', '**/*.browser.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'allocation',
          include: ['src/**/*.alloc.test.ts', 'test/**/*.alloc.test.ts'],
          pool: 'forks',
          execArgv: ['--expose-gc', '--max-semi-space-size=64'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/**/*.browser.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
