import { defineGame, flag, number, text } from 'glissade'
import { cull, presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test, vi } from 'vitest'
import { RemoteEntity } from './timeline/remote-entity.ts'

const MOST = 10_000
const game = defineGame({
  name: 'herd',
  input: { go: flag() },
  entities: {
    sheep: { x: number({ max: MOST }), y: number({ max: MOST }) },
    note: { words: text(8) },
    pip: { x: number({ max: MOST }), y: number({ max: MOST }) },
  },
  move: { pip: (pip, { go }) => void (pip.x += +go) },
})
/** Sheep on a line, 100 apart. In each step, each walks 2 to the right if it `goes`. */
const herdThat = (goes: (sheep: number, tick: number) => boolean) =>
  defineRoom(game, {
    open: (world) => {
      for (let i = 0; i < 50; i++) world.spawn('sheep', null, { x: 100 * i, y: 100 })
    },
    update: (world) => {
      for (const [i, sheep] of world.entities('sheep').entries())
        if (goes(i, world.tick)) sheep.x += 2
    },
  })
const herd = herdThat(() => true)
/** They stop one after the other, 1.9 to 2.3 s after the beginning. */
const stoppingHerd = herdThat((i, tick) => tick < 57 + i / 4)
/** Each sheep walks for 0.7 to 2.5 s, rests for as long, and walks on. */
const restingHerd = herdThat((i, tick) => Math.floor(tick / (40 + 2 * i)) % 2 === 0)

/** Two equal simulations of a client; the client of the first culls. */
function pair(reopens = false, room = herd) {
  const sims = [new Simulation(room), new Simulation(room)] as const
  const [one, other] = sims.map((sim) => sim.join({ conditions: presets.wifi, reopens })) as [
    SimulatedClient<typeof game>,
    SimulatedClient<typeof game>,
  ]
  const run = (ms: number): void => {
    for (const sim of sims) sim.run(ms)
  }
  run(2000)
  const area = { left: 1000, top: 0, width: 400, height: 200 }
  const near = cull(one.session, 'sheep', area, 20)
  const inArea = () =>
    other.session
      .entities('sheep')
      .filter(({ x }) => x > area.left - 20 && x < area.left + area.width + 20)
  const culled = (id: number) => one.session.entities('sheep').find((view) => view.id === id)!
  const [far] = other.session.entities('sheep')
  return { sims, run, one, far: far!, area, near, inArea, culled }
}

describe('cull', () => {
  test('D12 shows views near the area at each moment just as without it, and lists them', () => {
    const { run, near, area, inArea, culled } = pair()
    for (let frame = 0; frame < 900; frame++) {
      area.left = 1000 + 800 * Math.sin(frame / 90)
      run(1000 / 60)
      for (const { id, x, y } of inArea()) {
        expect(culled(id)).toMatchObject({ x: expect.closeTo(x, 6), y })
        expect(near.views).toContain(culled(id))
      }
    }
    expect(near.views.length).toBeLessThan(12)
  })

  test('D12 leaves out entities at rest, and shows them as without it when they walk on', () => {
    const { sims, run, near, area, inArea, culled } = pair(false, restingHerd)
    const hop = (world: (typeof sims)[0]['room']['world']): void => {
      const sheep = world.entities('sheep')[17]!
      sheep.y += 5
      world.teleport(sheep)
    }
    const shown = vi.spyOn(RemoteEntity.prototype, 'show')
    const both = { near: 0, shown: 0 }
    for (let frame = 0; frame < 1800; frame++) {
      area.left = 1500 + 800 * Math.sin(frame / 300)
      if (frame % 200 === 199) for (const { room } of sims) hop(room.world)
      shown.mockClear()
      run(1000 / 60)
      both.near += near.views.length
      const views: readonly unknown[] = near.views
      for (const { view } of shown.mock.contexts as RemoteEntity[])
        if (views.includes(view.object)) both.shown++
      for (const { id, x, y } of inArea()) {
        const same = { x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) }
        expect(culled(id)).toMatchObject(same)
        expect(near.views).toContain(culled(id))
      }
    }
    shown.mockRestore()
    // Half of them rest at any time.
    expect(both.shown).toBeLessThan(0.7 * both.near)
  })

  test('D12 leaves the others out, but no longer than about half a second', () => {
    const { run, far, culled } = pair()
    let still = 0
    for (let frame = 0; frame < 120; frame++) {
      const before = culled(far.id).x
      run(1000 / 60)
      if (culled(far.id).x === before) still++
      // It walks 60 units a second, and its view shows the newest state, which may be ahead of the moment on display.
      expect(Math.abs(culled(far.id).x - far.x)).toBeLessThan(60 * 0.7)
    }
    expect(still).toBeGreaterThan(110)
  })

  test('follows a camera that jumps', () => {
    const { run, near, area, inArea, culled } = pair()
    for (const left of [4000, 200, 3000]) {
      area.left = left
      run(1000 / 60 + 0.01)
      const seen = inArea()
      expect(seen.length).toBeGreaterThan(2)
      for (const { id, x } of seen) expect(culled(id).x).toBeCloseTo(x, 6)
      expect(near.views.length).toBeGreaterThanOrEqual(seen.length)
    }
  })

  test('views leave and enter wherever they are', () => {
    const { sims, run, one, near } = pair()
    const { world } = sims[0].room
    world.despawn(world.entities('sheep')[0]!)
    world.despawn(world.entities('sheep')[12]!)
    world.spawn('sheep', null, { x: 1100, y: 50 })
    world.spawn('sheep', null, { x: 9000, y: 50 })
    run(1500)
    expect(one.session.entities('sheep')).toHaveLength(50)
    expect(near.views.filter(({ y }) => y === 50)).toHaveLength(1)
  })

  test('goes on after a reconnect, and ends', () => {
    const { run, one, far, near, inArea, culled } = pair(true)
    one.cut(100)
    run(4000)
    expect(one.session.stats.reconnects).toBe(1)
    expect(near.views.length).toBeGreaterThan(2)
    expect(near.views.length).toBeLessThan(12)
    near.end()
    run(1000)
    expect(near.views).toEqual([])
    for (const { id } of inArea()) expect(culled(id).x).toBeGreaterThan(0)
    const before = culled(far.id).x
    run(1000 / 60)
    expect(culled(far.id).x).toBeGreaterThan(before)
  })

  test('views that go out of sight while they stop get the last state', () => {
    const { run, area, culled, sims } = pair(false, stoppingHerd)
    area.left = 0
    area.width = 6000
    run(200)
    area.left = 9000
    area.width = 100
    run(3000)
    for (const { id, x } of sims[0].room.world.entities('sheep')) expect(culled(id).x).toBe(x)
  })

  test('a second call ends the first, and stays ended after a reconnect', () => {
    const { run, one, far, near, culled } = pair(true)
    const second = cull(one.session, 'sheep', { left: 2000, top: 0, width: 200, height: 200 }, 0)
    run(1000)
    expect(near.views).toEqual([])
    expect(second.views.length).toBeGreaterThan(0)
    second.end()
    one.cut(100)
    run(4000)
    expect(one.session.stats.reconnects).toBe(1)
    const before = culled(far.id).x
    run(1000 / 60)
    expect(culled(far.id).x).toBeGreaterThan(before)
  })

  test('refuses what it cannot do', () => {
    const area = { left: 0, top: 0, width: 1, height: 1 }
    const sim = new Simulation(herd)
    const { session } = sim.join({ conditions: presets.wifi })
    expect(() => cull(session, 'sheep', area)).toThrow('cull: the session has not joined yet')
    sim.run(1000)
    expect(() => cull(session, 'tree' as never, area)).toThrow("cull: there is no kind 'tree'")
    expect(() => cull(session, 'note', area)).toThrow("'note' needs the fields x and y")
    expect(() => cull(session, 'pip', area)).toThrow("'pip' has 'move'")
  })
})
