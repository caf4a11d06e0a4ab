import { describe, expect, test } from 'vitest'
import { goldenTexts } from '../../bench/goldens.ts'
import { FORMAT_VERSION } from '../../src/wire/packets/packets.ts'
import { expectDecoded } from './decoded.case.ts'
import { type GoldenFile, goldenFiles } from './golden.ts'
import { expectHeld } from './session.case.ts'

const files = goldenFiles()
/** What was met in all streams. */
const met = new Set<string>()

test('golden streams are what the command would write today, and small', () => {
  const present = [...files].filter(([name]) => name.startsWith(`v${FORMAT_VERSION}/`))
  const texts = goldenTexts()
  expect(present.map(([name]) => name)).toEqual(
    [...texts.keys()].map((name) => `v${FORMAT_VERSION}/${name}`).sort(),
  )
  for (const [name, text] of texts)
    expect(files.get(`v${FORMAT_VERSION}/${name}`) === text, name).toBe(true)
  expect([...files.values()].join('').length).toBeLessThan(210_000)
})

describe.each([...files])('the golden stream %s', (_name, text) => {
  const golden = JSON.parse(text) as GoldenFile

  test.each([...golden.connections.entries()])(
    'says on connection %d what the room was, to the last bit',
    (_n, connection) => {
      expect(expectDecoded(golden, connection, met)).toBeGreaterThan(10)
    },
  )

  if (golden.formatVersion === FORMAT_VERSION)
    test('says the same to a session', () => {
      for (const connection of golden.connections)
        expect(expectHeld(golden, connection)).toBeGreaterThan(10)
    })
})

test('golden streams have everything that a room says', () => {
  expect([...met].sort()).toEqual(
    [
      ...['distance 0', 'distance 1', 'distance 2', 'complete again', 'overtaken'],
      ...['epoch', 'inputs that wait', 'player left', 'leave'],
      ...['an unusual time', 'a time that stands still', 'a time that goes on again'],
      ...['a timeline without its part', 'expected from before a standstill'],
      ...['have not come', 'came at once', 'came one by one'].map((how) => `inputs that ${how}`),
      ...['presses that were taken', 'quiet', 'no news left out', 'some news left out'],
      ...['own view', 'deferred', 'a distance of its own', 'events left out'],
      ...['message tied to a moment', 'changed entities alone'],
      ...[
        'event of a player',
        'event of the room',
        'extra states',
        'an extrapolation code',
        'tables',
        'learned tables',
        'an entity that an input has spawned',
        'changed rests',
      ],
      ...['angle', 'bits', 'choice', 'flag', 'grid', 'largest', 'ref', 'text', 'third'].map(
        (op) => `changed ${op}`,
      ),
    ].sort(),
  )
})
