import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundle } from '../bench/size/bundle.ts'
import { OPTIONS } from '../bench/size/options.ts'
import { connectAlone, pageWith, readmePage } from '../bench/size/pages.ts'

const root = join(import.meta.dirname, '..')

/** What the parts are built from: files that any of them may bring along. */
const FOUNDATIONS =
  /^base\/|^clock\/(playout|sent-times|clock-rate|forward-clock|steady-time|followed-offset|frame-pieces|whole-steps|time-scale|skew-estimate|input-arrivals|input-rate)\.ts$|^motion\/(curves|blend|samples|sampled-track|pieces|slopes|bracket|acceleration|error-offset|track-state)\.ts$/

/** Parts that stand on other parts, beside the foundations. */
const BUILT_FROM: { readonly [name: string]: readonly string[] } = {
  Carry: ['motion/carry-share.ts'],
  InputLead: ['clock/input-waits.ts', 'clock/repeats.ts'],
  LeastCostDelay: ['clock/lane.ts', 'clock/required-offsets.ts'],
  PhaseLockedDelay: ['clock/phase-locked-loop.ts'],
  PhaseLockedSteps: ['clock/phase-locked-loop.ts'],
  RoundTripSteps: ['clock/round-trip-clock.ts'],
  PositionBuffer: ['motion/track.ts'],
  Predictor: ['motion/predicted-states.ts'],
  SnapshotTracks: ['motion/track.ts'],
  tables: [
    'game/smallest-three.ts',
    'wire/bits.ts',
    'wire/coding.ts',
    'wire/plan.ts',
    'wire/foretell.ts',
    'wire/kept-records.ts',
    'wire/room-bits.ts',
    'wire/tables-packet.ts',
    'wire/frequency/first-rows.ts',
    'wire/frequency/first.ts',
    'wire/frequency/frequencies.ts',
    'wire/frequency/frequency-reader.ts',
    'wire/frequency/frequency-writer.ts',
    'wire/frequency/layout.ts',
    'wire/frequency/learned.ts',
    'wire/frequency/learning.ts',
    'wire/frequency/model.ts',
    'wire/frequency/state-writer.ts',
    'wire/frequency/symbol-list.ts',
    'wire/frequency/symbol-reader.ts',
    'wire/frequency/turn.ts',
  ],
  gameEvents: [
    'client/event-queue.ts',
    'client/own-events.ts',
    'game/column.ts',
    'game/raised-events.ts',
    'game/schema.ts',
    'wire/columns.ts',
    'wire/event.ts',
  ],
  jsonMessages: [
    'client/messages.ts',
    'client/waiting-messages.ts',
    'link/json.ts',
    'link/message-allowance.ts',
    'link/messages.ts',
    'wire/packets.ts',
  ],
  press: ['game/presses.ts', 'game/predicted-presses.ts'],
  quat: [
    'game/column.ts',
    'game/field.ts',
    'game/number-access.ts',
    'game/object-shape.ts',
    'game/smallest-three.ts',
    'game/turns.ts',
    'motion/slerp-curve.ts',
  ],
  riders: ['game/column.ts', 'game/schema.ts', 'motion/track.ts'],
  sharedTick: [
    'clock/input-lead.ts',
    'clock/input-waits.ts',
    'clock/repeats.ts',
    'wire/snapshot-head.ts',
  ],
  vec2: ['game/column.ts', 'game/field.ts', 'game/number-access.ts', 'game/object-shape.ts'],
  vec3: ['game/column.ts', 'game/field.ts', 'game/number-access.ts', 'game/object-shape.ts'],
  told: ['game/told-fields.ts'],
  text: ['game/texts.ts'],
  defineGame: [
    'game/interest.ts',
    'game/schema.ts',
    'game/coarse-numbers.ts',
    'game/column.ts',
    'game/number-access.ts',
    'game/object-shape.ts',
    'game/field.ts',
  ],
}

const sizes: { [what: string]: number } = {}

test('the motion core is at most 6.4 kB gzipped', async () => {
  const { gzipped } = await bundle(
    "export { Track, LeastCostDelay, ErrorOffset, lerp, angleLerp, slerp, hermite } from 'glissade'",
  )
  sizes['motion core'] = gzipped
  expect(gzipped).toBeLessThanOrEqual(6400)
})

test('the client, all that `connect` brings, is at most 25.1 kB gzipped', async () => {
  const { gzipped, files } = await connectAlone()
  sizes['client'] = gzipped
  expect(gzipped).toBeLessThanOrEqual(25_100)
  // Nothing of the server, of pretended networks or of clocks that are not in use.
  const foreign =
    /^server|^testing|^node|^pixi|client\/(event-queue|inspect|messages|own-events|own-timeline|shared-tick|waiting)|link\/(json|messages)|link\/(conditions|line|path|weather|simulated)|clock\/(phase|round|fixed-timestep|input-lead|input-waits)|game\/(check|predicted-presses|smallest-three|texts|turns|vectors)|motion\/(acceleration|hermite|slerp|slopes|quat|track\.ts)|wire\/(event|room-bits)/
  expect(files.filter((file) => foreign.test(file))).toEqual([])
})

test('the whole page of the README, with game, keys and sprites, is at most 29.11 kB without PixiJS', async () => {
  const { gzipped } = await readmePage()
  sizes['page of the README'] = gzipped
  console.log('gzipped bytes', sizes)
  expect(gzipped).toBeLessThanOrEqual(29_110)
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

test.each(OPTIONS)('a page with $name can be bundled', async (option) => {
  const { gzipped } = await pageWith(option)
  expect(gzipped).toBeGreaterThan(sizes['page of the README']!)
})
