import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PoolOptions, TestSpecification, Vitest, WorkerRequest } from 'vitest/node'
import { patientForks, TestOrder } from '../scripts/patient-forks.ts'
import { until } from './support/until.ts'

/** Starts a process of the pool for a project. It has started when it is told 'now', with `error` if there is one. */
async function fork(name: string, error?: string) {
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
  const project = { name, vitest: { logger } }
  const options = { distPath, project, execArgv: [], env: process.env } as unknown as PoolOptions
  const worker = patientForks.createPoolWorker(options)
  const said: unknown[] = []
  const errors: unknown[] = []
  await worker.start()
  let end = async () => {
    end = async () => {}
    await worker.stop()
  }
  onTestFinished(async () => {
    await end()
    rmSync(distPath, { recursive: true })
  })
  worker.on('message', (message) => said.push(message.got ?? message.type))
  worker.on('error', (thrown) => errors.push(thrown))
  const send = (type: string) =>
    worker.send({ __vitest_worker_request__: true, type } as WorkerRequest)
  const tell = (text: string) => worker.send(text as unknown as WorkerRequest)
  return { said, errors, send, tell, end: () => end() }
}

test('a process of the suite may take as long as it likes to start, and loses nothing', async () => {
  const { said, errors, send, tell } = await fork('unit')
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
  const { errors, send, tell } = await fork('unit', "'broken'")
  send('start')
  tell('now')
  await until(() => errors.length > 0)
  expect(errors).toEqual(['broken'])
})

test('one process with a browser runs at a time, and the others go on', async () => {
  const forks = [await fork('browser'), await fork('browser'), await fork('allocation')] as const
  for (const { send, tell } of forks) {
    send('start')
    tell('now')
    send('run')
  }
  const [first, second, other] = forks
  const runs = ({ said }: { said: unknown[] }) => said.includes('run')
  await until(() => runs(first) && runs(other))
  // There and back twice: had the process got it, it would have said so.
  for (const answers of [2, 3]) {
    second.tell('and now?')
    await until(() => second.said.filter((said) => said !== 'started').length === answers)
  }
  expect(runs(second)).toBe(false)
  await first.end()
  await until(() => runs(second))
})

test('files with a browser come evenly among those with a process each, and those that share one come last', async () => {
  const cache = { getFileTestResults: () => undefined, getFileStats: () => undefined }
  const vitest = { config: { root: '/' }, cache } as unknown as Vitest
  const files = Object.entries({ browser: 2, unit: 2, redis: 1, allocation: 5 }).flatMap(
    ([name, count]) => {
      const config = { isolate: name !== 'unit', sequence: { groupOrder: 0 } }
      const project = { name, config }
      const file = (n: number) => ({ project, moduleId: `/${name}-${n}` })
      return Array.from({ length: count }, (_, n) => file(n) as unknown as TestSpecification)
    },
  )
  const sorted = await new TestOrder(vitest).sort(files)
  expect(sorted.map(({ project }) => project.name.slice(0, 1)).join('')).toBe('abaaabaruu')
})
