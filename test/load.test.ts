import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { loadCommand } from '../src/load/load.ts'
import { isClean, type LoadReport } from '../src/load/report/report.ts'
import { after, BOT, cuttable, endAll, started } from './support/loaded.ts'
import { until } from './support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'glissade-load-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(endAll)

/** A bot in a file of its own, which has the same game. */
function botFile(name: string, code: string): string {
  const file = join(folder, name)
  writeFileSync(file, `export { game } from '${BOT}'\n${code}`)
  return file
}

/** Runs the command in this process, and keeps what it says. */
function loading(words: readonly string[], second: (text: string) => void = () => {}) {
  const printed: string[] = []
  const notes: string[] = []
  const interrupt = new AbortController()
  const done = loadCommand(words, {
    command: 'glissade load',
    print: (text) => printed.push(text),
    note: (text) => notes.push(text),
    progress: { isTTY: true, columns: 120, write: second },
    now: () => performance.now(),
    signal: interrupt.signal,
  })
  return { done, notes, interrupt, said: () => printed.join('\n') }
}

const reportOf = async (words: readonly string[]): Promise<LoadReport> => {
  const report = await loading(words).done
  if (!report) throw new Error('there is no report')
  return report
}

describe('glissade load', () => {
  test('twenty clients fill their rooms, play, and leave', async () => {
    const { server, counts, url } = await started()
    const rooms = new Map<string, number>()
    const words = [url, '--bot', BOT, '--clients', '20', '--room-size', '8', '--ramp', '0']
    const { done, said } = loading([...words, '--seconds', '1'], () => {
      for (const [id, { players }] of server.rooms)
        rooms.set(id, Math.max(rooms.get(id) ?? 0, players.length))
    })
    const report = (await done)!
    expect(report).toMatchObject({ clients: 20, rooms: 3, joined: 20, failed: [], dropped: [] })
    expect(report).toMatchObject({
      unfinished: 0,
      broken: 0,
      isInterrupted: false,
      game: 'walkers',
    })
    expect(isClean(report)).toBe(true)
    expect([...rooms].sort()).toEqual([
      ['walkers/load-1', 8],
      ['walkers/load-2', 8],
      ['walkers/load-3', 4],
    ])
    await until(() => counts.left === 20)
    expect(counts.joined).toBe(20)
    const { overall, perSecond } = report
    expect(perSecond.map(({ joined }) => joined).reduce((a, b) => a + b)).toBe(20)
    expect(perSecond.at(-1)).toMatchObject({ connected: 20, failed: 0, dropped: 0 })
    for (const spread of [overall.joinMs, overall.gapMs, overall.answerMs]) {
      expect(spread.p50).toBeGreaterThan(0)
      expect(spread.p99).toBeGreaterThanOrEqual(spread.p50)
      expect(spread.max).toBeGreaterThanOrEqual(spread.p99)
    }
    expect(overall.bytesIn).toBeGreaterThan(0)
    expect(overall.bytesOut).toBeGreaterThan(0)
    expect(overall.generatorCpu).toBeGreaterThan(0)
    expect(overall.serverCpu).toBeNaN()
    expect(said()).toContain('20 clients for 3 rooms')
    expect(said()).toMatch(/^joined +20$/m)
  })

  test('a bot joins with its profile, and its function is called before each frame', async () => {
    const { walkers, url } = await started()
    const bot = botFile(
      'right.ts',
      `export const join = ({ client, room }) => ({ profile: { name: room + '/' + client } })
      export const play = (session, { client }) => () => { session.input.right = client === 1 }`,
    )
    const words = [url, '--bot', bot, '--clients', '2', '--ramp', '0', '--seconds', '600']
    const run = loading(words, () => {
      if (walkers.length === 2 && walkers.some(({ startX, entity }) => entity.x > startX))
        run.interrupt.abort()
    })
    await run.done
    const ways = walkers.map(({ name, startX, entity }) => [name, entity.x - startX] as const)
    expect(ways.sort()).toEqual([
      ['load-1/0', 0],
      ['load-1/1', expect.any(Number)],
    ])
    expect(ways[1]?.[1]).toBeGreaterThan(0)
  })

  test('the server can say what it uses', async () => {
    let seconds = 5
    const http = createServer((request, response) => {
      if (request.url !== '/metrics') return void response.writeHead(404).end()
      seconds += 0.5
      response.end(
        `# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total ${seconds}\n`,
      )
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    after(() => http.close())
    await started({ server: http, port: undefined })
    const { port } = http.address() as { port: number }
    const words = [`ws://127.0.0.1:${port}`, '--bot', BOT, '--clients', '1', '--ramp', '0']
    const { overall } = await reportOf([...words, '--seconds', '1'])
    expect(overall.serverCpu).toBeGreaterThan(0)
  })

  test('a server that is full refuses some, and the report says how many and why', async () => {
    const { url } = await started({ maxPlayers: 5, maxRooms: 1 })
    const words = [url, '--bot', BOT, '--clients', '8', '--ramp', '0', '--seconds', '1']
    const { done, said } = loading(words)
    const report = (await done)!
    expect(report).toMatchObject({ joined: 5, dropped: [] })
    expect(report.failed).toEqual([{ reason: expect.stringContaining('full'), clients: 3 }])
    expect(isClean(report)).toBe(false)
    expect(said()).toContain('Clients that could not join')
  })

  test('where no server is, nobody joins, and the run ends at once', async () => {
    const { server, url } = await started()
    await server.close()
    const report = await reportOf([
      url,
      '--bot',
      BOT,
      '--clients',
      '3',
      '--ramp',
      '0',
      '--seconds',
      '600',
    ])
    expect(report).toMatchObject({ joined: 0, unfinished: 0 })
    expect(report.failed).toEqual([
      { reason: expect.stringContaining('no game server at'), clients: 3 },
    ])
  })

  test('a server with another game lets nobody in', async () => {
    const { url } = await started()
    const bot = join(folder, 'other.ts')
    writeFileSync(
      bot,
      `import { defineGame, flag } from '${join(import.meta.dirname, '../src/index.ts')}'
      export const game = defineGame({ name: 'walkers', input: { up: flag() }, entities: {} })`,
    )
    const report = await reportOf([
      url,
      '--bot',
      bot,
      '--clients',
      '2',
      '--ramp',
      '0',
      '--seconds',
      '600',
    ])
    expect(report.failed).toEqual([{ reason: expect.stringContaining('schema'), clients: 2 }])
  })

  test('players who are kicked are dropped, with the reason that they were told', async () => {
    const { kicks, url } = await started()
    const words = [url, '--bot', BOT, '--clients', '4', '--ramp', '0', '--seconds', '600']
    const { done } = loading(words, () => {
      if (kicks.length === 4) for (const kick of kicks.splice(0)) kick()
    })
    const report = (await done)!
    expect(report).toMatchObject({ joined: 4, broken: 0 })
    expect(report.dropped).toEqual([{ reason: 'kicked: no bots', clients: 4 }])
  })

  test('rooms that are closed in the middle are told of, and nothing hangs', async () => {
    const { server, counts, url } = await started()
    const words = [url, '--bot', BOT, '--clients', '4', '--ramp', '0', '--seconds', '600']
    const { done } = loading(words, () => {
      if (counts.joined === 4) for (const room of [...server.rooms.values()]) room.close()
    })
    const report = (await done)!
    expect(report.dropped).toEqual([
      { reason: expect.stringContaining('server-closed'), clients: 4 },
    ])
    expect(isClean(report)).toBe(false)
  })

  test('clients whose connections break come back, and are not dropped', async () => {
    const { counts, cut, url } = await cuttable()
    let isCut = false
    const words = [url, '--bot', BOT, '--clients', '4', '--ramp', '0', '--seconds', '600']
    const run = loading(words, (text) => {
      if (counts.returned === 4 && text.includes('4 connected')) run.interrupt.abort()
      if (counts.joined < 4 || isCut) return
      isCut = true
      cut()
    })
    const report = (await run.done)!
    expect(report).toMatchObject({ joined: 4, broken: 4, reconnected: 4, dropped: [] })
    expect(isClean(report)).toBe(true)
    expect(run.said()).toMatch(/^connections that came back +4$/m)
  })

  test('a server that dies in the middle has dropped those that could not come back', async () => {
    const { counts, die, url } = await cuttable()
    const words = [url, '--bot', BOT, '--clients', '4', '--ramp', '0', '--seconds', '600']
    const run = loading(words, (text) => {
      if (counts.joined === 4 && text.includes('4 connected')) die()
      if (counts.joined === 4 && text.includes('0 connected')) run.interrupt.abort()
    })
    const report = (await run.done)!
    expect(report).toMatchObject({ joined: 4, broken: 4, reconnected: 0 })
    expect(report.dropped).toEqual([
      { reason: 'lost: the connection broke, and had not come back', clients: 4 },
    ])
    expect(isClean(report)).toBe(false)
    // The silence until the end counts.
    expect(report.overall.gapMs.max).toBeGreaterThan(100)
  })

  test('a bot that throws ends its client, and the report says what it threw', async () => {
    const { url } = await started()
    const bot = botFile(
      'throws.ts',
      `export const play = (session, { client }) => {
        if (client === 0) throw new TypeError('at once')
        if (client === 1) return 'what'
        if (client === 2) session.onEnter('walker', () => { throw new Error('in a listener') })
        return (timeMs) => { if (client > 2 && timeMs > 50) throw new Error('later') }
      }`,
    )
    const words = [url, '--bot', bot, '--clients', '5', '--ramp', '0', '--seconds', '600']
    const report = await reportOf(words)
    expect(report.joined).toBe(5)
    expect(new Set(report.dropped)).toEqual(
      new Set([
        { reason: 'the bot threw Error: later', clients: 2 },
        { reason: 'the bot threw TypeError: at once', clients: 1 },
        {
          reason:
            'the bot threw TypeError: play returned what, but must return a function or nothing',
          clients: 1,
        },
        { reason: 'the bot threw Error: in a listener', clients: 1 },
      ]),
    )
  })

  test('whoever interrupts a run gets what was measured, and all clients leave', async () => {
    const { counts, url } = await started()
    const words = [url, '--bot', BOT, '--clients', '600', '--ramp', '600', '--seconds', '600']
    const run = loading(words, () => {
      if (counts.joined >= 2) run.interrupt.abort()
    })
    const report = (await run.done)!
    expect(report).toMatchObject({
      isInterrupted: true,
      measuredSeconds: 0,
      failed: [],
      dropped: [],
    })
    expect(report.joined + report.unfinished).toBe(600)
    expect(isClean(report)).toBe(true)
    expect(run.said()).toContain('while the clients joined')
    await until(() => counts.left === counts.joined)
  })

  test.each([
    ['is not there', 'gone.ts', undefined, 'there is no such file'],
    ['has no game', 'none.ts', 'export const x = 1', 'it exports no game'],
    ['has a game that is none', 'bad.ts', 'export const game = {}', 'it exports no game'],
    ['throws', 'broken.ts', "throw new Error('oh')", 'oh'],
    [
      'plays without a function',
      'play.ts',
      `export { game } from '${BOT}'\nexport const play = 3`,
      'its play must be a function',
    ],
  ])('a bot that %s is refused before anything is opened', async (_, name, code, fault) => {
    const file = join(folder, name)
    if (code !== undefined) writeFileSync(file, code)
    const { done } = loading(['http://127.0.0.1:1', '--bot', file])
    await expect(done).rejects.toThrow(`--bot ${file}: ${fault}`)
  })
})
