import { defineGame, flag } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'

const game = defineGame({ name: 'exits', input: { up: flag() }, entities: { dot: {} } })

/** A room of three players whose `leave` and `close` throw, and what happened in it. */
function exits(onError?: (message: string) => void) {
  const calls: string[] = []
  const note = (call: string): void => {
    calls.push(call)
    throw new Error(call)
  }
  const room = defineRoom(game, {
    join: (world, player) => world.spawn('dot', player),
    leave: (_, player) => note(`leave ${player.id}`),
    close: () => note('close'),
  })
  const sim = new Simulation(room, {
    onError: onError && ((error) => onError((error as Error).message)),
  })
  for (let n = 0; n < 3; n++) sim.join()
  sim.run(500)
  return { room: sim.room, calls }
}

const ALL = ['leave 1', 'leave 2', 'leave 3', 'close']

describe('while a room closes', () => {
  test('onError hears of every function that throws, in order, after everybody has left', () => {
    const heard: string[] = []
    const { room, calls } = exits((message) => {
      expect(room.players).toEqual([])
      heard.push(message)
    })
    room.close()
    expect(calls).toEqual(ALL)
    expect(heard).toEqual(ALL)
  })

  test('an onError that throws keeps nobody in, and hears of the others too', () => {
    const heard: string[] = []
    const { room, calls } = exits((message) => {
      heard.push(message)
      throw new Error(`heard ${message}`)
    })
    expect(() => room.close()).toThrow('heard close')
    expect(room.players).toEqual([])
    expect(calls).toEqual(ALL)
    expect(heard).toEqual(ALL)
  })

  test('without onError, close throws them as one error, after everybody has left', () => {
    const { room, calls } = exits()
    let thrown: unknown
    try {
      room.close()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(AggregateError)
    expect((thrown as AggregateError).errors.map((error) => error.message)).toEqual(ALL)
    expect(room.players).toEqual([])
    expect(calls).toEqual(ALL)
  })
})
