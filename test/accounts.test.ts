import { AddressLimits, Lobby, type LobbyOptions, type ResumeKey } from 'glissade/server'
import { VirtualClock } from 'glissade/testing'
import { describe, expect, test, vi } from 'vitest'
import { memoryPair } from '../src/link/memory.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'

/** A lobby in virtual time whose accounts are made from tokens. */
function open(options: Partial<LobbyOptions> = {}) {
  const clock = new VirtualClock()
  const authenticate: LobbyOptions['authenticate'] = ({ token }) => ({ name: token })
  const lobby = new Lobby({ rooms: [runner], clock, seed: () => 1, authenticate, ...options })
  const run = (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 10) {
      clock.advance(10)
      lobby.advance(clock.nowMs())
    }
  }
  /** A connection that has not said HELLO. */
  const connect = (address = '') => {
    const { client, server } = memoryPair(clock)
    lobby.accept(server, undefined, address)
    return new RawClient(client)
  }
  const enter = (token: string, resumeKey: ResumeKey = [0, 0], address = '') => {
    const client = connect(address).hello({ token, resumeKey })
    run(100)
    return client
  }
  const room = () => lobby.rooms.get('runner/')!
  return { lobby, run, connect, enter, room }
}

/** Who somebody is in the room, or what they were told instead. */
const outcome = ({ welcome, closing }: RawClient) =>
  closing ? `${closing.reason}: ${closing.detail}` : welcome?.player

const players = (room: Lobby['rooms'] extends Map<string, infer R> ? R : never) =>
  room.players.map(({ id, account }) => [id, account])

describe('a stolen resume key', () => {
  test('lets another account join as a new player, and the owner stays', () => {
    const { enter, room, run } = open()
    const alice = enter('alice')
    const mallory = enter('mallory', alice.welcome!.resumeKey)
    run(1000)
    expect([outcome(alice), outcome(mallory)]).toEqual([1, 2])
    expect(alice.hasEnded).toBe(false)
    expect(mallory.welcome!.resumeKey).not.toEqual(alice.welcome!.resumeKey)
    expect(players(room())).toEqual([
      [1, { name: 'alice' }],
      [2, { name: 'mallory' }],
    ])
    expect(room().stats).toMatchObject({ resumes: 0, closed: { replaced: 0 } })
  })

  test('does not take the place that is kept: the owner comes back to it', () => {
    const { enter, room } = open()
    const alice = enter('alice')
    const { resumeKey } = alice.welcome!
    alice.link.close('lost')
    expect(outcome(enter('mallory', resumeKey))).toBe(2)
    expect(outcome(enter('alice', resumeKey))).toBe(1)
    expect(room().stats.resumes).toBe(1)
  })

  test('gets nobody past the limits of an address or of the room', () => {
    const addresses = new AddressLimits({ maxPerAddress: 1 })
    const { enter, room } = open({ addresses, maxPlayers: 2 })
    const alice = enter('alice', [0, 0], 'a')
    const { resumeKey } = alice.welcome!
    enter('mallory', [0, 0], 'b')
    expect(outcome(enter('mallory', resumeKey, 'b'))).toBe(
      'refused: too many players from this address',
    )
    expect(addresses.stats.players).toBe(1)
    expect(outcome(enter('trudy', resumeKey, 'c'))).toBe('full: the room is full')
    expect(outcome(enter('alice', resumeKey, 'a'))).toBe(1)
    expect(room().players.length).toBe(2)
  })

  test('is nothing to be told of: shown late on an older connection, it is an ordinary join', () => {
    const { enter, connect, run } = open()
    const older = connect()
    const alice = enter('alice')
    older.hello({ token: 'mallory', resumeKey: alice.welcome!.resumeKey })
    run(100)
    expect([outcome(older), outcome(alice)]).toEqual([2, 1])
  })

  test('is of no use when it is the key of two players', () => {
    const { enter, room } = open({ newKey: () => [5, 5] })
    for (const token of ['alice', 'bob']) enter(token).link.close('lost')
    expect(outcome(enter('bob', [5, 5]))).toBe(2)
    expect(outcome(enter('alice', [5, 5]))).toBe(1)
    expect(outcome(enter('mallory', [5, 5]))).toBe(3)
    expect(room().players.length).toBe(3)
  })
})

describe('whose account it is', () => {
  test('an id decides, and the player keeps the account of before', async () => {
    let visits = 0
    const authenticate = async () => ({ id: 7, visit: ++visits })
    const { enter, run, room } = open({ authenticate })
    const decided = async () => {
      await new Promise(setImmediate)
      run(100)
    }
    const first = enter('')
    await decided()
    first.link.close('lost')
    const again = enter('', first.welcome!.resumeKey)
    await decided()
    expect(outcome(again)).toBe(1)
    expect(players(room())).toEqual([[1, { id: 7, visit: 1 }]])
  })

  test('is decided by `sameAccount` where it is passed in', () => {
    const sameAccount = vi.fn((before: unknown, now: unknown) => `${before}` === `${now}`)
    const authenticate: LobbyOptions['authenticate'] = ({ token }) => Number(token)
    const { enter } = open({ authenticate, sameAccount })
    const first = enter('1')
    expect(sameAccount).not.toHaveBeenCalled()
    expect(outcome(enter('2', first.welcome!.resumeKey))).toBe(2)
    expect(sameAccount).toHaveBeenCalledWith(1, 2)
    expect(outcome(enter('1', first.welcome!.resumeKey))).toBe(1)
  })

  test('an answer that is only promised means no', () => {
    const sameAccount = (async () => true) as never
    const { enter } = open({ sameAccount })
    const { resumeKey } = enter('alice').welcome!
    expect(outcome(enter('alice', resumeKey))).toBe(2)
  })

  test('without `authenticate` the key alone decides', () => {
    const { enter } = open({ authenticate: undefined })
    const { resumeKey } = enter('').welcome!
    expect(outcome(enter('', resumeKey))).toBe(1)
  })
})

describe('the keys of a room', () => {
  test('do not come from its seed: two rooms of one seed give out different ones', () => {
    const keys = [0, 1].map(() => open().enter('alice').welcome!.resumeKey)
    expect(keys[0]).not.toEqual(keys[1])
  })

  test('leave the numbers of `world.random` alone', () => {
    const randoms = [1, 3].map((joins) => {
      const { enter, room } = open()
      for (let n = 0; n < joins; n++) enter(`player ${n}`)
      return room().world.random()
    })
    expect(randoms[0]).toBe(randoms[1])
  })

  test('come from `newKey` where it is passed in; one that makes none refuses, and is reported', () => {
    const errors: string[] = []
    const { enter, room } = open({
      newKey: () => [0, 0],
      onError: (error) => errors.push(String(error)),
    })
    expect(outcome(enter('alice'))).toBe('refused: the room could not be opened')
    expect(errors).toEqual([
      'GlissadeError: a key of newKey is 0,0, but must be two whole numbers of 32 bits, not both 0',
    ])
    expect(room().players.length).toBe(0)
  })
})
