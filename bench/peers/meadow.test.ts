// By hand, once bench/peers is installed: node -C glissade-source --import tsx --test bench/peers/meadow.test.ts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureScene } from '../meadow/measure.ts'
import { HERDING } from '../meadow/scenes.ts'
import type { ToldKind } from '../meadow/told.ts'
import { colyseusMeadow } from './meadow-colyseus.ts'

const KINDS: readonly ToldKind[] = [
  {
    name: 'sheep',
    isPlaced: true,
    fields: [
      { name: 'x', textLength: null, min: 0, step: 0.25, levels: 14_400 },
      { name: 'mood', textLength: null, min: 0, step: 1, levels: 3 },
    ],
  },
  {
    name: 'pen',
    isPlaced: false,
    fields: [{ name: 'name', textLength: 8, min: 0, step: 1, levels: 8 }],
  },
  { name: 'eye', isPlaced: false, fields: [] },
]

/** A meadow of two sheep and a pen, of which two clients have had their first update: one sees a sheep, one both. */
function meadow() {
  const peer = colyseusMeadow(KINDS, 2)
  peer.put(3, 'sheep', { x: 100.25, mood: 0 })
  peer.put(4, 'sheep', { x: 200.5, mood: 1 })
  peer.put(5, 'pen', { name: 'south' })
  peer.put(6, 'eye', {})
  const tick = (...seen: number[][]): number[] => {
    peer.begin()
    const bytes = seen.map((slots, client) => peer.update(client, [...slots, 5, 6]))
    peer.end()
    return bytes
  }
  tick([3], [3, 4])
  return { peer, tick, xOf: (client: number, slot: number) => peer.held(client, slot)?.['x'] }
}

test('each client holds what it sees, and what has no place', () => {
  const { peer, xOf } = meadow()
  assert.deepEqual([xOf(0, 3), xOf(0, 4)], [100.25, undefined])
  assert.deepEqual([xOf(1, 3), xOf(1, 4)], [100.25, 200.5])
  assert.equal(peer.held(0, 5)?.['name'], 'south')
})

test('a number of the grid takes two bytes, its field one, and its entity two', () => {
  const { peer, tick } = meadow()
  assert.deepEqual(tick([3], [3, 4]), [0, 0])
  peer.put(4, 'sheep', { x: 200.75, mood: 1 })
  assert.deepEqual(tick([3], [3, 4]), [0, 5])
  assert.equal(peer.held(1, 4)?.['x'], 200.75)
})

test('what leaves view is gone, and comes back as it is by then', () => {
  const { peer, tick, xOf } = meadow()
  tick([3], [3])
  assert.equal(xOf(1, 4), undefined)
  peer.put(4, 'sheep', { x: 300, mood: 1 })
  tick([3, 4], [3])
  assert.deepEqual([xOf(0, 4), xOf(1, 4)], [300, undefined])
  tick([3, 4], [3, 4])
  assert.equal(xOf(1, 4), 300)
})

test('what is no more is gone for all, and another may come into its slot', () => {
  const { peer, tick, xOf } = meadow()
  peer.drop(3)
  tick([], [4])
  assert.deepEqual([xOf(0, 3), xOf(1, 3)], [undefined, undefined])
  peer.put(3, 'sheep', { x: 7, mood: 2 })
  tick([3], [4])
  assert.deepEqual([xOf(0, 3), xOf(1, 3)], [7, undefined])
})

test("what a Shepherd's World tells comes through, in more bytes than ours", () => {
  const taken = measureScene(HERDING, { boids: 300, clients: 3, seconds: 5 }, colyseusMeadow)
  assert.ok(taken.ownBytes < 0.35 * taken.peerBytes!, `${taken.ownBytes} B, ${taken.peerBytes} B`)
})
