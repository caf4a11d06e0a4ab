import { once } from 'node:events'
import { get } from 'node:http'
import { defineGame, flag, jsonMessages, number } from 'glissade'
import { connect } from 'glissade/client'
import {
  connectWebSocket,
  defineRoom,
  type ErrorPlace,
  type ServeOptions,
  type Server,
  serve,
} from 'glissade/node'
import { afterEach, describe, expect, test } from 'vitest'
import { expectNoneUncaught } from '../support/uncaught.ts'
import { until } from '../support/until.ts'

const game = defineGame({
  name: 'inn',
  messages: jsonMessages(),
  input: { go: flag() },
  entities: { man: { x: number({ max: 9 }) } },
  move: {},
})
const inn = defineRoom(game, { join: (world, player) => void world.spawn('man', player) })

const ends: (() => unknown)[] = []
expectNoneUncaught()
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const fails = (): never => {
  throw new Error('a bug')
}
const rejects = (): never => Promise.reject(new Error('a bug')) as never

/** Serves the inn with a function that fails. `reports`: what `onError` was told. */
async function start(options: ServeOptions<typeof inn>) {
  const reports: [string, Partial<ErrorPlace>][] = []
  const server: Server<typeof inn> = await serve(inn, {
    port: 0,
    onError: (error, { room, hook }) => reports.push([String(error), { room, hook }]),
    ...options,
  })
  ends.push(() => server.close())
  const join = async () => {
    const session = await connect(game, await connectWebSocket(server.url.replace('http', 'ws')), {
      room: 'red',
    })
    ends.push(() => session.close())
    return session
  }
  return { server, reports, join }
}

const WAYS = [
  ['throws', fails],
  ['rejects', rejects],
] as const

test('an error of a `guard` costs its player', async () => {
  const { reports, join } = await start({ guard: () => ({ take: fails }) })
  const session = await join()
  const frames = setInterval(() => session.frame(performance.now()), 16)
  ends.push(() => clearInterval(frames))
  await until(() => session.state === 'closed')
  expect(reports).toEqual([['Error: a bug', { room: 'red', hook: undefined }]])
  const without = await start({ guard: fails })
  await expect(without.join()).rejects.toMatchObject({ code: 'refused' })
  expect(without.reports).toEqual([['Error: a bug', { room: 'red', hook: undefined }]])
})

describe.each(WAYS)('a function of `serve` that %s', (_way, bug) => {
  test.each<[keyof ServeOptions, string | undefined]>([
    ['authenticate', 'red'],
    ['mayOpenRoom', 'red'],
    ['onRoom', 'red'],
  ])('is reported with its place, and ends nothing: %s', async (name, room) => {
    const { server, reports, join } = await start({ [name]: bug })
    const outcome = await join().then(
      () => 'joined',
      (error) => error.code,
    )
    expect(outcome).toBe(name === 'onRoom' && bug === rejects ? 'joined' : 'refused')
    await until(() => reports.length > 0)
    expect(reports).toEqual([['Error: a bug', { room, hook: name }]])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  test('counts a client by its socket: addressOf', async () => {
    const { reports, join } = await start({ addressOf: bug })
    expect((await join()).state).toBe('open')
    await until(() => reports.length > 0)
    expect(reports[0]).toEqual(['Error: a bug', { room: undefined, hook: 'addressOf' }])
  })

  test('refuses a page that looks for a room: match', async () => {
    const { server, reports } = await start({ match: bug })
    const seat = await server.rooms.joinOrCreate().catch((error) => error.code)
    expect(seat).toBe('refused')
    expect(reports).toEqual([['Error: a bug', { room: undefined, hook: 'match' }]])
  })

  test('is no end: onError and onLog', async () => {
    const failing = defineRoom(game, { update: fails })
    const server = await serve(failing, { port: 0, onError: bug, onLog: bug })
    ends.push(() => server.close())
    const written: unknown[] = []
    const { error } = console
    console.error = (what: unknown) => void written.push(what)
    try {
      const link = await connectWebSocket(server.url.replace('http', 'ws'))
      await connect(game, link).then(
        (session) => until(() => session.state === 'closed'),
        () => {},
      )
      await until(() => written.length > 0)
    } finally {
      console.error = error
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  test('is written to the console without an onError: onLog', async () => {
    const written: unknown[] = []
    const { error } = console
    // The server writes until it has closed.
    ends.push(() => Object.assign(console, { error }))
    console.error = (...what: unknown[]) => void written.push(what)
    const { join } = await start({ onError: undefined, onLog: bug })
    expect((await join()).state).toBe('open')
    await until(() => written.length > 0)
    expect(written[0]).toMatchObject([{ message: 'a bug' }, { hook: 'onLog' }])
  })

  test('keeps its page out: origins', async () => {
    const { server, reports, join } = await start({ origins: bug })
    const { port } = new URL(server.url)
    const headers = { origin: server.url, connection: 'upgrade', upgrade: 'websocket' }
    const refused = get({ port, path: '/glissade', headers })
    const [{ statusCode }] = (await once(refused, 'response')) as [{ statusCode: number }]
    expect(statusCode).toBe(403)
    await until(() => reports.length > 0)
    expect(reports).toEqual([['Error: a bug', { room: undefined, hook: 'origins' }]])
    expect((await join()).state).toBe('open')
  })

  test('is lost alone: a listener for messages', async () => {
    const { server, reports, join } = await start({ onRoom: (room) => room.onMessage(bug) })
    const session = await join()
    session.send('hello')
    await until(() => reports.length > 0)
    expect(reports).toEqual([['Error: a bug', { room: 'red', hook: 'onMessage' }]])
    expect([session.state, server.rooms.size]).toEqual(['open', 1])
  })
})
