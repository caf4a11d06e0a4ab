import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { join } from './support/dots-session.ts'
import { endGroups, ProcessGroup } from './support/process-group.ts'
import { RedisServer } from './support/redis-server.ts'
import { until } from './support/until.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await RedisServer.start()
})
afterAll(() => redis.kill())
afterEach(endGroups)

test('the processes of two servers share their rooms by Redis', async () => {
  const env = { REDIS: redis.url }
  const groups = [await ProcessGroup.start(2, env), await ProcessGroup.start(1, env)]
  const urls = groups.map(({ webSocketUrl }) => webSocketUrl)
  const paths = [`${urls[0]}/p/0`, `${urls[0]}/p/1`, `${urls[1]}/p/0`]
  const sessions: Awaited<ReturnType<typeof join>>[] = []
  for (const path of paths) sessions.push(await join(`${path}/glissade`, 'red'))
  const haveAll = () => {
    for (const session of sessions) session.frame(performance.now())
    return sessions.every((session) => session.entities('dot').length === sessions.length)
  }
  await until(haveAll)
  const ids = sessions.map(({ playerId }) => playerId)
  const has = async ({ url }: ProcessGroup) => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return /^glissade_rooms\{game="dots",process="\d"\} 1$/m.test(text)
  }
  const from = (await has(groups[0]!)) ? 0 : 1
  groups[from]!.first.kill('SIGTERM')
  expect(await groups[from]!.ended).toBe(0)
  await until(() => haveAll() && sessions.every(({ state }) => state === 'open'))
  expect(await has(groups[1 - from]!)).toBe(true)
  expect(sessions.map(({ playerId }) => playerId)).toEqual(ids)
})
