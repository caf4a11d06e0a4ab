import { type SimulatedClient, Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { keeper } from './support/keeper.ts'

type Session = SimulatedClient<typeof keeper.game>['session']

/** Adds a listener of every kind. `add(name)` makes each. */
function listenToAll(session: Session, add: (name: string) => () => void): void {
  session.onEnter('pip', add('enter'))
  session.onLeave('pip', add('leave'))
  session.on('came', add('came'))
  session.on('went', add('went'), { undone: add('undone') })
  session.onMessage(add('message'))
  session.onFrame(add('frame'))
  session.onState(add('state'))
  session.onClose(add('close'))
}

function counting() {
  const counts: Record<string, number> = {}
  const count = (name: string) => () => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  return { counts, count }
}

/** What two players hear while a third comes and goes, with a break between; `throws`: in each listener that comes first. */
async function heardBy(throws: boolean) {
  const sim = new Simulation(keeper)
  const errors: string[] = []
  const onError = (error: unknown) => void errors.push((error as Error).message)
  const a = sim.join({ reopens: true, onError })
  const b = sim.join()
  sim.run(1000)
  if (throws)
    listenToAll(a.session, (name) => () => {
      throw new Error(name)
    })
  const [own, other] = [counting(), counting()]
  listenToAll(a.session, own.count)
  listenToAll(b.session, other.count)
  const third = sim.join()
  sim.run(1000)
  sim.room.world.broadcast('hello')
  sim.run(1000)
  a.cut(500)
  sim.run(1500)
  third.session.close()
  sim.run(1000)
  sim.room.close()
  sim.run(100)
  await null
  return {
    own: own.counts,
    other: other.counts,
    errors,
    states: [a.session.state, b.session.state],
  }
}

test('listeners that throw, each in every call, break neither the session nor the other listeners', async () => {
  const [good, bad] = [await heardBy(false), await heardBy(true)]
  const { came, went, message, enter, leave, state, close } = bad.own
  expect({ came, went, message, enter, leave, state, close }).toEqual({
    came: 1,
    went: 1,
    message: 1,
    enter: 3,
    leave: 1,
    state: 3,
    close: 1,
  })
  expect(bad.own).toEqual(good.own)
  expect(bad.other).toEqual(good.other)
  expect(bad.states).toEqual(['closed', 'closed'])
  expect(good.errors).toEqual([])
  const counted: Record<string, number> = {}
  for (const name of bad.errors) counted[name] = (counted[name] ?? 0) + 1
  expect(counted).toEqual(bad.own)
})

test('a session whose listener throws as it breaks off comes back all the same', async () => {
  const sim = new Simulation(keeper)
  const errors: unknown[] = []
  const a = sim.join({ reopens: true, onError: (error) => errors.push(error) })
  sim.run(1000)
  a.session.onState((state) => {
    throw state
  })
  a.network.conditions = { up: {}, down: { latencyMs: 60_000 } }
  sim.run(12_000)
  a.network.conditions = { up: {}, down: {} }
  sim.run(15_000)
  await null
  expect([a.session.state, errors]).toEqual(['open', ['reconnecting', 'open']])
})

test('a page that listens after the end is told, and an error there stops nothing', async () => {
  const sim = new Simulation(keeper)
  const errors: unknown[] = []
  const { session } = sim.join({ onError: (error) => errors.push(error) })
  sim.run(1000)
  session.close()
  session.onClose((reason) => {
    throw reason
  })
  const views: unknown[] = []
  session.onEnter('pip', () => {
    throw 'enter'
  })
  session.onEnter('pip', (view) => views.push(view))
  await null
  expect([errors, views.length]).toEqual([['left', 'enter'], 1])
})
