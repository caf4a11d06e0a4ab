// By hand, once bench/peers is installed: node -C glissade-source --import tsx --test bench/peers/wire.test.ts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measure } from '../wire/measure.ts'
import { createViewsScene, measureViews } from '../wire/views.ts'
import { createWorkload, namedWorkload } from '../wire/workload.ts'
import { updatesPeers, viewsPeers } from './wire.ts'

/** Bytes of the mean update of workload A: what these versions make of it. */
const BYTES = {
  'Colyseus schema 5, quantized': 634.7,
  'Colyseus schema 5, float32': 814.7,
  'bitecs 0.4, changes, float32': 880.3,
  'geckos schema, integers, full': 1810.0,
  'JSON, full': 8671.3,
  'JSON, delta': 2068.1,
  'JSON + deflate, window kept, delta': 538.5,
  'msgpackr, full': 7927.2,
  '@msgpack/msgpack, full': 7727.2,
  '@msgpack/msgpack, delta': 1988.7,
}

test('each decodes what it has encoded, into as many bytes as are known', () => {
  const workload = namedWorkload('A')
  const taken = measure(workload, updatesPeers(workload), 0)
  const bytes = taken.map(({ name, bytes: [first] }) => [name, Number(first!.toFixed(1))])
  assert.deepEqual(Object.fromEntries(bytes), BYTES)
})

test('where nothing changes, none tells of it but those that tell all', () => {
  const still = createWorkload('still', 'all', { entities: 5, ticks: 40 })
  for (let tick = 1; tick <= 40; tick++) still.values.copyWithin(tick * 40, 0, 40)
  const taken = measure(still, updatesPeers(still), 0)
  for (const { name, bytes } of taken.filter(({ bytes: [, older] }) => older === null))
    assert.ok(bytes[0]! < 12, `${name}: ${bytes[0]} B`)
})

test('a view holds its own entities and no others', () => {
  const scene = createViewsScene({ entities: 20, seen: 3, clients: 4, ticks: 10 })
  const [taken] = measureViews(scene, viewsPeers(scene))
  assert.ok(taken!.bytes > 3 * 20 && taken!.bytes < 3 * 24, `${taken!.bytes} B`)
})
