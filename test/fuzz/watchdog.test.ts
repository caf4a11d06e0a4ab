import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Watchdog } from './watchdog.ts'

test('a process that hangs is ended, and its last seed is told', () => {
  const path = fileURLToPath(new URL('./watchdog.ts', import.meta.url))
  const script = `
    const { Watchdog } = await import(${JSON.stringify(path)})
    const watchdog = await Watchdog.start(1000)
    watchdog.beat(4711)
    for (;;);`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const { signal, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 90_000,
  })
  expect(signal).toBe('SIGKILL')
  expect(stderr).toContain('nothing has happened for 1 s after SEED=4711')
})

test('one that goes on is left alone, and so is one that has stopped it', async () => {
  const watchdog = await Watchdog.start(60_000)
  for (let seed = 0; seed < 5; seed++) watchdog.beat(seed)
  await watchdog.stop()
  expect(process.exitCode ?? 0).toBe(0)
})
