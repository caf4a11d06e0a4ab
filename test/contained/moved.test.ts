import { defineGame, flag, gameEvents, number, sharedTick, text } from 'glissade'
import { defineRoom, type ErrorPlace } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'

type Authority = ReturnType<typeof sharedTick> | undefined
type Deed = 'emit' | 'spawn'

/** Whether `move` runs in a page at present. What it does there is the page's. */
let isPage = false

/** On the server, who presses `bad` passes something to `emit` or `spawn` that no field can hold. */
const careless = (authority: Authority, deed: Deed) =>
  defineGame({
    name: 'careless',
    authority,
    input: { bad: flag() },
    entities: {
      dot: { x: number({ max: 800 }) },
      sign: { words: text(8), at: number({ max: 9 }) },
    },
    events: gameEvents({ boom: { at: number({ max: 9 }) } }),
    move: {
      dot(_, { bad }, { emit, spawn }) {
        if (!bad || isPage) return
        if (deed === 'emit') emit('boom', { at: 1n as never })
        else spawn('sign', { words: null as never })
      },
      sign() {},
    },
  })

test.each<[Deed, string, Authority]>([
  ['emit', 'own time', undefined],
  ['emit', 'a shared tick', sharedTick()],
  ['spawn', 'own time', undefined],
  ['spawn', 'a shared tick', sharedTick()],
])('a wrong value that move passes to %s costs that player alone: %s', (deed, _, authority) => {
  const places: ErrorPlace[] = []
  const room = defineRoom(careless(authority, deed), {
    join: (world, player) => world.spawn('dot', player, {}),
  })
  const sim = new Simulation(room, { onError: (_error, where) => places.push(where) })
  const [careful, other] = [sim.join().session, sim.join().session]
  const reasons: string[] = []
  for (const session of [careful, other]) {
    session.onClose((reason) => reasons.push(`${session.playerId} ${reason}`))
    const frame = session.frame.bind(session)
    session.frame = (nowMs) => {
      isPage = true
      frame(nowMs)
      isPage = false
    }
  }
  sim.run(1000)
  other.input.bad = true
  sim.run(1000)
  expect(reasons).toEqual([`${other.playerId} kicked`])
  expect(places).toEqual([expect.objectContaining({ hook: 'move', player: other.playerId })])
  expect(sim.room.isClosed).toBe(false)
  expect(careful.state).toBe('open')
})
