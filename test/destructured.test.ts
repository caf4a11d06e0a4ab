import { defineGame, gameEvents, gameMessages, int, number, press } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'

/** One entry for each function of a context: a new one without an entry does not compile. */
type EachFunction<C> = {
  readonly [K in keyof C as C[K] extends (...given: never[]) => unknown ? K : never]: unknown
}

const fields = { x: number({ max: 900 }) }
const game = defineGame({
  name: 'destructured',
  stepHz: 30,
  sendHz: 30,
  input: { fire: press() },
  room: { round: int({ max: 9 }) },
  entities: { dot: { ...fields, luck: number({ max: 1 }) }, shot: fields, sheep: fields },
  events: gameEvents({ fired: { luck: number({ max: 1 }) } }),
  messages: gameMessages({ hello: { round: int({ max: 9 }) } }),
  move: {
    dot(dot, { fire }, ctx) {
      const { timeMs, dtSeconds, room, replaying, ...rest } = ctx
      const { emit, random, spawn, teleport } = rest
      const all: EachFunction<typeof ctx> = { emit, random, spawn, teleport }
      if (Object.values(all).some((one) => typeof one !== 'function')) throw new Error('missing')
      dot.luck = random()
      dot.x += 30 * dtSeconds
      if (!fire) return
      if (!replaying) spawn('shot', { x: dot.x })
      emit('fired', { luck: dot.luck }, { to: 'all' })
      teleport()
      dot.x = 500 + room.round + Math.min(0, timeMs)
    },
    shot(shot, _input, { dtSeconds }) {
      shot.x += dtSeconds
    },
    sheep(sheep, _input, { random }) {
      sheep.x += random()
    },
  },
})

describe('the functions of a context work without it', () => {
  test('those of `ctx` in `move`, on the page and on the server', () => {
    const errors: unknown[] = []
    const room = defineRoom(game, { join: (world, player) => world.spawn('dot', player) })
    const sim = new Simulation(room, { onError: (error) => errors.push(error) })
    const { session } = sim.join()
    const events: string[] = []
    session.on('fired', (_data, by) => events.push(`fired by ${by}`), {
      undone: () => events.push('undone'),
    })
    sim.run(500)
    session.input.fire = true
    sim.run(500)
    expect(errors).toEqual([])
    expect(events).toEqual(['fired by 1'])
    expect(session.entities('shot').length).toBe(1)
    expect(session.stats.corrections).toBe(0)
    const [dot] = sim.room.world.entities('dot')
    expect(dot!.x).toBeGreaterThan(500)
    expect(session.entities('dot')[0]!.luck).toBeGreaterThan(0)
  })

  test('those of `world`, of the world that a player saw, and of what `update` gets', () => {
    const errors: unknown[] = []
    let updates = 0
    const room = defineRoom(game, {
      state: () => ({ at: 0 }),
      update(world, { tick, timeMs, dtSeconds }) {
        const { players, state, room, roomId, tick: same, timeMs: sameMs, about, ...rest } = world
        expect([same, sameMs, roomId, about]).toEqual([tick, timeMs, '', {}])
        const { spawn, despawn, entities, get, emit, give, drive, seenBy, teleport, ...more } = rest
        const { send, broadcast, kick, random } = more
        const calls: EachFunction<typeof world> = {
          spawn,
          despawn,
          entities,
          get,
          emit,
          give,
          drive,
          seenBy,
          teleport,
          send,
          broadcast,
          kick,
          random,
        }
        for (const [name, call] of Object.entries(calls)) expect(call, name).toBeTypeOf('function')
        const [player] = players
        if (!player) return
        const sheep = spawn('sheep', null, { x: 100 * random() })
        drive(sheep, { fire: false })
        teleport(sheep)
        const { entities: seen, get: seenOne, timeOf } = seenBy(null)
        const seenCalls: EachFunction<ReturnType<typeof seenBy>> = {
          entities: seen('sheep').length,
          get: seenOne(sheep.id)?.id,
          timeOf: timeOf(sheep),
        }
        expect(seenCalls).toEqual({ entities: 1, get: sheep.id, timeOf: timeMs })
        give(sheep, player)
        expect(get(sheep.id)).toBe(sheep)
        emit('fired', { luck: random() }, { to: player })
        send(player, 'hello', { round: 1 })
        broadcast('hello', { round: 2 })
        despawn(sheep)
        expect(entities('sheep')).toEqual([])
        state.at += dtSeconds
        room.round = 3
        if (++updates === 10) kick(player, 'that is all')
      },
    })
    const sim = new Simulation(room, { onError: (error) => errors.push(error) })
    const { session } = sim.join()
    const heard: unknown[] = []
    session.on('fired', (_data, by) => heard.push(by))
    session.onMessage('hello', ({ round }) => heard.push(round))
    session.onClose((reason, detail) => heard.push(`${reason}: ${detail}`))
    sim.run(1500)
    expect(errors).toEqual([])
    expect(updates).toBe(10)
    expect(heard).toContain(null)
    expect(heard.filter((one) => one === 1 || one === 2)).toHaveLength(20)
    expect(heard.at(-1)).toBe('kicked: that is all')
    expect(session.room.round).toBe(3)
  })
})
