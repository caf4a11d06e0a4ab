import { angle, defineGame, flag, jsonMessages, number, oneOf, press } from 'glissade'
import { type Network, presets, Session } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import type { Link, LinkKind } from '../src/link/link.ts'
import { BitWriter } from '../src/wire/bits.ts'
import { writeMessage } from '../src/wire/packets/packets.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'

const KINDS = ['ordered', 'datagram'] as const

/** A game with the inputs of a shooter, at the highest rate there is. */
const shooter = defineRoom(
  defineGame({
    name: 'shooter',
    messages: jsonMessages(),
    stepHz: 128,
    sendHz: 32,
    input: {
      ...{ left: flag(), right: flag(), up: flag(), down: flag(), fire: press(), jump: press() },
      ...{ yaw: angle({ count: 65_536 }), pitch: angle({ count: 65_536 }), tool: oneOf('a', 'b') },
    },
    entities: { body: { x: number({ max: 10_000 }) } },
    move: {
      body(body, input) {
        body.x += +input.right - +input.left
      },
    },
  }),
  {
    join: (world, player) => world.spawn('body', player, { x: 1 }),
  },
)

/** A connection that can stand still: what is sent meanwhile, both ways, comes at once when it goes on. */
class StandingConnection implements Network {
  isStanding = false
  #held: (() => void)[] = []

  wrap(link: Link): Link {
    const pass = (run: () => void) => {
      if (this.isStanding) this.#held.push(run)
      else run()
    }
    return {
      kind: link.kind,
      uplink: link.uplink,
      get isOpen() {
        return link.isOpen
      },
      bufferedBytes: 0,
      open: (receiver) =>
        link.open({
          packet: (bytes, arrivedAtMs) => {
            const copy = bytes.slice()
            pass(() => receiver.packet(copy, arrivedAtMs))
          },
          closed: (reason, detail) => pass(() => receiver.closed(reason, detail)),
        }),
      send: (bytes) => {
        const copy = bytes.slice()
        pass(() => link.send(copy))
      },
      close: (reason, detail) => link.close(reason, detail),
    }
  }

  goOn(): void {
    this.isStanding = false
    for (const run of this.#held.splice(0)) run()
  }
}

/** A player of the shooter who does everything at once, `frameHz` frames a second, and sends a message every 60 ms. */
function busyPlayer(kind: LinkKind, frameHz: number) {
  const sim = new Simulation(shooter, { kind })
  const connection = new StandingConnection()
  const session = new Session(shooter.game, sim.rawLink(), sim.clock, { network: connection })
  session.joined.catch(() => {})
  let frames = 0
  const frame = () => {
    const { input } = session
    frames++
    input.left = frames % 2 === 0
    input.right = frames % 3 === 0
    input.fire = frames % 5 === 0
    input.jump = frames % 7 === 0
    input.yaw = frames * 0.37
    input.pitch = frames * 0.73
    input.tool = frames % 2 === 0 ? 'a' : 'b'
    session.frame(sim.clock.nowMs())
    sim.clock.after(1000 / frameHz, frame)
  }
  frame()
  let said = 0
  const say = () => {
    if (session.state === 'open') session.send([said++, '.'.repeat(700)])
    sim.clock.after(60, say)
  }
  say()
  const heard: number[] = []
  sim.room.onMessage((_, message) => heard.push((message as number[])[0]!))
  return { sim, connection, session, heard, said: () => said }
}

describe('an honest client is no flood', () => {
  test.each([
    ...KINDS.flatMap((kind) => [144, 288].map((frameHz) => [kind, frameHz, 5000] as const)),
    ['ordered', 144, 9500] as const,
  ])(
    'of 128 steps a second on an %s link, %d frames a second, whose connection stood still for %d ms',
    (kind, frameHz, ms) => {
      const { sim, connection, session, heard, said } = busyPlayer(kind, frameHz)
      sim.run(6000)
      for (let round = 0; round < 3; round++) {
        connection.isStanding = true
        const { packetsIn } = sim.room.stats
        sim.run(ms)
        expect(sim.room.stats.packetsIn).toBe(packetsIn)
        connection.goOn()
        sim.run(1)
        // The inputs of datagrams that wait for so long are put together.
        const most = kind === 'ordered' ? 120 : 30
        expect(sim.room.stats.packetsIn - packetsIn).toBeGreaterThan((ms / 1000) * most)
        sim.run(3000)
        expect([session.state, sim.room.stats.closed.flood]).toEqual(['open', 0])
      }
      sim.run(15_000)
      expect(heard).toEqual(Array.from({ length: heard.length }, (_, i) => i))
      expect(said() - heard.length).toBeLessThan(20)
      expect(sim.room.stats.messagesDropped).toBe(0)
    },
  )

  test.each(KINDS)(
    'that sends 50 messages in a frame, or 300: they come in order, at its pace (%s)',
    (kind) => {
      const sim = new Simulation(runner, { kind })
      const { session } = sim.join({ conditions: presets.log })
      sim.run(1000)
      const heard: unknown[] = []
      sim.room.onMessage((_, message) => heard.push(message))
      const send = (count: number, first: number) => {
        for (let i = 0; i < count; i++) session.send(first + i)
      }
      send(50, 0)
      sim.run(1500)
      expect(heard.length).toBe(50)
      send(300, 50)
      sim.run(5000)
      expect(heard.length).toBeLessThan(50 + 60 + 7 * 20)
      sim.run(12_000)
      expect(heard).toEqual(Array.from({ length: 350 }, (_, i) => i))
      expect([session.state, sim.room.stats.messagesDropped]).toEqual(['open', 0])
    },
  )

  test.each(KINDS)('whose long messages take their time (%s)', (kind) => {
    const sim = new Simulation(runner, { kind })
    const { session } = sim.join({ conditions: presets.log })
    sim.run(1000)
    const heard: string[] = []
    sim.room.onMessage((_, message) => heard.push(message as string))
    const told = Array.from({ length: 12 }, (_, i) => `${i}`.padEnd(16_000, '\u4e2d'))
    for (const text of told) session.send(text)
    // 576 kB: at these losses TCP carries 17 kB/s, because its window is hardly ever over three packets.
    sim.run(kind === 'ordered' ? 45_000 : 20_000)
    expect(heard).toEqual(told)
    expect([session.state, sim.room.stats.messagesDropped]).toEqual(['open', 0])
  })

  test('that loses its connection again and again, with messages to send each time', () => {
    const sim = new Simulation(runner)
    const client = sim.join({ reopens: true })
    sim.run(1000)
    for (let round = 0; round < 12; round++) {
      for (let i = 0; i < 60; i++) client.session.send(i)
      sim.run(20)
      client.cut()
      sim.run(20)
      for (let i = 0; i < 200 && client.session.state !== 'open'; i++) sim.run(20)
    }
    sim.run(3000)
    expect(sim.room.stats.resumes).toBe(12)
    expect([client.session.state, client.session.playerId]).toEqual(['open', 1])
    expect(sim.room.stats.closed.flood).toBe(0)
  })

  test('is told so when 1024 messages wait', () => {
    const sim = new Simulation(runner)
    const { session } = sim.join()
    sim.run(1000)
    for (let i = 0; i < 1024; i++) session.send(i)
    expect(() => session.send(0)).toThrow('1024 messages, or 1048576 characters, already wait')
    sim.run(1000)
    expect(session.state).toBe('open')
  })
})

/** A room with an honest client, and a raw one that joins. */
function attacked(kind: LinkKind) {
  const sim = new Simulation(runner, { kind })
  const honest = sim.join()
  const heard: unknown[] = []
  sim.room.onMessage((_, message) => heard.push(message))
  const raw = new RawClient(sim.rawLink()).hello()
  sim.run(1000)
  return { sim, honest, heard, raw }
}

function message(id: number, json: string, sequence = id): Uint8Array {
  const writer = new BitWriter()
  writeMessage(writer, sequence & 0xffff, id & 0xffff, json)
  return writer.toBytes()
}

/** Lets the packets arrive; then `raw` has been shown out for `reason`, and the honest one plays on. */
function expectShownOut({ sim, honest, raw }: ReturnType<typeof attacked>, reason: string): void {
  sim.run(20)
  expect(raw.closing?.reason).toBe(reason)
  expect([honest.session.state, sim.room.players.length]).toEqual(['open', 1])
}

test('nothing is heard of a player any more whom a listener has kicked', () => {
  const { sim, heard, raw } = attacked('datagram')
  sim.room.onMessage((player, said) => {
    if (said === 'bye') sim.room.world.kick(player)
  })
  for (const [id, json] of [
    [3, '"late"'],
    [2, '"late"'],
    [1, '"bye"'],
  ] as const)
    raw.send(message(id, json, 4 - id))
  sim.run(20)
  expect(heard).toEqual(['bye'])
})

describe('who sends too much is a flood', () => {
  const long = JSON.stringify('\u4e2d'.repeat(16_000))
  test.each([
    ['long messages', long, 8],
    ['short messages', '1', 300],
  ] as const)('%s', (_, json, most) => {
    for (const kind of KINDS) {
      const at = attacked(kind)
      for (let id = 1; id <= 1000; id++) at.raw.send(message(id, json))
      expectShownOut(at, 'flood')
      expect(at.heard.length).toBeGreaterThan(most / 5)
      expect(at.heard.length).toBeLessThan(most)
    }
  })

  test('messages that have no place, or came before, cost as packets do', () => {
    for (const id of [500, 1]) {
      const at = attacked('datagram')
      at.raw.send(message(1, '1'))
      at.sim.run(20)
      for (let sequence = 2; sequence < 1000; sequence++)
        at.raw.send(message(id, 'x'.repeat(9000), sequence))
      expectShownOut(at, 'flood')
      expect(at.heard).toEqual([1])
      expect(at.sim.room.stats.messagesDropped > 0).toBe(id === 500)
    }
  })
})

describe('what is no message of an honest client', () => {
  test('is one nested more than 64 deep, whatever its link', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    for (const kind of KINDS) {
      const at = attacked(kind)
      at.raw.send(message(1, nested(64)))
      at.sim.run(20)
      expect([at.heard.length, at.raw.closing]).toEqual([1, null])
      at.raw.send(message(2, nested(65)))
      expectShownOut(at, 'bad-packet')
      expect(at.heard.length).toBe(1)
    }
  })

  test('is a gap on an ordered link', () => {
    for (const id of [3, 1025, 1]) {
      const at = attacked('ordered')
      at.raw.send(message(1, '1'))
      at.sim.run(20)
      at.raw.send(message(id, '1', 2))
      expectShownOut(at, 'bad-packet')
    }
  })

  test('waits on a datagram link, 32 of them, and is counted when there is no place', () => {
    const { sim, raw, heard } = attacked('datagram')
    for (let id = 2; id <= 40; id++) raw.send(message(id, `${id}`))
    sim.run(20)
    expect([heard.length, sim.room.stats.messagesDropped]).toEqual([0, 7])
    raw.send(message(1, '1', 41))
    sim.run(20)
    expect(heard).toEqual(Array.from({ length: 33 }, (_, i) => i + 1))
  })
})

describe('through a resume', () => {
  /** Sends what costs most of what a rested client has, breaks off, comes back, and sends `more` of it. */
  function comeBack(send: (raw: RawClient, count: number) => void, count: number, more: number) {
    const { sim, raw } = attacked('datagram')
    sim.run(8000)
    raw.run(1)
    sim.run(1)
    send(raw, count)
    sim.run(1)
    expect(raw.closing).toBe(null)
    const { resumeKey } = raw.welcome!
    raw.link.close('lost')
    sim.run(1)
    const again = new RawClient(sim.rawLink()).hello({ resumeKey })
    sim.run(1)
    expect(again.welcome!.player).toBe(raw.welcome!.player)
    send(again, more)
    sim.run(20)
    return again.closing?.reason ?? 'open'
  }

  test('the allowance of packets goes on', () => {
    const send = (raw: RawClient, count: number) => {
      for (let i = 0; i < count; i++) raw.input({ ack: -1, messageAck: 0, count: 0 })
    }
    expect(comeBack(send, 9000, 500)).toBe('open')
    expect(comeBack(send, 9000, 1000)).toBe('flood')
    expect(comeBack(send, 0, 1000)).toBe('open')
  })

  test('the allowance of messages goes on', () => {
    const send = (raw: RawClient, count: number) => {
      const { messages } = raw.welcome!
      for (let n = 1; n <= count; n++) raw.send(message(messages + n, '1'))
    }
    expect(comeBack(send, 240, 19)).toBe('open')
    expect(comeBack(send, 240, 25)).toBe('flood')
    expect(comeBack(send, 0, 25)).toBe('open')
  })
})

test('who leaves a million characters unread is too slow', () => {
  const { sim, raw, honest } = attacked('ordered')
  const got: unknown[] = []
  honest.session.onMessage((text) => got.push(text))
  const [, player] = sim.room.players
  for (let i = 0; i < 64; i++) sim.room.world.send(player!, 'x'.repeat(16_381))
  sim.run(100)
  expect(raw.closing).toBe(null)
  sim.room.world.send(player!, 'x'.repeat(63))
  sim.run(20)
  expect(raw.closing?.reason).toBe('too-slow')
  for (let i = 0; i < 200; i++) {
    sim.room.world.broadcast('x'.repeat(16_000))
    sim.run(50)
  }
  expect([got.length, honest.session.state]).toEqual([200, 'open'])
})
