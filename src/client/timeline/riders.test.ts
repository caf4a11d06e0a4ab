import { describe, expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { flag, int, number, once, own, press, text } from '../../game/field.ts'
import type { Conditions } from '../../link/impairment.ts'
import type { LinkKind } from '../../link/link.ts'
import { presets } from '../../link/presets.ts'
import { type RiderMaker, riders } from '../../motion/riders.ts'
import { defineRoom } from '../../server/define-room.ts'
import { Simulation } from '../../testing/simulation.ts'

/** Platform 1 goes to and fro smoothly, at 157 px/s at most; 2 turns round on the spot, at 30 px/s. */
function platformX(n: number, timeMs: number): number {
  if (n === 1) return 500 + 100 * Math.sin((timeMs * Math.PI) / 2000)
  const phase = (timeMs / 4000) % 2
  return 300 + 120 * (phase < 1 ? phase : 2 - phase)
}

const ridingRoom = (isAttached: boolean) =>
  defineRoom(
    defineGame({
      name: 'riders',
      input: { right: flag(), toggle: press() },
      entities: {
        platform: { n: once(int({ max: 9 })), x: number(), seenX: once(number()) },
        hopper: { x: number(), riding: int({ max: 9 }), feet: own(number()), steps: int() },
      },
      path: {
        platform(platform, timeMs) {
          platform.x = platformX(platform.n, timeMs)
        },
      },
      ...(isAttached && {
        riders: riders(),
        attachedTo: {
          hopper(
            hopper: Readonly<{ riding: number }>,
            timeMs: number,
            carrier: { x: number; riding: number },
          ) {
            if (hopper.riding > 0) carrier.x = platformX(hopper.riding, timeMs)
          },
        },
      }),
      move: {
        hopper(hopper, input, ctx) {
          const on = platformX(hopper.riding || 2, ctx.timeMs)
          hopper.steps = (hopper.steps + 1) % 10_000
          if (input.toggle && hopper.riding > 0) hopper.riding = 0
          else if (input.toggle) {
            hopper.riding = 2
            hopper.feet = hopper.x - on
          }
          hopper.feet += +input.right
          if (hopper.riding > 0) hopper.x = platformX(hopper.riding, ctx.timeMs) + hopper.feet
          else hopper.x += +input.right
        },
      },
    }),
    {
      open(world) {
        for (const n of [1, 2]) world.spawn('platform', null, { n })
      },
      join: (world, player) => world.spawn('hopper', player, { riding: 1, feet: 12 }),
      update(world) {
        for (const platform of world.entities('platform')) platform.seenX = platform.x
      },
    },
  )

/** A player who rides platform `riding`, and one who watches. */
function ride(
  options: { isAttached?: boolean; riding?: number; conditions?: Conditions; kind?: LinkKind } = {},
) {
  const { isAttached = true, riding = 1, kind = 'ordered' } = options
  const { conditions = { up: { latencyMs: 100 }, down: { latencyMs: 100 } } } = options
  const sim = new Simulation(ridingRoom(isAttached), { kind })
  const rider = sim.join({ conditions })
  sim.run(500)
  const [hopper] = sim.room.world.entities('hopper')
  if (hopper) hopper.riding = riding
  const watcher = sim.join({ conditions })
  sim.run(3500)
  const platform = (client: typeof rider) =>
    client.session.entities('platform').find(({ n }) => n === riding)!
  const mine = (client: typeof rider) => client.session.entities('hopper').find((h) => h.mine)!
  const remote = () => watcher.session.entities('hopper').find((h) => !h.mine)!
  return { sim, rider, watcher, platform, mine, remote, hopper: hopper! }
}

describe('C5 an entity that is a pure function of time', () => {
  test('C5 is shown at the own time, to the bit, while its plain fields are never sent', () => {
    const { sim, watcher, platform } = ride()
    const game = watcher.session
    let frames = 0
    game.onFrame(() => {
      frames++
      expect(platform(watcher).x).toBe(platformX(1, game.ownTimeMs))
    })
    sim.run(1000)
    expect(frames).toBeGreaterThan(50)
    const { schema } = ridingRoom(true).game.kinds[0]!
    const sent = [...schema.viewed].map((i) => schema.columns[i]!.name).slice(0, -1)
    expect(sent).toEqual(['n', 'seenX'])
    expect([...schema.shared].length).toBe(1)
  })

  test('C5 on the server it is set before update, in every step, without rounding', () => {
    const { sim } = ride()
    for (let i = 0; i < 30; i++) {
      sim.run(7)
      for (const { n, x, seenX } of sim.room.world.entities('platform')) {
        expect(x).toBe(platformX(n, sim.room.world.timeMs))
        expect(Math.abs(seenX - x)).toBeLessThanOrEqual(1 / 128)
      }
    }
  })

  test('C5 enters with its parameters and leaves like everything else', () => {
    const { sim, watcher } = ride()
    const shown = () => watcher.session.entities('platform').map(({ n }) => n)
    expect(shown()).toEqual([1, 2])
    const made = sim.room.world.spawn('platform', null, { n: 2 })
    expect(made.x).toBe(platformX(2, sim.room.world.timeMs))
    sim.room.world.despawn(sim.room.world.entities('platform')[0]!)
    sim.run(1000)
    expect(shown()).toEqual([2, 2])
  })
})

describe('C5 riders in their carrier’s frame', () => {
  test.each([1, 2])(
    'C5 a remote rider stands on platform %d where it stands for itself',
    (riding) => {
      const { sim, watcher, platform, remote } = ride({ riding })
      const off: number[] = []
      watcher.session.onFrame(() => off.push(remote().x - platform(watcher).x - 12))
      sim.run(9000)
      expect(off.length).toBeGreaterThan(500)
      expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.25)
    },
  )

  test('C5 a remote rider who walks on the platform walks as evenly as on the ground', () => {
    const { sim, rider, watcher, platform, remote } = ride()
    rider.session.input.right = true
    sim.run(600)
    const feet: number[] = []
    watcher.session.onFrame(() => feet.push(remote().x - platform(watcher).x))
    sim.run(2000)
    for (let i = 1; i < feet.length; i++) {
      expect(feet[i]! - feet[i - 1]!).toBeGreaterThan(0.3)
      expect(feet[i]! - feet[i - 1]!).toBeLessThan(0.7)
    }
  })

  test.each([
    ['ordered', 16],
    ['datagram', 0.5],
  ] as const)('C5 jitter, loss and running dry do not shake a rider off (%s)', (kind, most) => {
    const { sim, watcher, platform, remote } = ride({ kind, conditions: presets.log })
    const off: number[] = []
    watcher.session.onFrame(() => off.push(remote().x - platform(watcher).x - 12))
    sim.run(20_000)
    expect(watcher.session.stats.extrapolatedFrames).toBeGreaterThan(50)
    // Lost packets stall the ordered link for up to a second, in which platform 1 moves by 157.
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(most)
  })

  test('C5 a teleport off the platform is shown at once', () => {
    const { sim, watcher, platform, remote, hopper } = ride()
    const seen: { x: number; riding: number; on: number }[] = []
    watcher.session.onFrame(() => {
      const { x, riding } = remote()
      seen.push({ x, riding, on: platform(watcher).x })
    })
    sim.run(200)
    hopper.x = 3000
    hopper.riding = 0
    sim.room.world.teleport(hopper)
    sim.run(1000)
    for (const { x, riding, on } of seen)
      expect(Math.abs(x - (riding > 0 ? on + 12 : 3000))).toBeLessThan(0.5)
    expect(new Set(seen.map(({ riding }) => riding))).toEqual(new Set([1, 0]))
  })

  test('C5 without a carrier’s frame, the rider is shown far beside it', () => {
    const { sim, watcher, platform, remote } = ride({ isAttached: false })
    const off: number[] = []
    watcher.session.onFrame(() => off.push(remote().x - platform(watcher).x - 12))
    sim.run(4000)
    expect(Math.max(...off)).toBeGreaterThan(20)
  })

  test('C5 the own rider is shown on the platform anyway', () => {
    const { sim, rider, platform, mine } = ride()
    const off: number[] = []
    rider.session.onFrame(() => off.push(mine(rider).x - platform(rider).x - 12))
    sim.run(4000)
    // A grid of 1/64, and a straight line between two steps.
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.06)
  })

  test('C5 a rider who gets off or on is not seen to jump', () => {
    const { sim, rider, watcher, remote } = ride({ riding: 2 })
    const seen: number[] = []
    watcher.session.onFrame(() => seen.push(remote().x))
    const states = new Set<number>()
    watcher.session.onFrame(() => states.add(remote().riding))
    for (const toggles of [1, 2]) {
      rider.session.input.toggle = true
      sim.run(toggles * 1000)
    }
    expect(states).toEqual(new Set([2, 0]))
    const steps = seen.slice(1).map((x, i) => Math.abs(x - seen[i]!))
    expect(Math.max(...steps)).toBeLessThan(30 / 60 + 2)
  })
})

test('C5 a text that `path` sets is shown as it sets it', () => {
  const room = defineRoom(
    defineGame({
      name: 'clock',
      input: { go: flag() },
      entities: { tower: { x: number(), says: text(8) } },
      path: {
        tower(tower, timeMs) {
          tower.says = timeMs % 2000 < 1000 ? 'tick' : 'tock'
        },
      },
    }),
    {
      open: (world) => void world.spawn('tower', null),
    },
  )
  const sim = new Simulation(room)
  const { session } = sim.join()
  sim.run(1300)
  expect(session.entities('tower')[0]?.says).toBe('tock')
  sim.run(1000)
  expect(session.entities('tower')[0]?.says).toBe('tick')
})

test('C5 `attachedTo` is not asked again about an entity without a carrier, but a carrier that waits at 0 is one', () => {
  let asked = 0
  const [kind] = defineGame({
    name: 'waiting',
    input: { right: flag() },
    entities: { hopper: { x: number(), riding: int({ max: 9 }) } },
    riders: riders(),
    attachedTo: {
      hopper(hopper, timeMs, carrier) {
        asked++
        if (hopper.riding > 0) carrier.x = Math.max(0, timeMs - 1000)
      },
    },
  }).kinds
  const { schema, attachedTo } = kind!
  const rider = (riders() as RiderMaker).rider(kind!, attachedTo!)
  const object = schema.create()
  const show = (riding: number, ownMs: number) => {
    const numbers = new Float64Array(schema.width + 1)
    numbers[0] = 50
    numbers[1] = riding
    numbers[schema.width] = (ownMs - 100) / 1000
    rider.leave(object, numbers, ownMs)
    schema.scatter(Int32Array.from(numbers), 0, object, Int32Array.of(1))
    rider.place(object, numbers, ownMs)
    return object['x']
  }
  expect([show(0, 500), show(0, 516)]).toEqual([50, 50])
  asked = 0
  expect([show(0, 532), asked]).toEqual([50, 0])
  expect([show(1, 548), show(1, 564)]).toEqual([50, 50])
  expect(show(1, 1050)).toBe(100)
  expect(show(1, 2000)).toBe(150)
  for (let ownMs = 2016; ownMs < 5000; ownMs += 16) show(0, ownMs)
  asked = 0
  expect(show(0, 5000)).toBeCloseTo(50, 6)
  expect(asked).toBe(0)
})
