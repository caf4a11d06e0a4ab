import { setTimeout as passing } from 'node:timers/promises'
import { createClient } from 'redis'
import { afterAll, beforeAll } from 'vitest'
import { RedisServer } from '../../test/support/redis-server.ts'
import { runDirectoryCases } from '../directory/directory.case.ts'
import { redisDirectory } from './redis-directory.ts'

let server: RedisServer

beforeAll(async () => {
  server = await RedisServer.start()
})

afterAll(() => server.kill())

runDirectoryCases({
  name: 'redisDirectory',
  share: async (times) => {
    const admin = createClient({ url: server.url })
    await admin.connect()
    return {
      open: () => redisDirectory({ ...times, url: server.url, timeoutMs: 60_000 }),
      lapse: async (id) => {
        await admin.zAdd('{glissade}:alive', { value: id, score: 1 }, { condition: 'XX' })
      },
      pass: () => passing(50),
      end: async () => {
        await admin.flushAll()
        admin.destroy()
      },
    }
  },
})
