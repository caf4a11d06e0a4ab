import { defineGame, flag, text, vec2 } from 'glissade'
import { type Conditions, presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import type { LinkKind } from '../src/link/link.ts'
import type { ViewReport } from '../src/server/replication/report.ts'
import { viewOf } from '../src/server/room.ts'
import { type FlockOptions, flock, Watch } from './support/flock.ts'

const ROUGH: Conditions = {
  up: { latencyMs: 40, jitterMs: 60, loss: 0.15, duplicate: 0.05, reorder: 0.1 },
  down: { latencyMs: 40, jitterMs: 60, loss: 0.15, duplicate: 0.05, reorder: 0.1 },
}
/** Now and then nothing is heard for longer than any baseline is kept. */
const BROKEN: Conditions = {
  up: { ...ROUGH.up, burst: { goodMs: 3000, badMs: 5000, badLoss: 1 } },
  down: ROUGH.down,
}

function watched(
  kind: LinkKind,
  seed: number,
  options: FlockOptions,
  conditions = ROUGH,
  ms = 3500,
) {
  const watch = new Watch(flock(options), kind, seed)
  for (let n = 0; n < 2; n++) watch.join(conditions, seed * 10 + n)
  return watch.run(ms)
}

describe.each(['ordered', 'datagram'] as const)('views over a link that is %s', (kind) => {
  test.each([1, 2, 3])('hold what the room had, to the number (seed %i)', (seed) => {
    const watch = watched(kind, seed, { hidden: seed === 3 ? 3 : 0, free: seed === 2 })
    expect(watch.compared).toBeGreaterThan(kind === 'ordered' ? 200 : 700)
  })

  test.each([4, 5])(
    'hold it with too little room for all, which has its turn (seed %i)',
    (seed) => {
      const bytesPerSecond = 4000
      const watch = watched(kind, seed, { interest: seed === 4, radius: 1500, bytesPerSecond })
      expect(watch.compared).toBeGreaterThan(kind === 'ordered' ? 200 : 700)
      expect(watch.deferred).toBeGreaterThan(1000)
      expect(watch.longestWait).toBeLessThan(60)
      for (const sizes of watch.sizes.values()) {
        const sum = [...sizes.values()].reduce((all, size) => all + size, 0)
        // What a tick left out may be made up for by those after it.
        const skipped = watch.sim.room.stats.snapshotsSkipped
        expect(sum).toBeLessThanOrEqual((bytesPerSecond * (sizes.size + skipped + 2)) / 20)
        expect(sum).toBeGreaterThan((bytesPerSecond * sizes.size) / 20 / 2)
      }
    },
  )

  test('D12 what leaves view is gone, and comes back whole', () => {
    const { sim, one, sheep } = edge(kind)
    sheep.at.x = 590
    sim.run(500)
    expect(one.session.entities('sheep')).toHaveLength(0)
    sheep.at.x = 500
    sim.run(500)
    const [view] = one.session.entities('sheep')
    expect(view!.at.x).toBe(500)
    expect(view!.name).toBe('Dolly')
  })

  test('who walks up and down at the edge of view neither comes nor goes', () => {
    const { sim, sheep, report } = edge(kind)
    const seen: boolean[] = []
    for (const x of [549, 559, 549, 559, 563, 549, 561, 549]) {
      sheep.at.x = x
      sim.run(100)
      seen.push(report().seen.length > 1)
    }
    // In view nearer than 50, out of it further than 62.5.
    expect(seen).toEqual([true, true, true, true, false, true, true, true])
  })

  test("a game's own rule hides what is near, but nothing that one owns", () => {
    const { sim, one, sheep, hide } = edge(kind)
    hide(true)
    sheep.at.x = 510
    sim.run(500)
    expect(one.session.entities('sheep')).toHaveLength(0)
    expect(one.session.entities('eye')).toHaveLength(1)
    hide(false)
    sim.run(500)
    expect(one.session.entities('sheep')).toHaveLength(1)
  })

  test('who looks from nowhere sees everything, in a body that is shared', () => {
    const { sim, one, sheep, blind, report } = edge(kind, false)
    sheep.at.x = 900
    sim.run(500)
    expect(one.session.entities('sheep')).toHaveLength(0)
    blind(true)
    sim.run(1000)
    expect(one.session.entities('sheep')).toHaveLength(1)
    expect(report()).toBeNull()
    blind(false)
    sim.run(1000)
    expect(one.session.entities('sheep')).toHaveLength(0)
  })

  test('what matters more goes first', () => {
    const room = flock({
      interest: false,
      bytesPerSecond: 3000,
      priority: (entity) => ((entity as { id: number }).id % 2 === 0 ? 10 : 1),
    })
    const { sim } = new Watch(room, kind, 9)
    sim.join()
    sim.run(3000)
    let even = 0
    let odd = 0
    for (let n = 0; n < 40; n++) {
      sim.run(50)
      for (const slot of viewOf(sim.room, sim.room.players[0]!)!.deferred) {
        if (slot % 2 === 0) even++
        else odd++
      }
    }
    expect(odd).toBeGreaterThan(1.5 * even)
  })
})

describe('on a link of datagrams', () => {
  test.each([6])('no snapshot is longer than one, and all come through (seed %i)', (seed) => {
    const watch = new Watch(flock({ interest: false, sheep: 1000, births: 0 }), 'datagram', seed)
    watch.join(presets.lan, seed)
    watch.run(2000)
    const [sizes] = watch.sizes.values()
    expect(Math.max(...sizes!.values())).toBeLessThanOrEqual(1200)
    expect(watch.sim.clients[0]!.session.entities('sheep')).toHaveLength(1000)
    expect(watch.compared).toBeGreaterThan(5000)
  })

  test.each([8, 10])(
    'nothing stays that nobody knows of, after a long silence (seed %i)',
    (seed) => {
      const watch = watched('datagram', seed, { interest: seed < 10, births: 1 }, BROKEN, 9000)
      expect(watch.compared).toBeGreaterThan(500)
    },
  )

  test('an entity that fits into none is sent all the same', () => {
    const room = defineRoom(
      defineGame({
        name: 'scrolls',
        input: { right: flag() },
        entities: {
          scroll: {
            a: text(255),
            b: text(255),
            c: text(255),
            d: text(255),
            e: text(255),
            f: text(255),
          },
        },
      }),
      {
        open(world) {
          const words = 'x'.repeat(255)
          for (let n = 0; n < 3; n++)
            world.spawn('scroll', null, {
              a: words,
              b: words,
              c: words,
              d: words,
              e: words,
              f: words,
            })
        },
      },
    )
    const sim = new Simulation(room, { kind: 'datagram' })
    const one = sim.join()
    sim.run(2000)
    expect(one.session.entities('scroll')).toHaveLength(3)
    expect(one.session.stats.deferredEntities).toBe(0)
  })
})

/** One who stands at 500 and sees 50 far, and a sheep. */
function edge(kind: LinkKind, hasRule = true) {
  let isHidden = false
  let isBlind = false
  const room = defineRoom(
    defineGame({
      name: 'edge',
      sendHz: 20,
      input: { right: flag() },
      entities: {
        eye: { at: vec2({ max: 1000 }) },
        sheep: { at: vec2({ max: 1000, step: 0.5 }), name: text(8) },
      },
    }),
    {
      interest: {
        at: { sheep: ({ at }) => at, eye: ({ at }) => at },
        from: (world) => (isBlind ? null : world.entities('eye')[0]!.at),
        radius: 50,
        margin: 12.5,
        sees: hasRule
          ? (_world, _player, entity) => !(isHidden && entity.kind === 'sheep')
          : undefined,
      },
      open: (world) => world.spawn('sheep', null, { at: { x: 500, y: 500 }, name: 'Dolly' }),
      join: (world, player) => world.spawn('eye', player, { at: { x: 500, y: 500 } }),
    },
  )
  const sim = new Simulation(room, { kind })
  const one = sim.join({ conditions: presets.log })
  sim.run(500)
  const [sheep] = sim.room.world.entities('sheep')
  return {
    sim,
    one,
    sheep: sheep!,
    hide: (is: boolean) => {
      isHidden = is
    },
    blind: (is: boolean) => {
      isBlind = is
    },
    report: () => viewOf(sim.room, sim.room.players[0]!) as ViewReport,
  }
}
