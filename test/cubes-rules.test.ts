import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Traffic, uncompressedKbps } from '../games/cubes/picture/traffic.ts'
import { cubesRoom } from '../games/cubes/room.ts'
import { addSnowball, paint, removeSnowball } from '../games/cubes/rules/snowballs.ts'

function room() {
  const sim = new Simulation(cubesRoom)
  const { session } = sim.join({ profile: { name: 'Ada', hue: 10 } })
  sim.run(3000)
  return { sim, session, world: sim.room.world }
}

describe('company in a room of cubes', () => {
  test('a player alone has two bots within three seconds, and they push cubes', () => {
    const { sim, session } = room()
    const balls = session.entities('ball')
    expect(balls.map(({ owner }) => owner === null).sort()).toEqual([false, true, true])
    sim.run(6000)
    expect(balls.filter(({ owner }) => owner === null).some(({ cubes }) => cubes > 0)).toBe(true)
    sim.room.close()
  })

  test('bots go as players come, and come back when they leave', () => {
    const { sim, world } = room()
    const bots = () => world.entities('ball').filter(({ owner }) => owner === null).length
    const others = [sim.join({ profile: { name: 'Ben', hue: 200 } })]
    others.push(sim.join({ profile: { name: 'Cleo', hue: 300 } }))
    sim.run(1000)
    expect(bots()).toBe(0)
    for (const { session } of others) session.close()
    sim.run(1000)
    expect(bots()).toBe(2)
    sim.room.close()
  })
})

describe('the colours of cubes', () => {
  test('a cube counts for the snowball that touched it last', () => {
    const { sim, world } = room()
    const yard = world.state.yard!
    const [a, b] = world.entities('ball')
    const before = [a!.cubes, b!.cubes] as const
    // A cube that nobody has touched.
    const cube = yard.painters.indexOf(-1)
    paint(yard, cube, a!.id)
    paint(yard, cube, a!.id)
    expect([a!.cubes, b!.cubes]).toEqual([before[0] + 1, before[1]])
    paint(yard, cube, b!.id)
    expect([a!.cubes, b!.cubes]).toEqual([before[0], before[1] + 1])
    expect(yard.cubes[cube]!.hue).toBe(b!.hue)
    sim.room.close()
  })

  test('the cubes of a snowball that has left count for nobody, even if its id comes back', () => {
    const { sim, world } = room()
    const yard = world.state.yard!
    const ball = addSnowball(world, yard, null, { number: 9, name: 'Guest', hue: 99 })
    const cube = yard.painters.indexOf(-1)
    paint(yard, cube, ball.id)
    removeSnowball(yard, ball)
    expect(yard.painters[cube]).toBe(-1)
    expect(yard.cubes[cube]!.hue).toBe(99)
    world.despawn(ball)
    sim.room.close()
  })
})

test('the counter shows what came in a second, and the uncompressed figure grows with the snowballs', () => {
  const traffic = new Traffic()
  let bytes = 0
  let told = 0
  for (let frame = 0; frame < 300; frame++) {
    bytes += 125
    if (traffic.count(bytes, 1 / 60)) told++
  }
  // 125 bytes in each of 60 frames a second are 60 kbit/s.
  expect(traffic.kbps).toBeCloseTo(60, 0)
  expect(told).toBeGreaterThan(1)
  expect(told).toBeLessThan(60)
  expect(uncompressedKbps(901, 8, 20)).toBeGreaterThan(uncompressedKbps(901, 2, 20))
})
