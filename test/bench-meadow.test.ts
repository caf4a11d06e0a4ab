import { afterEach, describe, expect, test, vi } from 'vitest'
import { measureCost } from '../bench/meadow/cost.ts'
import { measureScene, playUntil, stageOf } from '../bench/meadow/measure.ts'
import type { MeadowPeer } from '../bench/meadow/peer.ts'
import { HERDING, roomOf, SCENES } from '../bench/meadow/scenes.ts'
import { type Told, toldKinds } from '../bench/meadow/told.ts'
import { Witness } from '../bench/meadow/witness.ts'
import { printMeadow } from '../bench/meadow.ts'
import { coreOf } from '../src/server/room.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** Half a minute is played before anything is measured. */
const RUN = { boids: 100, clients: 2, seconds: 1 }

/** Tells every client everything that it sees, in ten bytes. */
class Echo implements MeadowPeer {
  readonly name = 'echo'
  readonly told = new Map<number, Told>()
  readonly seen: (readonly number[])[] = []
  put(slot: number, _kind: string, told: Told): void {
    this.told.set(slot, told)
  }
  drop(slot: number): void {
    this.told.delete(slot)
  }
  begin(): void {}
  end(): void {}
  update(client: number, seen: readonly number[]): number {
    this.seen[client] = seen
    return 10
  }
  held(client: number, slot: number): Told | undefined {
    return this.seen[client]!.includes(slot) ? this.told.get(slot) : undefined
  }
}

test('what everybody is told has the grid that others get, and nothing that is private or hidden', () => {
  const kinds = new Map(toldKinds(roomOf(HERDING)).map((kind) => [kind.name, kind]))
  const { isPlaced, fields } = kinds.get('sheep')!
  expect(isPlaced).toBe(true)
  expect(fields.map(({ name }) => name)).toEqual(['x', 'y', 'mood', 'look'])
  expect(fields[0]).toMatchObject({ textLength: null, min: 0, step: 0.25, levels: 14_400 })
  const dog = kinds.get('dog')!
  expect(dog.isPlaced).toBe(false)
  expect(dog.fields.map(({ name }) => name)).not.toContain('restMs')
  expect(dog.fields.find(({ name }) => name === 'vx')).toMatchObject({ min: -512, step: 8 })
  expect(kinds.get('round')!.fields.map(({ name }) => name)).not.toContain('endsAt')
})

describe('a scene', () => {
  test('is counted by update and client, and what clients hold is compared', () => {
    const taken = measureScene(HERDING, RUN, () => new Echo())
    expect(taken.peerBytes).toBe(10)
    expect(taken.inView).toBeGreaterThan(0)
    expect(taken.changed).toBeGreaterThan(1)
    expect(taken.ownBytes).toBeGreaterThan(taken.changed)
    // Shepherds, dogs, pens and the round are in every view.
    expect(taken.compared).toBeGreaterThan(20 * 2 * (taken.inView + 8))
  })

  test('in which nothing moves tells nothing but heads', () => {
    const taken = measureScene(SCENES.find(({ name }) => name === 'nothing moves')!, RUN, undefined)
    expect(taken.peerBytes).toBeNull()
    expect(taken.changed).toBe(0)
    // Four small snapshots a second, of 20: the rest are left out, and what clients hold is compared all the same.
    expect(taken.ownBytes).toBeGreaterThan(0)
    expect(taken.ownBytes).toBeLessThan(5)
    expect(taken.compared).toBeGreaterThan(20 * 2 * (taken.inView + 8))
  })

  test('of panic has all sheep run that nobody has penned', () => {
    const stage = stageOf(SCENES.find(({ name }) => name.includes('panic'))!, RUN)
    playUntil(stage, 3)
    // Those before the gate next to the start run into their pen.
    const isFree = ({ mood }: { readonly mood: string }) => mood !== 'home'
    const sheep = stage.room.world.entities('sheep').filter(isFree)
    const before = sheep.map(({ x, y }) => ({ x, y }))
    playUntil(stage, 4)
    const ran = sheep.filter(({ x, y }, i) => Math.hypot(x - before[i]!.x, y - before[i]!.y) > 20)
    expect(new Set(sheep.filter(isFree).map(({ mood }) => mood))).toEqual(new Set(['panic']))
    expect(ran.length).toBeGreaterThan(80)
  })
})

describe('what differs is found', () => {
  test('at a peer', () => {
    class Wrong extends Echo {
      override held(client: number, slot: number): Told | undefined {
        const held = super.held(client, slot)
        return held && 'look' in held ? { ...held, x: (held['x'] as number) + 0.25 } : held
      }
    }
    expect(() => measureScene(HERDING, RUN, () => new Wrong())).toThrow(/^echo, client 0, .*, x: /)
  })

  test('at a peer that holds what is out of view', () => {
    class Nosy extends Echo {
      override held(_client: number, slot: number): Told | undefined {
        return this.told.get(slot)
      }
    }
    expect(() => measureScene(HERDING, RUN, () => new Nosy())).toThrow('not undefined')
  })

  test('at our own clients', () => {
    const stage = stageOf(HERDING, RUN)
    playUntil(stage, 2)
    const witness = new Witness(stage, null)
    playUntil(stage, 2.1, () => witness.take())
    const seen = [...coreOf(stage.room).entities.slots].find(
      (entity) => entity?.kind.name === 'pen',
    )!
    seen.row[seen.kind.schema.columns.findIndex(({ name }) => name === 'count')]!++
    expect(() => witness.take()).toThrow(/^player 1, .*, count: is 0, not 1$/)
  })
})

test('what a room costs is its steps and its snapshots, each as often as they come', () => {
  const { step, snapshots, share } = measureCost(RUN)
  expect(step.leastMs).toBeGreaterThan(0)
  expect(step.leastMs).toBeLessThanOrEqual(step.medianMs)
  expect(snapshots.leastMs).toBeLessThanOrEqual(snapshots.medianMs)
  expect(share).toBeCloseTo((step.medianMs * 30 + snapshots.medianMs * 20) / 1000, 9)
})

test.each([
  [['--boids', '99'], "--boids is '99', but must be a whole number from 100 to 8000"],
  [['--clients', '0'], "--clients is '0', but must be a whole number from 1 to 32"],
  [['--seconds', '1.5'], "--seconds is '1.5', but must be a whole number from 1 to 115"],
  [['--sheep', '2'], "Unknown option '--sheep'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printMeadow, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- meadow: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printMeadow, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--boids N', '--clients N', '--seconds S', '--own', '--help'])
    expect(said.join('\n')).toContain(option)
})
