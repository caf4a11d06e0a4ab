import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ROOT } from './source-file.ts'

const PROGRAM = `
import { redisDirectory } from 'glissade/redis'
const directory = redisDirectory({ url: 'redis://127.0.0.1:1' })
const fault = await directory.find('duel/x').catch((error) => error)
console.log(fault.code + ': ' + fault.message)
await directory.close()
`

test('without the package redis, the first call says what to install', () => {
  const without = ['--import', './test/support/without-redis.mjs', '--input-type=module']
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['-C', 'glissade-source', '--import', 'tsx', ...without, '--eval', PROGRAM],
    { cwd: ROOT, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  expect(stdout.trim()).toBe(
    'misuse: glissade/redis needs the package redis, which is missing: npm install redis',
  )
})
