import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bundled } from './support/bundled.ts'

const PROGRAM = await bundled(
  fileURLToPath(new URL('./support/watched-server.ts', import.meta.url)),
)

/** Starts the server of `support/watched-server.ts` in a process of its own, and returns what it said. */
async function said(isInstalled: boolean, ...args: string[]): Promise<unknown> {
  const hooks = isInstalled ? [] : ['--import', './test/support/without-prom-client.mjs']
  const { stdout } = await promisify(execFile)(process.execPath, [...hooks, PROGRAM, ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  return JSON.parse(stdout)
}

test('without metrics, a server loads nothing of prom-client, installed or not', async () => {
  for (const isInstalled of [true, false])
    expect(await said(isInstalled)).toEqual({ statuses: [200, 200, 404], isLoaded: false })
})

test('with metrics, it loads the package, or says how to get it', async () => {
  expect(await said(true, 'metrics')).toEqual({ statuses: [200, 200, 200], isLoaded: true })
  expect(await said(false, 'metrics')).toEqual({
    message: "the option 'metrics' of serve needs the package prom-client: npm install prom-client",
  })
})
