import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './scripts/browser.mjs'
import { ClosingLine } from './scripts/closing-line.ts'
import { patientForks } from './scripts/patient-forks.ts'
import { findProgram, NGINX, REDIS } from './scripts/programs.mjs'

const conditions = ['glissade-source', 'node', 'import', 'module', 'default']
const browserPath = findBrowser()
process.env['CHROMIUM_PATH'] = browserPath
const redisPath = findProgram(REDIS)
process.env['REDIS_SERVER_PATH'] = redisPath
const nginxPath = findProgram(NGINX)
process.env['NGINX_PATH'] = nginxPath
// Its tests take Redis too, and addresses that only Linux has.
const hasNginx = nginxPath !== '' && redisPath !== '' && process.platform === 'linux'

const PATIENCE_MS = 300_000
/** What `npm test -- fast` runs: each part of the engine by itself, and what holds the repository to its word. */
const FAST = [
  'src/**/*.test.ts',
  'test/{guide,readme}/**/*.test.ts',
  'test/{architecture,audit,closing-line,dependencies,guide,layers,patience,readme,reliability,run,soaks,techniques}.test.ts',
  'test/wire/goldens.test.ts',
]
const OTHER_KINDS = ['alloc', 'browser', 'redis', 'nginx'].map((kind) => `**/*.${kind}.test.ts`)
/** Files share processes: to start one for each would take longer than most of the tests. */
const shared = { isolate: false, setupFiles: ['test/support/clean-up.ts'] }

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // A slow machine fails nothing: these only end what would never end.
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    teardownTimeout: PATIENCE_MS,
    expect: { poll: { timeout: 60_000 } },
    pool: patientForks,
    // One more than there are processors: some tests wait for most of their time, for other processes or for a deadline.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', new ClosingLine(process.env)],
    projects: [
      {
        extends: true,
        test: { ...shared, name: 'unit', include: FAST, exclude: OTHER_KINDS },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'whole',
          include: ['{games,test}/**/*.test.ts'],
          exclude: [...OTHER_KINDS, ...FAST],
        },
      },
      {
        extends: true,
        test: {
          name: 'allocation',
          include: ['src/**/*.alloc.test.ts', 'test/**/*.alloc.test.ts'],
          // Warnings for authors may allocate: they are not in what players get.
          env: { NODE_ENV: 'production' },
          execArgv: ['--expose-gc', '--max-semi-space-size=64', '--no-concurrent-recompilation'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // Without a browser the project stays, empty: `--project browser` then says so.
          include: browserPath === '' ? [] : ['test/**/*.browser.test.ts'],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'redis',
          // Without Redis the project stays, empty.
          include: redisPath === '' ? [] : ['{src,test}/**/*.redis.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'nginx',
          include: hasNginx ? ['test/**/*.nginx.test.ts'] : [],
        },
      },
    ],
  },
})
