import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Bundles and minifies `code` as a page would; gives its gzipped size and the source files that are in it. */
async function bundle(code: string): Promise<{ gzipped: number; files: string[] }> {
  const entry = '\0entry.ts'
  const build = await rolldown({
    input: entry,
    cwd: root,
    external: ['pixi.js'],
    platform: 'browser',
    resolve: { conditionNames: ['glissade-source', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id, importer) => {
          if (id === entry) return id
          return importer === entry && id.startsWith('.') ? join(root, 'test/readme', id) : null
        },
        load: (id) => (id === entry ? code : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'es', minify: true })
  await build.close()
  const chunk = output[0] as OutputChunk
  const files = Object.entries(chunk.modules)
    .filter(([id, { renderedLength }]) => id !== entry && renderedLength > 0)
    .map(([id]) => relative(join(root, 'src'), id))
  return { gzipped: gzipSync(chunk.code, { level: 9 }).length, files }
}
/** What the parts are built from: files that any of them may bring along. */
const FOUNDATIONS =
  /^base\/|^clock\/(playout|sent-times|clock-rate|forward-clock|steady-time|followed-offset|frame-pieces|whole-steps|time-scale|skew-estimate|input-arrivals|input-rate)\.ts$|^motion\/(curves|blend|samples|slopes|bracket|acceleration|error-offset|track-state)\.ts$/

/** Parts that stand on other parts, beside the foundations. */
const BUILT_FROM: { readonly [name: string]: readonly string[] } = {
  InputLead: ['clock/input-waits.ts', 'clock/repeats.ts'],
  LeastCostDelay: ['clock/lane.ts', 'clock/required-offsets.ts'],
  PhaseLockedDelay: ['clock/phase-locked-loop.ts'],
  PhaseLockedSteps: ['clock/phase-locked-loop.ts'],
  RoundTripSteps: ['clock/round-trip-clock.ts'],
  PositionBuffer: ['motion/track.ts'],
  Predictor: ['motion/predicted-states.ts'],
  SnapshotTracks: ['motion/track.ts'],
  Tracks: [
    'motion/piece-layout.ts',
    'motion/pieces.ts',
    'motion/sample-ring.ts',
    'motion/track.ts',
  ],
  tables: [
    'game/smallest-three.ts',
    'wire/bits.ts',
    'wire/coding.ts',
    'wire/plan.ts',
    'wire/foretell.ts',
    'wire/tables-packet.ts',
    'wire/frequency/first-rows.ts',
    'wire/frequency/first.ts',
    'wire/frequency/frequencies.ts',
    'wire/frequency/frequency-reader.ts',
    'wire/frequency/frequency-writer.ts',
    'wire/frequency/layout.ts',
    'wire/frequency/learned.ts',
    'wire/frequency/learning.ts',
    'wire/frequency/rows.ts',
    'wire/frequency/size.ts',
    'wire/frequency/symbols.ts',
    'wire/frequency/turn.ts',
  ],
  defineGame: [
    'game/interest.ts',
    'game/schema.ts',
    'game/coarse-numbers.ts',
    'game/column.ts',
    'game/smallest-three.ts',
    'game/number-access.ts',
    'game/field.ts',
  ],
}

const sizes: { [what: string]: number } = {}

test('the motion core is at most 5.7 kB gzipped', async () => {
  const { gzipped } = await bundle(
    "export { Track, LeastCostDelay, ErrorOffset, lerp, angleLerp, slerp, hermite } from 'glissade'",
  )
  sizes['motion core'] = gzipped
  expect(gzipped).toBeLessThanOrEqual(5700)
})

test('the client, all that `connect` brings, is at most 29.5 kB gzipped', async () => {
  const { gzipped, files } = await bundle("export { connect } from 'glissade/client'")
  sizes['client'] = gzipped
  expect(gzipped).toBeLessThanOrEqual(29_500)
  // Nothing of the server, of pretended networks or of clocks that are not in use.
  const foreign =
    /^server|^testing|^node|^pixi|client\/inspect|link\/(conditions|line|path|weather|simulated)|clock\/(phase|round|fixed-timestep)/
  expect(files.filter((file) => foreign.test(file))).toEqual([])
})

test('the whole page of the README, with game, keys and sprites, is at most 35.3 kB without PixiJS', async () => {
  const { gzipped } = await bundle(readFileSync(join(root, 'test/readme/client.ts'), 'utf8'))
  sizes['page of the README'] = gzipped
  console.log('gzipped bytes', sizes)
  expect(gzipped).toBeLessThanOrEqual(35_300)
})

test('each part of `glissade` brings along itself and what it is built from, no other part', async () => {
  const door = readFileSync(join(root, 'src/index.ts'), 'utf8')
  const exported = [...door.matchAll(/^export \{([^}]*)\} from '\.\/([^']*)'/gm)]
  expect(exported.length).toBeGreaterThan(15)
  for (const [, names, file] of exported)
    for (const name of names!.split(',').map((word) => word.trim())) {
      if (name === '') continue
      const { files } = await bundle(`export { ${name} } from 'glissade'`)
      const allowed = [file!, ...(BUILT_FROM[name] ?? [])]
      const others = files.filter((used) => !allowed.includes(used) && !FOUNDATIONS.test(used))
      expect({ name, others }).toEqual({ name, others: [] })
    }
})
