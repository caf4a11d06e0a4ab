import { createServer, connect as tcpConnect } from 'node:net'
import { Session } from 'glissade/client'
import { connectWebSocket, serve } from 'glissade/node'
import { afterAll, expect, test } from 'vitest'
import { realClock } from '../src/net/real-clock.ts'
import { swarmOf } from './support/swarm.ts'
import { until } from './support/until.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A player behind a relay that hands on so many bytes per second towards it. */
async function joinBehind(bytesPerSecond: number, balls: number) {
  const swarm = swarmOf(balls)
  const server = await serve(swarm, { port: 0 })
  ends.push(() => server.close())
  const relay = { bytesPerSecond, passed: 0 }
  const door = createServer((client) => {
    const socket = tcpConnect(server.port, '127.0.0.1')
    client.pipe(socket)
    socket.pause()
    const timer = setInterval(() => {
      const bytes = Math.min(socket.readableLength, Math.floor(relay.bytesPerSecond / 50))
      // Reading nothing is what asks the kernel for more.
      const some: Buffer | null = socket.read(bytes)
      if (!some) return
      relay.passed += some.length
      client.write(some)
    }, 20)
    ends.push(() => {
      clearInterval(timer)
      socket.destroy()
      client.destroy()
    })
    for (const end of [client, socket]) end.on('error', () => {})
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  ends.push(() => door.close())
  const { port } = door.address() as { port: number }
  const session = new Session(
    swarm.game,
    await connectWebSocket(`ws://127.0.0.1:${port}/glissade`),
    realClock,
  )
  const timer = setInterval(() => session.frame(performance.now()), 16)
  ends.push(() => clearInterval(timer))
  ends.push(() => session.close())
  await session.joined
  return { relay, session, room: [...server.rooms.values()][0]! }
}

test.concurrent('the kernel is not filled for who is behind a slow connection', async () => {
  const { relay, session, room } = await joinBehind(20_000, 200)
  await until(() => room.tick > 5 * 60)
  // 4 kB, 20 times a second, would be four times what the connection takes.
  expect(room.stats.bytesOut - relay.passed).toBeLessThan(30_000)
  expect(room.stats.snapshotsSkipped + room.stats.entitiesDeferred).toBeGreaterThan(20)
  expect(session.state).toBe('open')
})

test.concurrent('little is sent to who reads nothing for a while, and everything again once it reads', async () => {
  const { relay, session, room } = await joinBehind(10_000_000, 200)
  await until(() => room.tick > 2 * 60)
  relay.bytesPerSecond = 0
  await until(() => room.tick > 4 * 60)
  const { bytesOut } = room.stats
  await until(() => room.tick > 7 * 60)
  expect(room.stats.bytesOut - bytesOut).toBeLessThan(3 * 5 * 1300)
  relay.bytesPerSecond = 10_000_000
  const { snapshots } = session.stats
  await until(() => session.stats.snapshots > snapshots + 60)
  expect(session.state).toBe('open')
})
