import { once } from 'node:events'
import { connect as connectTo, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { join } from './support/dots-session.ts'
import { endGroups, ProcessGroup, statusOf } from './support/process-group.ts'
import { until } from './support/until.ts'

const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await endGroups()
})

/** Opens a connection that sends what it is told. */
async function rawTo({ url }: ProcessGroup) {
  const socket = connectTo(Number(new URL(url).port), '127.0.0.1')
  sockets.push(socket)
  const raw = { socket, said: '', isClosed: false }
  socket.on('data', (data) => (raw.said += data))
  socket.on('error', () => {})
  socket.on('close', () => (raw.isClosed = true))
  await once(socket, 'connect')
  return raw
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('one port', () => {
  test('leads to the process that a path names, or to the one with the fewest connections', async () => {
    const group = await ProcessGroup.start(2)
    const raws = await Promise.all(Array.from({ length: 4 }, () => rawTo(group)))
    for (const { socket } of raws) socket.write('GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(() => raws.every(({ said }) => said.includes('404')))
    const pidOf = ({ socket: { localPort } }: { socket: Socket }) =>
      group.lines.find(({ from }) => from === `127.0.0.1:${localPort}`)?.pid
    await until(() => raws.every((raw) => pidOf(raw) !== undefined))
    for (const pid of group.pids) expect(raws.filter((raw) => pidOf(raw) === pid).length).toBe(2)

    const [zero, one] = [await group.ask('/p/0/x?y=1'), await group.ask('/p/1/x')]
    expect(zero.url).toBe('/x?y=1')
    expect([...group.pids].sort()).toEqual([zero.pid, one.pid].sort())
    for (let n = 0; n < 2; n++) {
      expect((await group.ask('/p/0/')).pid).toBe(zero.pid)
      expect((await group.ask('/p/1/')).pid).toBe(one.pid)
    }
    for (const { from, localPort } of [zero, one]) expect(from).toBe(`127.0.0.1:${localPort}`)
  })

  test('has rooms of both processes, in which clients play', async () => {
    const group = await ProcessGroup.start(2)
    const sessions = [
      await join(`${group.webSocketUrl}/p/0/glissade`, 'red'),
      await join(`${group.webSocketUrl}/p/0/glissade`, 'red'),
      await join(`${group.webSocketUrl}/p/1/glissade`, 'blue'),
      await join(`${group.webSocketUrl}/glissade`, 'green'),
    ]
    const dots = () => sessions.map((session) => session.entities('dot').length)
    await until(() => {
      for (const session of sessions) session.frame(performance.now())
      return String(dots()) === '2,2,1,1'
    })
    const text = await (await fetch(`${group.url}/metrics`)).text()
    const told = /^glissade_players\{game="dots",state="connected",process="([01])"\} ([123])$/gm
    const players = [...text.matchAll(told)].map(([, number, count]) => [number, Number(count)])
    expect(players.map(([number]) => number)).toEqual(['0', '1'])
    expect(players.reduce((all, [, count]) => all + Number(count), 0)).toBe(4)
    expect(text).toMatch(/^glissade_tick_seconds_count\{game="dots",process="1"\} [1-9]/m)
    expect(text.match(/^# TYPE glissade_players gauge$/gm)?.length).toBe(1)
    for (const path of ['/healthz', '/p/1/readyz'])
      expect((await statusOf(group.url + path)).status).toBe(200)
  })

  test('leads players of one room to one process, whichever they ask', async () => {
    const group = await ProcessGroup.start(2)
    const sessions: Awaited<ReturnType<typeof join>>[] = []
    for (let n = 0; n < 12; n++)
      sessions.push(await join(`${group.webSocketUrl}/p/${n % 2}/glissade`, `room ${n % 4}`))
    await until(() => {
      for (const session of sessions) session.frame(performance.now())
      return sessions.every((session) => session.entities('dot').length === 3)
    })
    const text = await (await fetch(`${group.url}/metrics`)).text()
    for (const number of [0, 1])
      expect(text).toMatch(
        new RegExp(`^glissade_rooms\\{game="dots",process="${number}"\\} 2$`, 'm'),
      )
  })

  test('closes a kept connection that asks for another process, without an answer', async () => {
    const group = await ProcessGroup.start(2)
    const [zero, one] = [await group.ask('/p/0/x'), await group.ask('/p/1/x')]
    const raw = await rawTo(group)
    raw.socket.write('GET /p/1/x HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(() => raw.said.includes('404'))
    raw.socket.write('GET /p/0/secret HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(() => raw.isClosed)
    expect(raw.said.match(/HTTP\/1\.1/g)?.length).toBe(1)
    expect(group.lines.some(({ url }) => url?.includes('secret'))).toBe(false)
    expect((await group.ask('/p/0/secret')).pid).toBe(zero.pid)
    expect(one.pid).not.toBe(zero.pid)
  })

  test('answers upgrades for other paths with 404', async () => {
    const group = await ProcessGroup.start(1)
    const raw = await rawTo(group)
    const head = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket'
    raw.socket.write(`GET /p/0/other HTTP/1.1\r\n${head}\r\n\r\n`)
    await until(() => raw.isClosed)
    expect(raw.said).toMatch(/^HTTP\/1\.1 404 /)
  })

  test('is not hurt by connections that send nothing, or no end of a line or of a head', async () => {
    const group = await ProcessGroup.start(2)
    const silent = await Promise.all(Array.from({ length: 300 }, () => rawTo(group)))
    const line = await rawTo(group)
    line.socket.write(Buffer.alloc(100_000, 'a'))
    const head = await rawTo(group)
    head.socket.write(`GET / HTTP/1.1\r\nX: ${'a'.repeat(100_000)}`)
    const slow = await rawTo(group)
    slow.socket.write('GET / HTTP/1.1\r\n')
    await until(() => line.isClosed && head.isClosed && slow.isClosed)
    expect(slow.said).toMatch(/^HTTP\/1\.1 408 /)
    expect(line.said).toBe('')
    expect(head.said).toMatch(/^HTTP\/1\.1 431 /)
    expect((await group.ask('/x')).status).toBe(404)
    // The others are cut after 10 s.
    await until(() => silent.every(({ isClosed }) => isClosed))
    expect(silent.every(({ said }) => said === '')).toBe(true)
    expect((await group.ask('/x')).status).toBe(404)
  })
})

describe('the processes', () => {
  test('one that is killed comes back with its number, and the other one plays on', async () => {
    const group = await ProcessGroup.start(2)
    const sessions: Awaited<ReturnType<typeof join>>[] = []
    for (let n = 0; n < 4; n++)
      sessions.push(await join(`${group.webSocketUrl}/glissade`, `room ${n}`))
    const states: string[] = []
    for (const [n, session] of sessions.entries())
      session.onState((state) => void states.push(`${n} ${state}`))
    const { pid: zero } = await group.ask('/p/0/x')
    const { pid: one } = await group.ask('/p/1/x')
    process.kill(one, 'SIGKILL')
    await until(() => group.pids.length === 3)
    const [, , next] = group.pids
    expect((await group.ask('/p/1/x')).pid).toBe(next)
    expect((await group.ask('/p/0/x')).pid).toBe(zero)
    await until(() => states.filter((state) => state.endsWith('open')).length === 2)
    expect(sessions.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open'])
    // Half of the rooms were in that process.
    expect(new Set(states.map((state) => state[0])).size).toBe(2)
  })

  test('one that is killed loses no connection that it has not taken yet', async () => {
    const group = await ProcessGroup.start(2)
    const { pid } = await group.ask('/p/1/x')
    process.kill(pid, 'SIGSTOP')
    const raws = await Promise.all(Array.from({ length: 20 }, () => rawTo(group)))
    for (const { socket } of raws) socket.write('GET /p/1/x HTTP/1.1\r\nHost: localhost\r\n\r\n')
    // The other one answers meanwhile.
    expect((await group.ask('/p/0/x')).status).toBe(404)
    process.kill(pid, 'SIGKILL')
    await until(() => raws.every(({ said }) => said.includes('HTTP/1.1 404')))
    expect(raws.every(({ isClosed }) => !isClosed)).toBe(true)
  })

  test('one that hangs gets no connections after 3 s, and loses none that it has not taken yet', async () => {
    const group = await ProcessGroup.start(2)
    const { pid } = await group.ask('/p/1/x')
    process.kill(pid, 'SIGSTOP')
    try {
      const early = await Promise.all(Array.from({ length: 20 }, () => rawTo(group)))
      for (const { socket } of early) socket.write('GET /p/1/x HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await until(() => early.every(({ said }) => said.includes('HTTP/1.1 404')))
      // Its lease has run out by now.
      for (let n = 0; n < 20; n++) expect((await statusOf(`${group.url}/p/1/x`)).status).toBe(404)
      process.kill(pid, 'SIGCONT')
      while ((await group.ask('/p/1/x')).pid !== pid);
      // It has answered none of those again, and the other process goes on with them.
      for (const { socket } of early) socket.write('GET /y HTTP/1.1\r\nHost: localhost\r\n\r\n')
      const answers = (said: string) => said.match(/HTTP\/1\.1 404/g)?.length
      await until(() => early.every(({ said }) => answers(said) === 2))
      expect(group.lines.filter(({ url, pid: by }) => url === '/y' && by === pid)).toEqual([])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  test('with checkpointMs, a room of one that is killed goes on in the other one', async () => {
    const group = await ProcessGroup.start(2, { CHECKPOINT_MS: '100' })
    const session = await join(`${group.webSocketUrl}/p/0/glissade`, 'red')
    const { playerId } = session
    const dot = () => session.entities('dot').find(({ mine }) => mine)
    await until(() => {
      session.input.right = true
      session.frame(performance.now())
      return (dot()?.x ?? 0) >= 600
    })
    const text = await (await fetch(`${group.url}/metrics`)).text()
    const [, number] = /^glissade_rooms\{.*process="(\d)"\} 1$/m.exec(text)!
    let opened = 0
    session.onState((state) => void (opened += state === 'open' ? 1 : 0))
    process.kill((await group.ask(`/p/${number}/x`)).pid, 'SIGKILL')
    await until(() => opened === 1)
    await until(() => {
      session.frame(performance.now())
      return dot() !== undefined
    })
    expect(session.playerId).toBe(playerId)
    // A new room would have it at 400 again.
    expect(dot()!.x).toBeGreaterThan(450)
  })

  test('one that gets SIGTERM hands its rooms to the other one, and comes back', async () => {
    const group = await ProcessGroup.start(2)
    const session = await join(`${group.webSocketUrl}/glissade`, 'red')
    const { playerId } = session
    const reasons: string[] = []
    session.onClose((reason) => reasons.push(reason))
    const openRooms = async () => {
      const text = await (await fetch(`${group.url}/metrics`)).text()
      return [...text.matchAll(/^glissade_rooms\{.*process="(\d)"\} 1$/gm)].map(
        ([, number]) => number,
      )
    }
    const [from] = await openRooms()
    process.kill((await group.ask(`/p/${from}/x`)).pid, 'SIGTERM')
    // No request is lost meanwhile.
    while (group.pids.length < 3)
      expect((await statusOf(`${group.url}/p/${from}/x`)).status).toBe(404)
    await until(() => session.state === 'open')
    expect(await openRooms()).toEqual([from === '0' ? '1' : '0'])
    expect(session.playerId).toBe(playerId)
    expect(reasons).toEqual([])
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s tells the clients, and ends all with code 0',
    async (signal) => {
      const group = await ProcessGroup.start(2)
      const reasons: string[] = []
      for (const number of [0, 1]) {
        const address = `${group.webSocketUrl}/p/${number}/glissade`
        const session = await join(address, 'red', { comesBack: false })
        session.onClose((reason) => reasons.push(reason))
      }
      group.first.kill(signal)
      expect(await group.ended).toBe(0)
      await until(() => reasons.length === 2)
      expect(reasons).toEqual(['restarting', 'restarting'])
      expect(group.pids.filter(isRunning)).toEqual([])
      expect(group.errors).toBe('')
    },
  )

  test('another signal while they end changes nothing, and the port is open until the last one leaves', async () => {
    const group = await ProcessGroup.start(2)
    const reasons: string[] = []
    for (const number of [0, 1]) {
      const address = `${group.webSocketUrl}/p/${number}/glissade`
      const session = await join(address, `room ${number}`, { comesBack: false })
      session.onClose((reason) => reasons.push(reason))
    }
    const { pid: zero } = await group.ask('/p/0/x')
    const { pid: one } = await group.ask('/p/1/x')
    process.kill(one, 'SIGSTOP')
    try {
      group.first.kill('SIGINT')
      await until(() => !isRunning(zero))
      group.first.kill('SIGTERM')
      await rawTo(group)
    } finally {
      process.kill(one, 'SIGCONT')
    }
    expect(await group.ended).toBe(0)
    await until(() => reasons.length === 2)
    expect(reasons).toEqual(['restarting', 'restarting'])
    expect(group.errors).toBe('')
  })

  test('end when the first one is killed', async () => {
    const group = await ProcessGroup.start(2)
    group.first.kill('SIGKILL')
    expect(await group.ended).toBe('SIGKILL')
    await until(() => !group.pids.some(isRunning))
  })

  test('when one ends 5 times within a minute, all end with an error and code 1', async () => {
    const group = await ProcessGroup.start(2)
    const { pid } = await group.ask('/p/0/x')
    for (let n = 1; n <= 5; n++) {
      await until(() => group.pids.length === n + 1)
      const [last = pid] = n === 1 ? [pid] : group.pids.slice(-1)
      process.kill(last, 'SIGKILL')
    }
    expect(await group.ended).toBe(1)
    const why = 'process 0 of serve has ended 5 times within 60 s, the last time with SIGKILL'
    expect(group.errors).toContain(why)
    expect(group.pids.filter(isRunning)).toEqual([])
  })

  test('when one ends before it is ready, `serve` rejects', async () => {
    const group = new ProcessGroup(['2'], { FAULTY: '1' })
    expect(await group.ended).toBe(3)
    const why = expect.stringMatching(
      /^process [01] of serve has ended with code 7 before it was ready$/,
    )
    expect(group.lines).toEqual([expect.objectContaining({ did: 'reject', why })])
  })

  test.each([
    ['before it listens', 'maxPerAddress', 'maxPerAddress is -1, but must be above 0'],
    ['while it joins', 'maxRooms', 'capacity is -1, but must be an integer above 0'],
  ])(
    'one in which `serve` rejects %s ends, and `serve` rejects in the first one',
    async (_, option, why) => {
      const group = new ProcessGroup(['1'], { FAULTY: option })
      expect(await group.ended).toBe(3)
      const ended = 'process 0 of serve has ended with code 3 before it was ready'
      expect(group.lines.map((line) => line.why)).toEqual([why, ended])
    },
  )

  test('a program has one group', async () => {
    const group = await ProcessGroup.start(1, { SECOND: '1' })
    await until(() => group.lines.some(({ did }) => did === 'reject'))
    const { why } = group.lines.find(({ did }) => did === 'reject')!
    expect(why).toBe("serve: only one call of a program may have 'processes'")
  })
})
