import { defineGame, flag, number, text } from 'glissade'
import { cull, presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'

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
/** Sheep on a line, 100 apart. Each walks 2 to the right in each step while it is on. */
const herd = defineRoom(game, {
  state: () => ({ walks: true }),
  open: (world) => {
    for (let i = 0; i < 50; i++) world.spawn('sheep', null, { x: 100 * i, y: 100 })
  },
  update: (world) => {
    if (world.state.walks) for (const sheep of world.entities('sheep')) sheep.x += 2
  },
})

/** Two equal simulations of a client; the client of the first culls. */
function pair(reopens = false) {
  const sims = [new Simulation(herd), new Simulation(herd)] as const
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
  return { sim: sims[0], run, one, far: far!, area, near, inArea, culled }
}

describe('cull', () => {
  test('shows views near the area at each moment just as without it, and lists them', () => {
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

  test('leaves the others out, but no longer than about half a second', () => {
    const { run, far, culled } = pair()
    let still = 0
    for (let frame = 0; frame < 120; frame++) {
      const before = culled(far.id).x
      run(1000 / 60)
      if (culled(far.id).x === before) still++
      // It walks 60 units a second.
      expect(Math.abs(culled(far.id).x - far.x)).toBeLessThan(60)
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
    const { sim, run, one, near } = pair()
    const { world } = sim.room
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
