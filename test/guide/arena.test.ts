import { presets } from 'glissade/client'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { room } from '../../examples/arena/room.ts'
import { bots, duel, NETWORKS, players, shootEight } from '../support/arena-duel.ts'

describe.each(NETWORKS)('D13 in the arena, at %s', (_, conditions) => {
  test('every beam at a running player hits', () => {
    for (let seed = 1; seed <= 2; seed++)
      expect(shootEight(duel(conditions, seed, players), false), `seed ${seed}`).toBe(8)
  })

  test('every beam at a bot hits', () => {
    for (let seed = 1; seed <= 2; seed++)
      expect(shootEight(duel(conditions, seed, bots), true), `seed ${seed}`).toBe(8)
  })
})

/** Ada and Bo, who stand face to face without bots. */
function facing() {
  const sim = new Simulation(room, { resumeMs: 5000 })
  const [ada, bo] = ['Ada', ''].map((name) =>
    sim.join({ conditions: presets.lan, profile: { name } }),
  )
  sim.run(1000)
  const { world } = sim.room
  for (const bot of world.entities('fighter')) if (bot.owner === null) world.despawn(bot)
  const [left, right] = [ada!, bo!].map(({ session }) =>
    world.entities('fighter').find(({ owner }) => owner === session.playerId),
  )
  Object.assign(left!, { x: 100, y: 500 })
  Object.assign(right!, { x: 300, y: 500 })
  for (const bullet of world.entities('bullet')) world.despawn(bullet)
  for (const fighter of [left!, right!]) {
    fighter.health = 100
    world.teleport(fighter)
  }
  sim.run(500)
  return { sim, ada: ada!.session, bo: bo!.session, left: left!, right: right! }
}

describe('in the arena', () => {
  test('bullets hit, the tenth brings down whom they hit, and the shooter scores', () => {
    const { sim, ada, left, right } = facing()
    ada.input.fire = true
    sim.run(1000)
    expect(ada.entities('bullet').length).toBeGreaterThan(1)
    expect(right.health).toBeLessThan(100)
    for (let n = 0; n < 30 && left.score === 0; n++) sim.run(100)
    ada.input.fire = false
    expect(left.score).toBe(1)
    expect(right).toMatchObject({ health: 100, out: expect.any(Number) })
    sim.run(50)
    const { x, y } = right
    sim.clients[1]!.session.input.left = true
    sim.run(500)
    expect(right).toMatchObject({ x, y })
    sim.run(2500)
    expect(right.x).not.toBe(x)
  })

  test('walls stop beams, bullets and fighters', () => {
    const { sim, ada, left, right } = facing()
    const { world } = sim.room
    Object.assign(left, { x: 300, y: 300 })
    Object.assign(right, { x: 500, y: 300 })
    for (const fighter of [left, right]) world.teleport(fighter)
    sim.run(500)
    ada.input.beam = true
    sim.run(1000)
    ada.input.fire = true
    ada.input.right = true
    sim.run(2000)
    expect(right.health).toBe(100)
    expect(left.x).toBeGreaterThan(365)
    expect(left.x).toBeLessThan(371)
    ada.input.fire = false
    sim.run(1000)
    expect(world.entities('bullet')).toEqual([])
  })

  test('everybody has a name, and what one says all hear', () => {
    const { sim, ada, bo } = facing()
    const names = ada.entities('fighter').map(({ name }) => name)
    expect(names.sort()).toEqual(['Ada', `Player ${bo.playerId}`])
    const heard: object[] = []
    bo.onMessage('said', (said) => heard.push({ ...said }))
    ada.send('say', { text: 'Hello!' })
    bo.send('say', { text: 'You too.' })
    sim.run(500)
    expect(heard).toHaveLength(2)
    expect(heard).toContainEqual({ name: 'Ada', text: 'Hello!' })
    expect(heard).toContainEqual({ name: `Player ${bo.playerId}`, text: 'You too.' })
  })

  test('bots hit those who stand still', () => {
    const sim = new Simulation(room)
    sim.join({ profile: { name: 'Ada' } })
    sim.run(60_000)
    const [bolt, fuse] = sim.room.world.entities('fighter')
    expect([bolt, fuse]).toMatchObject([{ name: 'Bolt' }, { name: 'Fuse' }])
    const ada = sim.room.world.entities('fighter').find(({ owner }) => owner !== null)!
    expect(ada.health < 100 || ada.out > 0).toBe(true)
  })
})

test('a bullet whose shooter sends nothing hangs in the air for a while, and hurts nobody', () => {
  const { sim, ada, left, right } = facing()
  ada.input.fire = true
  sim.run(150)
  ada.input.fire = false
  sim.clients[0]!.cut(4000)
  sim.run(100)
  const [bullet] = sim.room.world.entities('bullet')
  const { x, y } = bullet!
  Object.assign(right, { x, y })
  sim.room.world.teleport(right)
  sim.run(500)
  expect(bullet).toMatchObject({ x, y })
  expect(right.health).toBe(100)
  expect(left.score).toBe(0)
})
