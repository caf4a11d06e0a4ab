import { GlissadeError } from 'glissade'
import { Session } from 'glissade/client'
import { Lobby, type LobbyOptions } from 'glissade/server'
import { VirtualClock } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { memoryPair } from '../src/link/memory.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'
import { expectNoneUncaught } from './support/uncaught.ts'

/** A lobby in virtual time that asks `authenticate`. */
function open(authenticate: LobbyOptions['authenticate'], options: Partial<LobbyOptions> = {}) {
  const clock = new VirtualClock()
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const lobby = new Lobby({
    rooms: [runner],
    clock,
    seed: () => 1,
    authenticate,
    onError,
    ...options,
  })
  const link = () => {
    const { client, server } = memoryPair(clock)
    lobby.accept(server)
    return client
  }
  /** Lets promises be kept, then time pass. */
  const run = async (ms: number) => {
    await new Promise(setImmediate)
    clock.advance(ms)
    await new Promise(setImmediate)
    lobby.advance(clock.nowMs())
  }
  return {
    clock,
    lobby,
    errors,
    run,
    link,
    raw: () => new RawClient(link()).hello({ room: 'a\nb' }),
  }
}

/** A promise that the test settles. */
function pending() {
  let settle!: { resolve: (account: unknown) => void; reject: (error: unknown) => void }
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle }
}

const told = ({ closing }: RawClient) => closing && `${closing.reason}: ${closing.detail}`

expectNoneUncaught()

describe('what `authenticate` throws', () => {
  const refusal = new GlissadeError('refused', 'the password is wrong')
  const secret = new Error('connect ECONNREFUSED db.internal:5432 as admin')
  const misuse = new GlissadeError('misuse', 'the secret is 42')

  test.each([
    [
      'thrown',
      (error: unknown) => () => {
        throw error
      },
    ],
    [
      'rejected',
      (error: unknown) => async () => {
        throw error
      },
    ],
  ])('is read by the player only where it is meant for the player (%s)', async (_, failing) => {
    for (const [error, words, reported] of [
      [refusal, 'the password is wrong', []],
      [secret, 'the server refused', [secret]],
      [misuse, 'the server refused', [misuse]],
      [undefined, 'the server refused', [undefined]],
    ] as const) {
      const { raw, run, errors, lobby } = open(failing(error))
      const client = raw()
      await run(10)
      await run(10)
      expect(told(client)).toBe(`refused: ${words}`)
      expect(errors).toEqual(reported)
      expect(lobby.refused.refused).toBe(1)
    }
  })

  test('gives the player the words of the refusal alone as `detail`', async () => {
    for (const [error, detail] of [
      [refusal, 'the password is wrong'],
      [secret, 'the server refused'],
    ] as const) {
      const { link, clock, run } = open(() => Promise.reject(error))
      const { joined } = new Session(runner.game, link(), clock)
      await run(10)
      await run(10)
      await expect(joined).rejects.toMatchObject({
        code: 'refused',
        message: `could not join (refused: ${detail})`,
        detail,
      })
    }
  })

  test('reaches `onError` also when the client has gone', async () => {
    const { promise, reject } = pending()
    const { raw, run, errors, lobby } = open(() => promise)
    raw().link.close('left')
    await run(10)
    reject(secret)
    await run(10)
    expect(errors).toEqual([secret])
    expect(lobby.refused).toMatchObject({ left: 1, refused: 0 })
  })

  test('is thrown on, by the clock where it was promised, without an `onError`', async () => {
    const thrown = open(
      () => {
        throw secret
      },
      { onError: undefined },
    )
    thrown.raw()
    await expect(thrown.run(10)).rejects.toBe(secret)
    const rejected = open(
      async () => {
        throw secret
      },
      { onError: undefined },
    )
    rejected.raw()
    await rejected.run(10)
    await expect(rejected.run(10)).rejects.toBe(secret)
  })
})

describe('an `authenticate` that takes too long', () => {
  test('is reported to the player and to the operator, before the player gives up', async () => {
    const { promise, reject } = pending()
    const { clock, link, run, errors, lobby } = open(() => promise)
    const { joined } = new Session(runner.game, link(), clock, { room: 'a\nb' })
    await run(6990)
    expect(errors).toEqual([])
    await run(20)
    await run(10)
    await expect(joined).rejects.toMatchObject({
      code: 'unreachable',
      message: 'could not join (timeout: the server took too long to decide)',
    })
    expect(errors).toEqual([
      new GlissadeError(
        'timeout',
        'authenticate took longer than 7 s: game \'runner\', room "a\\nb"',
      ),
    ])
    expect(lobby.refused.timeout).toBe(1)
    reject(new Error('the database is gone'))
    await run(10)
    expect(String(errors[1])).toBe('Error: the database is gone')
    expect(errors.length).toBe(2)
  })

  test('has nobody enter who was told to go: a late yes is no', async () => {
    const { promise, resolve } = pending()
    const { raw, run, lobby } = open(() => promise)
    const client = raw()
    await run(8000)
    await run(10)
    expect(told(client)).toBe('timeout: the server took too long to decide')
    resolve({ name: 'ada' })
    await run(10)
    expect([lobby.rooms.size, client.welcome]).toEqual([0, null])
  })

  test('is no reason to give up for a player who comes back: it tries again', async () => {
    const answers = [() => 'ada', () => new Promise(() => {}), () => 'ada']
    const { clock, link, run, lobby } = open(() => answers.shift()!())
    const first = link()
    const session = new Session(runner.game, first, clock, {
      // biome-ignore lint/suspicious/noThenProperty: what is asked for in virtual time has to answer in it
      reopen: () => ({ then: (opened: (made: unknown) => void) => opened(link()) }) as never,
    })
    await run(10)
    await run(10)
    expect(session.state).toBe('open')
    first.close('lost')
    for (let ms = 0; ms < 9000; ms += 10) await run(10)
    expect(answers).toEqual([])
    expect([session.state, session.playerId]).toEqual(['open', 1])
    expect(lobby.refused.timeout).toBe(1)
  })

  test('that returns what only looks like a promise is asked in the same way', async () => {
    // biome-ignore lint/suspicious/noThenProperty: that is what it looks like
    const thenable = { then: (found: (account: unknown) => void) => found('ada') }
    const { raw, run, lobby } = open(() => thenable)
    const client = raw()
    await run(10)
    await run(10)
    await run(10)
    expect(client.welcome?.player).toBe(1)
    expect([...lobby.rooms.values()][0]!.players[0]!.account).toBe('ada')
  })
})

describe('a token that is made for each attempt', () => {
  /** A lobby that lets in those whose token is the newest, and a session that comes back. */
  function renewed(token: () => string | Promise<string>, reopens = true) {
    const shown: string[] = []
    const opened = open(({ token: text }) => {
      shown.push(text)
      return 'ada'
    })
    const { link, clock } = opened
    const first = link()
    // biome-ignore lint/suspicious/noThenProperty: what is asked for in virtual time has to answer in it
    const reopen = () => ({ then: (found: (made: unknown) => void) => found(link()) }) as never
    const session = new Session(runner.game, first, clock, reopens ? { token, reopen } : { token })
    return { ...opened, first, session, shown }
  }

  test('is shown to `authenticate`, and a new one after the connection broke', async () => {
    let made = 0
    const { run, first, session, shown } = renewed(async () => `token ${++made}`)
    const heard: unknown[] = []
    session.onState((state) => heard.push(state))
    await run(10)
    await run(10)
    expect([session.state, shown]).toEqual(['open', ['token 1']])
    first.close('lost')
    for (let n = 0; n < 5; n++) await run(10)
    expect([session.state, session.playerId, shown]).toEqual(['open', 1, ['token 1', 'token 2']])
    expect(heard).toEqual(['open', 'reconnecting', 'open'])
  })

  test('lets a session send before it is there', async () => {
    const { promise, resolve } = pending()
    const { run, session, lobby } = renewed(() => promise as Promise<string>)
    const heard: unknown[] = []
    session.send({ ready: true })
    await run(10)
    expect(lobby.rooms.size).toBe(0)
    resolve('token')
    await run(10)
    lobby.rooms.get('runner/')!.onMessage((_player, message) => heard.push(message))
    for (let n = 0; n < 5; n++) await run(10)
    expect(heard).toEqual([{ ready: true }])
  })

  test.each<[string, () => string | Promise<string>, unknown]>([
    ['throws', () => fail(), secret],
    ['rejects', async () => fail(), secret],
    ['is too long', async () => 'x'.repeat(4096), expect.objectContaining({ code: 'misuse' })],
  ])('rejects the first time with the error of one that %s', async (_, token, error) => {
    const { run, session, first, lobby } = renewed(token)
    const ended: unknown[] = []
    session.onClose((reason) => ended.push(reason))
    await run(10)
    await expect(session.joined).rejects.toEqual(error)
    expect([session.state, ended, first.isOpen, lobby.rooms.size]).toEqual([
      'closed',
      ['left'],
      false,
      0,
    ])
  })

  test('is an attempt that failed if it fails later', async () => {
    const tokens = [() => 'first', () => fail(), () => 'third']
    const { run, session, first, shown } = renewed(() => tokens.shift()!())
    await run(10)
    await run(10)
    first.close('lost')
    for (let n = 0; n < 60; n++) await run(10)
    expect([session.state, shown]).toEqual(['open', ['first', 'third']])
  })

  test('says nothing for a session that was closed meanwhile', async () => {
    const { promise, resolve } = pending()
    const { run, session, first, lobby } = renewed(() => promise as Promise<string>, false)
    await run(10)
    session.close()
    resolve('late')
    await run(10)
    await run(10)
    expect([session.state, first.isOpen, lobby.rooms.size]).toEqual(['closed', false, 0])
  })
})

const secret = new Error('the key server is down')
const fail = (): never => {
  throw secret
}
