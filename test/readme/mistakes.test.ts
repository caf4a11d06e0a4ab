import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AnyGame, defineGame, int, jsonMessages, number } from 'glissade'
import { connect, Session } from 'glissade/client'
import { serve } from 'glissade/node'
import { AddressLimits, type AnyRoom, defineRoom, Lobby } from 'glissade/server'
import { memoryPair, Simulation, VirtualClock } from 'glissade/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { read } from '../source-file.ts'
import { dots } from '../support/dots.ts'
import { game } from './game.ts'

afterEach(() => vi.unstubAllGlobals())

/** The mistakes that the README names, made: what each says has to stand there word for word. */
const readme = read('README.md')

async function messageOf(mistake: () => unknown): Promise<string> {
  try {
    await mistake()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}

async function expectTold(mistake: () => unknown, message: string): Promise<void> {
  expect(await messageOf(mistake)).toBe(message)
  expect(readme).toContain(`\`${message}\``)
}

/** A server with `rooms`, and a session of `wanted` that asks it to join. */
function join(rooms: readonly AnyRoom[], wanted: AnyGame, maxPlayers = 64): Session<AnyGame> {
  const clock = new VirtualClock()
  const lobby = new Lobby({ rooms, clock, maxPlayers, seed: () => 1, onError: () => {} })
  const enter = (): Session<AnyGame> => {
    const { client, server } = memoryPair(clock)
    lobby.accept(server)
    const session = new Session(wanted, client, clock)
    clock.advance(100)
    return session
  }
  for (let others = 0; others < maxPlayers && maxPlayers < 64; others++) enter()
  return enter()
}

/** What browsers say of a failed connection: an event without a word. */
class FailingSocket extends EventTarget {
  constructor() {
    super()
    queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }
}

const joined = (...args: Parameters<typeof join>) => join(...args).joined

describe('joining', () => {
  test('a page that its game server did not serve', () => {
    vi.stubGlobal('WebSocket', FailingSocket)
    return expectTold(
      () => connect(game, 'http://localhost:5173'),
      'no game server at ws://localhost:5173/glissade: the connection failed',
    )
  })

  test('a page of another host', () => {
    vi.stubGlobal('WebSocket', FailingSocket)
    vi.stubGlobal('location', new URL('https://game.example/play/'))
    return expectTold(
      () => connect(game, 'https://eu.example'),
      'no game server at wss://eu.example/glissade: ' +
        "the connection failed, or its 'origins' do not list https://game.example",
    )
  })

  test('a page older than its server', () => {
    const newer = defineRoom(defineGame({ ...game.definition, stepHz: 60 }), dots.definition)
    return expectTold(
      () => joined([newer], game),
      "could not join (schema: the client has another version of 'dots': reload the page)",
    )
  })

  test('too many players from one address, as all are behind a proxy', () => {
    const clock = new VirtualClock()
    const addresses = new AddressLimits({ maxPerAddress: 1 })
    const lobby = new Lobby({ rooms: [dots], clock, seed: () => 1, addresses })
    const sessions = [1, 2].map(() => {
      const { client, server } = memoryPair(clock)
      lobby.accept(server, undefined, '192.0.2.1')
      return new Session(game, client, clock)
    })
    clock.advance(100)
    return expectTold(
      () => sessions[1]!.joined,
      'could not join (refused: too many players from this address)',
    )
  })

  test('a game that is not served', () => {
    const other = defineRoom(defineGame({ name: 'other', input: {}, entities: {} }))
    return expectTold(
      () => joined([other], game),
      "could not join (refused: there is no game 'dots' here)",
    )
  })

  test('a full room', () =>
    expectTold(() => joined([dots], game, 1), 'could not join (full: the room is full)'))

  test('a join that throws', () => {
    const broken = defineRoom(game, {
      join: () => {
        throw new Error('no map')
      },
    })
    return expectTold(() => joined([broken], game), 'could not join (refused: the server refused)')
  })

  test('an update that throws', () => {
    const broken = defineRoom(game, {
      update: () => {
        throw new Error('no map')
      },
    })
    const sim = new Simulation(broken, { onError: () => {} })
    const told: string[] = []
    sim.join().session.onClose((reason, detail) => told.push(reason, detail))
    sim.run(200)
    expect(told).toEqual(['server-closed', 'the room has failed'])
    for (const word of told) expect(readme).toContain(`\`${word}\``)
  })
})

describe('setting up', () => {
  test('a port that is taken', async () => {
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
    const { port } = squatter.address() as AddressInfo
    const message = await messageOf(() => serve(dots, { port }))
    squatter.close()
    expect(message).toBe(`cannot listen on 127.0.0.1:${port}: the port is in use already`)
    expect(readme).toContain('`cannot listen on 127.0.0.1:3000: the port is in use already`')
  })

  test('a rule of the room that stands in the game', () => {
    const rules: object = { join: () => {} }
    return expectTold(
      () => defineGame({ ...game.definition, ...rules }),
      "defineGame: 'join' belongs in defineRoom(game, { join })",
    )
  })

  test('a reserved name', () => {
    const record = { id: int() } as never
    return expectTold(
      () => defineRoom(defineGame({ name: 'dots', input: {}, entities: { dot: record } })),
      'defineGame: entities.dot.id: id, kind, owner and mine are reserved names',
    )
  })

  test('a grid that is too fine for its range', () =>
    expectTold(
      () =>
        defineRoom(
          defineGame({
            name: 'dots',
            input: {},
            entities: { dot: { x: number({ max: 1_000_000, step: 0.0001 }) } },
          }),
        ),
      'number({ step: 0.0001 }) gives more than 2^31 values between 0 and 1000000',
    ))

  test('a rate out of range', () =>
    expectTold(
      () => defineRoom(defineGame({ name: 'dots', input: {}, entities: {}, stepHz: 144 })),
      'defineGame: stepHz is 144, but must be a number from 1 to 128',
    ))

  test('a field that an entity does not have', () =>
    expectTold(() => {
      const start: object = { colour: 1 }
      new Simulation(dots).room.world.spawn('dot', null, start)
    }, "spawn('dot'): there is no field 'colour': the fields are x, y, hue"))

  test('a parameter of a path that would not be sent', () =>
    expectTold(() => {
      const ferries = defineRoom(
        defineGame({
          name: 'ferries',
          input: {},
          entities: { ferry: { index: int(), x: number() } },
          path: { ferry: (ferry, timeMs) => void (ferry.x = ferry.index + timeMs) },
        }),
      )
      new Simulation(ferries).room.world.spawn('ferry', null, { index: 3 })
    }, "'ferry' has a path, so 'index' is not sent: make it once(...)"))

  test('a kind that the game does not have', () =>
    expectTold(() => {
      const { session } = new Simulation(dots).join()
      session.entities('dost' as 'dot')
    }, "there is no kind 'dost'; kinds: dot"))

  test('a message that is no JSON', () =>
    expectTold(() => {
      const chatty = defineRoom(defineGame({ ...game.definition, messages: jsonMessages() }))
      const { session } = new Simulation(chatty).join()
      session.send({ tiles: [new Uint8Array(4)] })
    }, 'send: a message must be a JSON value, but message.tiles[0] is a Uint8Array: send an array, [...it]'))
})

describe('mistakes without an error', () => {
  test('chance in move shows as corrections', () => {
    const chancy = defineRoom(
      defineGame({
        ...game.definition,
        move: {
          dot(dot) {
            dot.x += Math.random()
          },
        },
      }),
      dots.definition,
    )
    const simulation = new Simulation(chancy)
    const { session } = simulation.join()
    simulation.run(1000)
    expect(session.stats.corrections).toBeGreaterThan(10)
  })

  test('a range without a minimum begins at 0', () => {
    const simulation = new Simulation(dots)
    const { session } = simulation.join()
    simulation.run(500)
    session.input.left = true
    simulation.run(3000)
    expect(session.entities('dot')[0]?.x).toBe(0)
    expect(simulation.room.world.entities('dot')).toEqual([expect.objectContaining({ x: 0 })])
  })

  test('a frame that is not told the time moves nothing', () => {
    const simulation = new Simulation(dots)
    const { clock } = simulation
    const session = new Session(game, simulation.rawLink(), clock)
    simulation.run(500)
    session.input.right = true
    for (let frame = 0; frame < 60; frame++) {
      session.frame(16.7)
      simulation.run(16)
    }
    expect(session.state).toBe('open')
    expect(session.entities('dot')[0]?.x).toBe(400)
  })
})
