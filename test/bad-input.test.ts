import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { DISCONNECT_REASONS, type DisconnectReason } from '../src/base/error.ts'
import { Random } from '../src/base/random.ts'
import { coreOf } from '../src/server/room.ts'
import { BitWriter } from '../src/wire/bits.ts'
import * as PACKET from '../src/wire/packets/packet.ts'
import { FORMAT_VERSION, writeMessage } from '../src/wire/packets/packets.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'

/** A room with an honest client that runs, and a raw one that has joined. */
function visited() {
  const sim = new Simulation(runner, { resumeMs: 0 })
  const honest = sim.join({
    script: ({ input }) => {
      input.right = true
    },
  })
  sim.run(500)
  const raw = new RawClient(sim.rawLink())
  return { sim, honest, raw }
}

/** The raw client has been shown out for `reason`, a counter moved, and the honest one plays on. */
function expectShownOut(at: ReturnType<typeof visited>, reason: DisconnectReason): void {
  const { sim, honest, raw } = at
  sim.run(50)
  expect(raw.closing?.reason).toBe(reason)
  expect(raw.link.isOpen).toBe(false)
  expect(sim.room.stats.closed[reason] + sim.refused[reason]).toBe(1)
  const { x } = honest.session.entities('body')[0]!
  sim.run(1000)
  expect(sim.room.players.length).toBe(1)
  expect(honest.session.state).toBe('open')
  expect(honest.session.entities('body')[0]!.x).toBeGreaterThan(x + 100)
  expect(honest.session.stats.corrections).toBe(0)
}

const bytes = (...values: number[]) => Uint8Array.from(values)

describe('before HELLO', () => {
  test.each<[string, (raw: RawClient) => void, DisconnectReason]>([
    ['an empty packet', (raw) => raw.send(bytes()), 'bad-packet'],
    ['something else than HELLO', (raw) => raw.send(bytes(PACKET.input, 0, 0)), 'bad-packet'],
    ['a truncated HELLO', (raw) => raw.send(bytes(PACKET.hello, 0x47, 0x4c)), 'bad-packet'],
    [
      'a HELLO of another version',
      (raw) => raw.send(bytes(PACKET.hello, 0x47, 0x4c, 0x53, 0x44, FORMAT_VERSION + 1)),
      'version',
    ],
    [
      'a HELLO of another protocol',
      (raw) => raw.send(bytes(PACKET.hello, 1, 2, 3, 4, FORMAT_VERSION)),
      'bad-packet',
    ],
    ['another schema', (raw) => raw.hello({ hash: 1 }), 'schema'],
    ['another game', (raw) => raw.hello({ game: 'chess' }), 'refused'],
  ])('%s', (_what, misbehave, reason) => {
    const at = visited()
    misbehave(at.raw)
    expectShownOut(at, reason)
    expect(at.raw.closing?.detail).not.toBe('')
  })

  test('nothing at all, for ten seconds', () => {
    const at = visited()
    at.sim.run(10_000)
    expectShownOut(at, 'timeout')
  })
})

describe('after HELLO', () => {
  const message = (json: string) => {
    const writer = new BitWriter()
    writeMessage(writer, 0, 1, json)
    return writer.toBytes()
  }
  test.each<[string, (raw: RawClient) => void, DisconnectReason]>([
    ['an unknown packet', (raw) => raw.send(bytes(99, 1, 2, 3)), 'unknown-packet'],
    ['an empty packet', (raw) => raw.send(bytes()), 'bad-packet'],
    ['a truncated INPUT', (raw) => raw.send(bytes(PACKET.input, 0, 0, 1)), 'bad-packet'],
    [
      'bytes after the end of an INPUT',
      (raw) => raw.send(bytes(PACKET.input, 0, 0, 0, 0, 0, 0, 0, 0, 7)),
      'bad-packet',
    ],
    [
      'an INPUT with more inputs than allowed',
      (raw) => raw.input({ count: 129, newest: 129 }),
      'bad-packet',
    ],
    ['an INPUT from the far future', (raw) => raw.input({ count: 1, newest: 5000 }), 'bad-packet'],
    [
      'a packet that a server sends',
      (raw) => raw.send(bytes(PACKET.snapshot, 0, 0, 0, 0, 0)),
      'unknown-packet',
    ],
    [
      'an oversized packet',
      (raw) => raw.send(new Uint8Array(50_000).fill(PACKET.input)),
      'oversized-packet',
    ],
    ['a second HELLO', (raw) => raw.hello(), 'second-hello'],
    [
      'the acknowledgement of a packet never sent',
      (raw) => raw.input({ ack: 30_000, ackMask: 0, count: 0 }),
      'forged-ack',
    ],
    [
      'the acknowledgement of a message never sent',
      (raw) => raw.input({ ack: -1, messageAck: 9, count: 0 }),
      'forged-ack',
    ],
    ['a message that is no JSON', (raw) => raw.send(message('{"a":')), 'bad-packet'],
    [
      'a flood',
      (raw) => {
        for (let i = 0; i < 3000; i++) raw.input({ count: 0 })
      },
      'flood',
    ],
    [
      'a CLOSE with an unknown reason',
      (raw) => raw.send(bytes(PACKET.close, DISCONNECT_REASONS.length, 0)),
      'bad-packet',
    ],
  ])('%s', (_what, misbehave, reason) => {
    const at = visited()
    at.raw.hello()
    at.sim.run(200)
    expect(at.raw.welcome?.player).toBe(2)
    misbehave(at.raw)
    expectShownOut(at, reason)
  })

  test('silence, for ten seconds', () => {
    const at = visited()
    at.raw.hello()
    at.sim.run(10_200)
    expectShownOut(at, 'timeout')
  })
})

test('a HELLO that is repeated again and again is a flood too, where it may be repeated', () => {
  const sim = new Simulation(runner, { kind: 'datagram', resumeMs: 0 })
  const raw = new RawClient(sim.rawLink()).hello()
  sim.run(100)
  const { packetsOut } = sim.room.stats
  for (let i = 0; i < 5000; i++) raw.hello()
  sim.run(100)
  expect(raw.closing?.reason).toBe('flood')
  expect(raw.hasEnded).toBe(true)
  expect(sim.room.stats.packetsOut - packetsOut).toBeLessThan(2100)
  expect(sim.room.players.length).toBe(0)
})

test('random and mutilated packets cost their sender the connection and nobody else anything', () => {
  const { sim, honest } = visited()
  const random = new Random(11)
  for (let round = 0; round < 400; round++) {
    const raw = new RawClient(sim.rawLink())
    if (random.next() < 0.7) raw.hello()
    sim.run(20)
    for (let i = 0; i < 5; i++) {
      const packet = new Uint8Array(Math.floor(random.next() * 60)).map(() => random.uint32())
      if (random.next() < 0.8) packet[0] = 1 + Math.floor(random.next() * 6)
      raw.send(packet)
    }
    sim.run(20)
    raw.link.close('left')
  }
  sim.run(1000)
  expect(sim.room.players.length).toBe(1)
  expect(honest.session.state).toBe('open')
  expect(honest.session.stats.corrections).toBe(0)
  expect(coreOf(sim.room).entities.ofKind('body').length).toBe(1)
})

describe('what a game hands in', () => {
  test('NaN in state leaves the last value, and infinity becomes the nearest, on both sides alike', () => {
    const sim = new Simulation(runner)
    const { session } = sim.join()
    sim.run(500)
    const body = sim.room.world.entities('body')[0] as unknown as { x: number }
    body.x = Number.NaN
    sim.run(500)
    expect(body.x).toBe(1000)
    expect(session.entities('body')[0]!.x).toBe(1000)
    body.x = Number.POSITIVE_INFINITY
    sim.run(500)
    expect(body.x).toBe(1_000_000)
    expect(session.entities('body')[0]!.x).toBe(1_000_000)
  })

  test('an unknown kind, field, event or message is a clear error', () => {
    const { sim, honest } = visited()
    const world = sim.room.world as never as {
      spawn(kind: string, player: null, start?: object): void
      emit(event: string, data: object): void
    }
    expect(() => world.spawn('boddy', null)).toThrow(
      "there is no kind 'boddy'; kinds: body, ball, clock",
    )
    expect(() => world.spawn('ball', null, { y: 1 })).toThrow(
      "there is no field 'y': the fields are x, by, flown",
    )
    expect(() => world.emit('fried', {})).toThrow("there is no event 'fried'")
    expect(() => honest.session.entities('boddy' as never)).toThrow("there is no kind 'boddy'")
    expect(() => honest.session.on('fried' as never, () => {})).toThrow(
      "there is no event 'fried'; events: fired, rang",
    )
    expect(() => honest.session.send(undefined)).toThrow('must be a JSON value')
    expect(() => sim.room.world.broadcast({ at: [NaN] })).toThrow('message.at[0] is NaN: send null')
    expect(() => honest.session.send('x'.repeat(20_000))).toThrow(
      '20002 characters long, but must be at most 16383',
    )
    sim.run(100)
    expect(honest.session.state).toBe('open')
  })
})
