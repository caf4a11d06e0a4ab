import { expect, test } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { VirtualMachines } from './virtual-machines.ts'

const SETTLE_MS = 60_000

async function begun(count = 3): Promise<VirtualMachines> {
  const machines = new VirtualMachines(count)
  await machines.start(12, 4)
  await machines.run(1500)
  return machines
}

test.each([1, 4])(
  'after faults in a row, each room has one owner and each player one place: seed %d',
  async (seed) => {
    const machines = await begun()
    await machines.playFaults(new Random(seed), 20)
    await machines.settle(() => machines.wrong.length === 0, SETTLE_MS)
    expect(machines.wrong).toEqual([])
  },
)

test('nothing is lost when every process in turn is drained and begins anew', async () => {
  const machines = await begun()
  for (const machine of machines.machines) {
    await machines.during(machine.stop())
    await machines.run(1000)
    await machines.during(machine.boot())
  }
  await machines.settle(() => machines.wrong.length + machines.lost.length === 0, SETTLE_MS)
  expect([...machines.wrong, ...machines.lost]).toEqual([])
  expect(Math.min(...machines.clients.map(({ taps }) => taps))).toBeGreaterThan(10)
})

test('nothing is lost when all processes end at once, as there is no other, and begin anew 5 s later', async () => {
  const machines = await begun()
  await machines.during(Promise.all(machines.machines.map((machine) => machine.stop())))
  expect(machines.rooms).toEqual([])
  await machines.run(5000)
  expect(machines.clients.map(({ session }) => session.state)).toEqual(
    Array(12).fill('reconnecting'),
  )
  await machines.during(Promise.all(machines.machines.map((machine) => machine.boot())))
  await machines.settle(() => machines.wrong.length + machines.lost.length === 0, SETTLE_MS)
  expect([...machines.wrong, ...machines.lost]).toEqual([])
})

test('clients of a process that was killed come back to the one that takes its place at the same address', async () => {
  const machines = await begun()
  const [machine] = machines.machines
  const rooms = machine!.lobby.rooms.size
  expect(rooms).toBeGreaterThan(0)
  machine!.kill()
  await machines.during(machine!.boot())
  await machines.settle(() => machines.wrong.length === 0, SETTLE_MS)
  expect(machines.wrong).toEqual([])
})

test('a room that its server has closed does not go on from a checkpoint', async () => {
  const machines = await begun()
  const [machine] = machines.machines
  const keys = [...machine!.lobby.rooms.keys()]
  expect(keys.length).toBeGreaterThan(0)
  await machines.during(machine!.close())
  await machines.run(1000)
  const gone = machines.clients.filter(({ room }) => keys.includes(`courier/${room}`))
  expect(gone.length).toBeGreaterThan(0)
  const anew = await machines.during(machines.join('late', gone[0]!.room, 1))
  const [[, room] = []] = machines.rooms.filter(([key]) => key === `courier/${anew.room}`)
  // Those who were in it are new players in a new room.
  expect(room!.players.map(({ profile }) => profile['name'])).toContain('late')
  expect(room!.tick).toBeLessThan(100)
})

test('a room that cannot be saved stays, says so, and goes on from its last checkpoint in the end; the others move', async () => {
  const machines = new VirtualMachines(2)
  await machines.start(12, 6)
  await machines.run(2500)
  const [machine] = machines.machines
  const { rooms } = machine!.lobby
  const before = rooms.size
  expect(before).toBeGreaterThan(1)
  const [[key, room] = []] = rooms
  Object.assign(room!.world.state as object, { bad: () => {} })
  const { tick } = room!
  const names = room!.players.map(({ profile }) => profile['name'])
  expect(await machines.during(machine!.drain())).toBe(1)
  expect([...rooms.keys()]).toEqual([key])
  await machines.run(3000)
  // It plays on, although neither the drain nor the checkpoints since could save it.
  expect(room!.isClosed).toBe(false)
  expect(room!.tick).toBeGreaterThan(tick + 100)
  expect(machine!.errors.length).toBeGreaterThan(2)
  for (const error of machine!.errors)
    expect(error).toMatchObject({
      code: 'misuse',
      message: expect.stringMatching(
        new RegExp(`^the room '${key}' cannot be saved: save: world.state.bad is a function`),
      ),
    })
  await machines.during(machine!.close())
  await machines.settle(() => machines.wrong.length === 0, SETTLE_MS)
  expect(machines.wrong).toEqual([])
  const [[, again] = []] = machines.rooms.filter(([one]) => one === key)
  expect(again!.tick).toBeGreaterThan(tick - 100)
  expect(again!.players.map(({ profile }) => profile['name']).sort()).toEqual(names.sort())
})

test('a process that ends while it is cut off from its directory leaves its rooms to the others', async () => {
  const machines = await begun()
  const [machine] = machines.machines
  expect(machine!.lobby.rooms.size).toBeGreaterThan(0)
  machine!.isCut = true
  await machines.during(machine!.stop())
  await machines.settle(() => machines.wrong.length === 0, SETTLE_MS)
  expect(machines.wrong).toEqual([])
})

test('one answer that is lost as a process ends costs nothing', async () => {
  const machines = await begun(1)
  const [machine] = machines.machines
  let asked = 0
  machine!.onAsk = (name) => {
    machine!.isCut = name === 'checkpoint' && ++asked === 1
  }
  await machines.during(machine!.stop())
  expect(asked).toBe(5)
  await machines.during(machine!.boot())
  await machines.settle(() => machines.wrong.length + machines.lost.length === 0, SETTLE_MS)
  expect([...machines.wrong, ...machines.lost]).toEqual([])
})

test('clients that come back while their rooms are stored try again later', async () => {
  const machines = await begun(1)
  const [machine] = machines.machines
  machine!.onAsk = (name) => name === 'checkpoint' && machine!.breakLinks()
  await machines.during(machine!.stop())
  await machines.during(machine!.boot())
  await machines.settle(() => machines.wrong.length === 0, SETTLE_MS)
  expect(machines.wrong).toEqual([])
})

test('new players enter the rooms of a process that has just restarted', async () => {
  const machines = await begun()
  const [machine] = machines.machines
  const [key] = [...machine!.lobby.rooms.keys()]
  machine!.kill()
  await machines.during(machine!.boot())
  await machines.run(300)
  const room = key!.slice('courier/'.length)
  const late = [machines.join('x', room, 0), machines.join('y', room, 1)]
  machines.clients.push(...(await machines.during(Promise.all(late))))
  await machines.settle(() => machines.wrong.length === 0, SETTLE_MS)
  expect(machines.wrong).toEqual([])
})

test('each room that a server closes is released once', async () => {
  const machines = await begun(1)
  const [machine] = machines.machines
  const asked: string[] = []
  machine!.onAsk = (name) => asked.push(name)
  await machines.during(machine!.close())
  expect(asked.filter((name) => name === 'release').length).toBe(4)
  expect(asked.at(-1)).toBe('leave')
})
