import { expect, test } from 'vitest'
import { redisDirectory } from './redis-directory.ts'

test.each([
  [{ url: '' }, "url is ''"],
  [{ url: 'http://127.0.0.1' }, "'redis://127.0.0.1:6379'"],
  [{ url: 'redis://host:port' }, "url is 'redis://host:port'"],
  [{ prefix: '' }, "prefix is ''"],
  [{ prefix: 'a{b}' }, 'without braces'],
  [{ leaseMs: 0 }, 'leaseMs is 0'],
  [{ savedMs: Infinity }, 'savedMs is Infinity'],
  [{ timeoutMs: -1 }, 'timeoutMs is -1'],
])('%j is misuse', (options, fault) => {
  const make = () => redisDirectory({ url: 'redis://127.0.0.1', ...options })
  expect(make).toThrow(expect.objectContaining({ code: 'misuse' }))
  expect(make).toThrow(fault)
})

test('a directory that has been closed connects no more', async () => {
  const directory = redisDirectory({ url: 'redis://127.0.0.1:1' })
  await directory.close()
  await expect(directory.find('duel/x')).rejects.toMatchObject({ code: 'misuse' })
})
