import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PoolOptions, WorkerRequest } from 'vitest/node'
import { patientForks } from '../scripts/patient-forks.ts'
import { until } from './support/until.ts'

/** Starts a process of the pool that has started when it is told 'now', with `error` if there is one. */
async function fork(error?: string) {
  const distPath = mkdtempSync(join(tmpdir(), 'glissade-forks-'))
  mkdirSync(join(distPath, 'workers'))
  writeFileSync(
    join(distPath, 'workers/forks.js'),
    `process.on('message', (message) => {
      if (message === 'now') process.send({ __vitest_worker_response__: true, type: 'started', error: ${error} })
      else process.send({ got: message.type })
    })`,
  )
  const logger = { outputStream: process.stdout, errorStream: process.stderr }
  const project = { vitest: { logger } }
  const options = { distPath, project, execArgv: [], env: process.env } as unknown as PoolOptions
  const worker = patientForks.createPoolWorker(options)
  const said: unknown[] = []
  const errors: unknown[] = []
  await worker.start()
  onTestFinished(async () => {
    await worker.stop()
    rmSync(distPath, { recursive: true })
  })
  worker.on('message', (message) => said.push(message.got ?? message.type))
  worker.on('error', (thrown) => errors.push(thrown))
  const send = (type: string) =>
    worker.send({ __vitest_worker_request__: true, type } as WorkerRequest)
  const tell = (text: string) => worker.send(text as unknown as WorkerRequest)
  return { said, errors, send, tell }
}

test('a process of the suite may take as long as it likes to start, and loses nothing', async () => {
  const { said, errors, send, tell } = await fork()
  send('start')
  await until(() => said.length === 2)
  expect([...said].sort()).toEqual(['start', 'started'])
  send('run')
  send('stop')
  // An answer to one of its own calls goes through at once.
  tell('now')
  await until(() => said.length === 4)
  expect(said.slice(2)).toEqual(['run', 'stop'])
  expect(errors).toEqual([])
})

test('a process of the suite that fails as it starts is an error', async () => {
  const { errors, send, tell } = await fork("'broken'")
  send('start')
  tell('now')
  await until(() => errors.length > 0)
  expect(errors).toEqual(['broken'])
})
