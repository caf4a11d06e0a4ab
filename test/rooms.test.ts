import { Session } from 'glissade/client'
import { AddressLimits, Lobby, type LobbyOptions } from 'glissade/server'
import { VirtualClock } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { memoryPair } from '../src/link/memory.ts'
import { coreOf } from '../src/server/room.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'

/** A lobby in virtual time, and players who join it from any address. */
function open(options: Partial<LobbyOptions> = {}) {
  const clock = new VirtualClock()
  const errors: string[] = []
  const addresses = options.addresses ?? new AddressLimits()
  const onError = (error: unknown) => errors.push(String(error))
  const lobby = new Lobby({ rooms: [runner], clock, seed: () => 1, onError, addresses, ...options })
  const link = (address: string) => {
    const { client, server } = memoryPair(clock)
    lobby.accept(server, { of: address }, address)
    return client
  }
  const run = (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 10) {
      clock.advance(10)
      lobby.advance(clock.nowMs())
    }
  }
  return {
    clock,
    lobby,
    errors,
    addresses,
    raw: (room = '', address = 'a') => new RawClient(link(address)).hello({ room }),
    back: (resumeKey: readonly [number, number], address = 'a') =>
      new RawClient(link(address)).hello({ resumeKey }),
    session: (room = '', resume = '') =>
      new Session(runner.game, link('honest'), clock, { room, resume }),
    run,
    play: (session: Session<(typeof runner)['game']>, ms: number) => {
      for (let passedMs = 0; passedMs < ms; passedMs += 10) {
        run(10)
        session.frame(clock.nowMs())
      }
    },
  }
}

/** What somebody was told instead of WELCOME. */
const told = (client: RawClient) =>
  client.closing && `${client.closing.reason}: ${client.closing.detail}`

describe('a room to which nobody is connected', () => {
  test('is not stepped without players, goes on where it was when somebody joins, and closes after 10 s', () => {
    const { lobby, raw, session, run, play } = open()
    const first = raw()
    run(1000)
    const room = lobby.rooms.get('runner/')!
    first.link.close('left')
    run(100)
    const { tick } = room
    run(8000)
    expect(room.tick).toBe(tick)
    const second = session()
    play(second, 1800)
    expect(lobby.rooms.get('runner/')).toBe(room)
    expect(second.state).toBe('open')
    // 250 ms are caught up with, the rest of the 8.1 s is left out.
    expect(room.stats.skippedMs).toBeGreaterThan(7700)
    expect(room.tick - tick).toBeGreaterThan(50)
    expect(room.tick - tick).toBeLessThan(75)
    expect(second.stats.corrections).toBe(0)
    expect(room.stats.rebases).toBe(0)
    second.close()
    run(10_100)
    expect(lobby.rooms.size).toBe(0)
  })

  test('is due when it is to be closed', () => {
    const { lobby, raw, run, clock } = open()
    const { link } = raw()
    run(100)
    link.close('left')
    run(100)
    const waitMs = lobby.nextDueMs - clock.nowMs()
    expect(waitMs).toBeGreaterThan(9800)
    expect(waitMs).toBeLessThanOrEqual(10_000)
    expect(open().lobby.nextDueMs).toBe(Infinity)
  })

  test('stands still with kept places as well, and a player who comes back goes on where they were', () => {
    const { lobby, session, play, run } = open()
    const before = session()
    before.input.right = true
    play(before, 1000)
    const room = lobby.rooms.get('runner/')!
    const body = room.world.entities('body' as never)[0] as unknown as { x: number }
    coreOf(room).peerList[0]!.link.close('lost')
    run(100)
    const { tick } = room
    const { x } = body
    run(8000)
    expect(room.players.length).toBe(1)
    // Every 2.5 s it looks whether to give a place up, and catches up with 250 ms.
    expect(room.tick - tick).toBeLessThan(30)
    const after = session('', before.resumeKey)
    after.input.right = true
    play(after, 2000)
    expect(after.playerId).toBe(1)
    expect(after.stats.corrections).toBe(0)
    expect(body.x).toBeGreaterThan(x + 100)
  })

  test('gives kept places up all the same, and closes 10 s after the last one', () => {
    const { lobby, raw, run } = open({ resumeMs: 4000 })
    const { link } = raw()
    run(100)
    link.close('lost')
    const room = lobby.rooms.get('runner/')!
    run(3900)
    expect(room.players.length).toBe(1)
    run(2600)
    expect(room.players.length).toBe(0)
    run(8000)
    expect(lobby.rooms.size).toBe(1)
    run(3000)
    expect(lobby.rooms.size).toBe(0)
  })
})

describe('opening rooms', () => {
  test('mayOpenRoom is asked for rooms that are not there, and anything but true refuses', () => {
    const asked: unknown[] = []
    const { lobby, raw, run } = open({
      mayOpenRoom: (request, game, id) => {
        asked.push([request, game, id])
        return id === 'soon' ? (Promise.resolve(true) as unknown as boolean) : id === 'red'
      },
    })
    const clients = ['red', 'red', 'blue', 'soon'].map((room) => raw(room))
    run(100)
    expect(clients.map(told)).toEqual([
      null,
      null,
      'refused: this server opens no such room',
      'refused: this server opens no such room',
    ])
    expect([...lobby.rooms.keys()]).toEqual(['runner/red'])
    expect(asked).toEqual([
      [{ of: 'a' }, 'runner', 'red'],
      [{ of: 'a' }, 'runner', 'blue'],
      [{ of: 'a' }, 'runner', 'soon'],
    ])
    expect(lobby.refused.refused).toBe(2)
  })

  test('one address opens five at once and then one a second; others, and players of open rooms, are not held up', () => {
    const { lobby, raw, run, addresses } = open()
    for (let n = 0; n < 50; n++) raw(`room ${n}`)
    run(10)
    expect(lobby.rooms.size).toBe(5)
    expect(addresses.stats.rooms).toBe(45)
    const late = raw('room 50')
    const inside = raw('room 0')
    const other = raw('theirs', 'b')
    run(10)
    expect(told(late)).toBe(
      'refused: too many rooms opened from this address: try again in a moment',
    )
    expect([told(inside), told(other)]).toEqual([null, null])
    run(1000)
    const patient = raw('room 51')
    run(10)
    expect(told(patient)).toBe(null)
    expect(lobby.rooms.size).toBe(7)
  })

  test('no more than 100 rooms unless told otherwise', () => {
    const { lobby, raw, run } = open()
    const clients = Array.from({ length: 101 }, (_, n) => raw(`room ${n}`, `address ${n}`))
    run(10)
    expect(lobby.rooms.size).toBe(100)
    expect(told(clients[100]!)).toBe('full: this server has no place for another room')
  })

  test('an onRoom that throws leaves no room: the client is refused, and the next one tries anew', () => {
    let opened = 0
    const { lobby, raw, run, errors } = open({
      onRoom: () => {
        if (++opened < 3) throw new Error('a bug in onRoom')
      },
    })
    for (let tries = 1; tries <= 2; tries++) {
      const client = raw()
      run(10)
      expect(told(client)).toBe('refused: the room could not be opened')
      expect(lobby.rooms.size).toBe(0)
      expect(errors.length).toBe(tries)
    }
    const third = raw()
    run(100)
    expect(third.welcome?.player).toBe(1)
    expect(opened).toBe(3)
    expect(errors).toEqual(['Error: a bug in onRoom', 'Error: a bug in onRoom'])
  })

  test('a mayOpenRoom that throws refuses and is reported', () => {
    const { lobby, raw, run, errors } = open({
      mayOpenRoom: () => {
        throw new Error('a bug in mayOpenRoom')
      },
    })
    const client = raw()
    run(10)
    expect(told(client)).toBe('refused: the room could not be opened')
    expect([lobby.rooms.size, errors]).toEqual([0, ['Error: a bug in mayOpenRoom']])
  })
})

describe('players of one address', () => {
  test('a player who breaks off holds a place: one address does not fill a room without a connection', () => {
    const { lobby, raw, back, run, addresses } = open({
      addresses: new AddressLimits({ maxPerAddress: 4 }),
      maxPlayers: 8,
    })
    const gone = Array.from({ length: 4 }, () => raw())
    run(100)
    for (const { link } of gone) link.close('lost')
    run(100)
    expect(addresses.places('a')).toBe(4)
    const fifth = raw()
    const stranger = raw('', 'b')
    run(100)
    expect(told(fifth)).toBe('refused: too many players from this address')
    expect(told(stranger)).toBe(null)
    expect(addresses.stats.players).toBe(1)

    const returned = back(gone[0]!.welcome!.resumeKey)
    run(100)
    expect(returned.welcome?.player).toBe(1)
    expect(addresses.places('a')).toBe(4)
    run(11_000)
    expect(lobby.rooms.get('runner/')!.players.length).toBeLessThan(4)
    expect(addresses.places('a')).toBeLessThan(2)
  })

  test('a player who comes back before the old connection ended, or from elsewhere, is let in', () => {
    const { raw, back, run, addresses } = open({
      addresses: new AddressLimits({ maxPerAddress: 1 }),
    })
    const first = raw()
    run(100)
    const { resumeKey } = first.welcome!
    const second = back(resumeKey)
    run(100)
    expect(told(first)).toContain('replaced')
    expect(second.welcome?.player).toBe(1)
    second.link.close('lost')
    run(100)
    expect([addresses.places('a'), addresses.places('b')]).toEqual([1, 0])
    const third = back(resumeKey, 'b')
    run(100)
    expect(third.welcome?.player).toBe(1)
    expect([addresses.places('a'), addresses.places('b')]).toEqual([0, 1])
    third.link.close('lost')
    run(100)
    expect([addresses.places('a'), addresses.places('b')]).toEqual([0, 1])
  })

  test('a storm of joins from one address is refused after the burst, others are not', () => {
    const { lobby, raw, run, addresses } = open({
      addresses: new AddressLimits({ maxPerAddress: Infinity }),
      maxPlayers: 250,
    })
    for (let n = 0; n < 500; n++) {
      const { link } = raw()
      run(10)
      link.close('lost')
    }
    expect(addresses.stats.joins).toBeGreaterThan(380)
    expect(lobby.rooms.get('runner/')!.players.length).toBeLessThan(120)
    const other = raw('', 'b')
    run(100)
    expect(told(other)).toBe(null)
  })
})

describe('slow ones', () => {
  test('a connection that says nothing is refused after 5 s', () => {
    const { lobby, run, clock } = open()
    const { client, server } = memoryPair(clock)
    lobby.accept(server, undefined, 'a')
    const silent = new RawClient(client)
    run(4900)
    expect(told(silent)).toEqual(null)
    run(200)
    expect(told(silent)).toBe('timeout: no HELLO came')
    expect(lobby.refused.timeout).toBe(1)
  })
})

test('a wake looks only at the rooms that are due', () => {
  const { clock, lobby, raw, run } = open({ maxRooms: 200 })
  for (let n = 0; n < 100; n++) {
    clock.advance(0.1)
    raw(`${n}`, `a${n}`)
  }
  run(100)
  let looked = 0
  let due = 0
  for (const room of lobby.rooms.values()) {
    const { advance } = room
    room.advance = (nowMs) => {
      looked++
      if (room.nextDueMs <= nowMs) due++
      advance.call(room, nowMs)
    }
  }
  for (let wake = 0; wake < 200; wake++) {
    clock.advance(1)
    lobby.advance(clock.nowMs())
  }
  expect(due).toBeGreaterThan(100)
  expect(looked).toBe(due)
  expect(lobby.nextDueMs).toBe(Math.min(...[...lobby.rooms.values()].map((room) => room.nextDueMs)))
})
