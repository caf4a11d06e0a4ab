import { defineGame, flag, gameEvents, int, jsonMessages, number, text, told } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom, type GameOf } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'

/** Every second the room hits everybody: hit points, an event, and a message, each with the number of the hit. */
function arena(kind: 'ordered' | 'datagram', everySteps = 60) {
  const room = defineRoom(
    defineGame({
      name: 'hit',
      messages: jsonMessages(),
      stepHz: 60,
      input: { right: flag() },
      entities: {
        man: { x: number({ max: 800 }), hits: told(int({ max: 1000 })), word: told(text(8)) },
      },
      events: gameEvents({ hit: { hits: int({ max: 1000 }) } }),
      move: {
        man(man, { right }) {
          man.x = right ? Math.min(800, man.x + 2) : Math.max(0, man.x - 2)
        },
      },
    }),
    {
      join: (world, player) => world.spawn('man', player, { x: 100, hits: 1, word: 'one' }),
      update(world, { tick }) {
        if (tick < 200 || tick % everySteps !== 0) return
        const hits = tick / everySteps
        for (const man of world.entities('man')) Object.assign(man, { hits, word: `w${hits}` })
        world.emit('hit', { hits })
        world.broadcast({ hits }, { at: 'display' })
      },
    },
  )
  return new Simulation(room, { kind })
}

type Arena = ReturnType<typeof arena>
type Client = SimulatedClient<GameOf<Arena['room']['definition']>>

/** Notes the frame in which a page learns of each hit, by what; messages with those before them. */
function noting({ session }: Client) {
  const frames = { event: new Map(), message: new Map(), told: new Map(), word: new Map() }
  const order: string[] = []
  let frame = 0
  const note = (what: keyof typeof frames, hits: number) => {
    if (frames[what].has(hits)) return
    frames[what].set(hits, frame)
    order.push(`${what} ${hits}`)
  }
  session.on('hit', ({ hits }) => note('event', hits))
  session.onMessage((message) => note('message', (message as { hits: number }).hits))
  session.onFrame(() => {
    const man = session.entities('man').find(({ mine }) => mine)
    if (man) note('told', man.hits)
    if (man?.word.startsWith('w')) note('word', Number(man.word.slice(1)))
    frame++
  })
  /** Frames from `one` to `other`, for each hit that both told of. */
  const between = (one: keyof typeof frames, other: keyof typeof frames) =>
    [...frames[one]]
      .filter(([hits]) => frames[other].has(hits))
      .map(([hits, at]) => frames[other].get(hits) - at)
  return { frames, order, between }
}

const near = { up: { latencyMs: 15 }, down: { latencyMs: 15 } }

describe.each(['ordered', 'datagram'] as const)(
  'what belongs to one moment, on %s links',
  (kind) => {
    test.each(Object.entries({ near, '4g': presets['4g'], wifi: presets.wifi }))(
      'is shown in one frame: told fields, event and message (%s)',
      (_name, conditions) => {
        const sim = arena(kind)
        const client = sim.join({ conditions })
        const { between, order } = noting(client)
        sim.run(30_000)
        const told = between('event', 'told')
        expect(told.length).toBeGreaterThan(20)
        expect(new Set(told)).toEqual(new Set([0]))
        expect(new Set(between('told', 'word'))).toEqual(new Set([0]))
        // A message that was held up comes later, and never before what it belongs to.
        const messages = between('event', 'message')
        expect(Math.min(...messages)).toBe(0)
        expect(messages.filter((frames) => frames > 1).length).toBeLessThan(2)
        for (let hits = 10; hits < 25; hits++)
          expect(order.indexOf(`message ${hits}`)).toBeGreaterThan(order.indexOf(`event ${hits}`))
      },
    )

    test('between two network ticks told fields come with the next one, at most two steps later', () => {
      const sim = arena(kind, 61)
      const { between } = noting(sim.join({ conditions: near }))
      sim.run(20_000)
      const told = between('event', 'told')
      expect(Math.min(...told)).toBe(0)
      // At the first one the render clock is still settling, so two steps may take three frames.
      expect(told[0]).toBeLessThanOrEqual(3)
      expect(Math.max(...told.slice(1))).toBeLessThanOrEqual(2)
    })

    test('under the log no message comes before its event, in spite of stalls, and none is lost', () => {
      const sim = arena(kind)
      const { frames, between } = noting(sim.join({ conditions: presets.log }))
      sim.run(40_000)
      expect(Math.min(...between('event', 'message'))).toBeGreaterThanOrEqual(0)
      const heard = [...frames.message.keys()] as number[]
      expect(heard).toEqual(heard.map((_, n) => heard[0]! + n))
      expect(heard.length).toBeGreaterThan(30)
    })

    test('a told field is there from the beginning, for who joins late too', () => {
      const sim = arena(kind)
      sim.join({ conditions: near })
      sim.run(5000)
      const late = sim.join({ conditions: near })
      const seen = new Set<string>()
      late.session.onFrame(() => {
        for (const { hits, word } of late.session.entities('man')) seen.add(`${hits} ${word}`)
      })
      sim.run(700)
      // Its own is new, the other's is of the last hit.
      expect([...seen].sort()).toEqual(['1 one', '5 w5'])
    })

    test('`move` reads a told field as soon as it comes', () => {
      const room = defineRoom(
        defineGame({
          name: 'gate',
          stepHz: 60,
          input: {},
          entities: { man: { x: number({ max: 800 }), isFree: told(flag()) } },
          move: {
            man(man) {
              if (man.isFree) man.x += 1
            },
          },
        }),
        {
          join: (world, player) => world.spawn('man', player),
          update(world, { tick }) {
            if (tick === 300) for (const man of world.entities('man')) man.isFree = true
          },
        },
      )
      const sim = new Simulation(room, { kind })
      const { session } = sim.join({ conditions: near })
      let [freeAt, movedAt] = [0, 0]
      session.onFrame(() => {
        const [man] = session.entities('man')
        if (man?.isFree) freeAt ||= sim.clock.nowMs()
        if (man && man.x > 0) movedAt ||= sim.clock.nowMs()
      })
      sim.run(7000)
      expect(movedAt).toBeGreaterThan(0)
      expect(freeAt).toBeGreaterThan(movedAt)
    })

    test('without interpolation told fields are the newest, like all else', () => {
      const sim = arena(kind)
      const client = sim.join({ conditions: near })
      client.session.techniques.interpolate = false
      const { between } = noting(client)
      sim.run(10_000)
      for (const frames of between('told', 'event')) expect(frames).toBeGreaterThan(1)
    })
  },
)

describe.each(['ordered', 'datagram'] as const)(
  'messages tied to the display, on %s links',
  (kind) => {
    /** A room that says nothing by itself. */
    function quiet() {
      const room = defineRoom(
        defineGame({
          name: 'quiet',
          messages: jsonMessages(),
          input: { go: flag() },
          entities: {},
        }),
      )
      const sim = new Simulation(room, { kind })
      const client = sim.join({ conditions: near, reopens: true })
      const heard: string[] = []
      client.session.onMessage((message) => heard.push(String(message)))
      client.session.onState((state) => heard.push(state))
      sim.run(3000)
      heard.length = 0
      const [player] = sim.room.players
      const tie = (message: string) => sim.room.world.send(player!, message, { at: 'display' })
      return {
        sim,
        client,
        heard,
        tie,
        say: (message: string) => sim.room.world.send(player!, message),
      }
    }

    test('wait in their order, and ordinary ones overtake them', () => {
      const { sim, heard, tie, say } = quiet()
      tie('a')
      tie('b')
      say('c')
      sim.run(30)
      expect(heard).toEqual(['c'])
      sim.run(300)
      expect(heard).toEqual(['c', 'a', 'b'])
    })

    test('come without frames too: in a hidden page', () => {
      const { sim, client, heard, tie } = quiet()
      client.stall(5000)
      tie('a')
      sim.run(500)
      expect(heard).toEqual([])
      sim.run(1000)
      expect(heard).toEqual(['a'])
      tie('b')
      sim.run(200)
      expect(heard).toEqual(['a', 'b'])
    })

    test('come after a gap when their moment is on display', () => {
      const { sim, client, heard, tie } = quiet()
      client.stall(600)
      sim.run(300)
      tie('a')
      sim.run(250)
      expect(heard).toEqual([])
      sim.run(500)
      expect(heard).toEqual(['a'])
    })

    test('come before the page hears that the connection broke', () => {
      const { sim, client, heard, tie } = quiet()
      tie('a')
      sim.run(25)
      client.cut(500)
      sim.run(20)
      expect(heard).toEqual(['a', 'reconnecting'])
      sim.run(3000)
      expect(heard).toEqual(['a', 'reconnecting', 'open'])
    })

    test.each(['page', 'server'])('come before the page hears of the end: by the %s', (by) => {
      const { sim, client, heard, tie } = quiet()
      tie('a')
      sim.run(25)
      if (by === 'page') client.session.close()
      else sim.room.close()
      sim.run(100)
      expect(heard).toEqual(['a', 'closed'])
    })

    test('which cannot be is an error of the call', () => {
      const { sim } = quiet()
      const { players } = sim.room
      expect(() => sim.room.world.broadcast('a', { at: 'once' as never })).toThrow(
        "at is 'once', but must be 'display'",
      )
      expect(() => sim.room.world.send(players[0]!, 'a', { at: 'now' as never })).toThrow(
        /'display'/,
      )
    })
  },
)
