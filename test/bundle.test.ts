import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundle } from '../bench/size/bundle.ts'
import { LIMITS } from '../bench/size/limits.ts'
import { OPTIONS } from '../bench/size/options.ts'
import { connectAlone, pageWith, readmePage } from '../bench/size/pages.ts'

const root = join(import.meta.dirname, '..')

/** What the parts are built from: files that any of them may bring along. */
const FOUNDATIONS =
  /^base\/|^time\/\w+\/(playout|sent-times|clock-rate|forward-clock|steady-time|followed-offset|frame-pieces|whole-steps|time-scale|skew-estimate|input-arrivals|input-rate)\.ts$|^motion\/(curves|moment|blend|samples|sampled-track|track-intake|pieces|slopes|bracket|acceleration|error-offset|track-state)\.ts$/

/** Parts that stand on other parts, beside the foundations. */
const BUILT_FROM: { readonly [name: string]: readonly string[] } = {
  AdaptiveSmoothing: ['motion/error-record.ts', 'motion/smoothing-factor.ts', 'motion/track.ts'],
  ExtrapolationHorizon: ['motion/extrapolation-shares.ts'],
  InputLead: ['time/loop/input-waits.ts', 'time/loop/repeats.ts'],
  InterpolationError: ['motion/error-record.ts', 'motion/track.ts'],
  LeastCostDelay: ['time/playout/lane.ts', 'time/playout/required-offsets.ts'],
  PhaseLockedDelay: ['time/sync/phase-locked-loop.ts'],
  PhaseLockedSteps: ['time/sync/phase-locked-loop.ts'],
  RoundTripSteps: ['time/sync/round-trip-clock.ts'],
  PositionBuffer: ['motion/track.ts'],
  Predictor: ['motion/predicted-states.ts'],
  SnapshotTracks: ['motion/track.ts'],
  visible: ['game/roster.ts'],
  tables: [
    'game/smallest-three.ts',
    'wire/bits.ts',
    'wire/coding/coding.ts',
    'wire/records/plan.ts',
    'wire/records/expected-value.ts',
    'wire/records/kept-records.ts',
    'wire/records/room-bits.ts',
    'wire/packets/tables-packet.ts',
    'wire/coding/frequency/first-rows.ts',
    'wire/coding/frequency/first.ts',
    'wire/coding/frequency/frequencies.ts',
    'wire/coding/frequency/frequency-reader.ts',
    'wire/coding/frequency/frequency-writer.ts',
    'wire/coding/frequency/layout.ts',
    'wire/coding/frequency/learned.ts',
    'wire/coding/frequency/learning.ts',
    'wire/coding/frequency/model.ts',
    'wire/coding/frequency/state-writer.ts',
    'wire/coding/frequency/symbol-list.ts',
    'wire/coding/frequency/symbol-reader.ts',
    'wire/coding/frequency/turn.ts',
  ],
  gameEvents: [
    'client/page/emitter.ts',
    'game/texts.ts',
    'client/timeline/event-queue.ts',
    'client/prediction/own-events.ts',
    'game/column.ts',
    'game/raised-events.ts',
    'game/schema.ts',
    'wire/records/columns.ts',
    'wire/records/event.ts',
  ],
  gameMessages: [
    'client/page/emitter.ts',
    'client/timeline/messages.ts',
    'client/timeline/page-messages.ts',
    'client/timeline/unheard-messages.ts',
    'client/timeline/waiting-messages.ts',
    'game/coarse-numbers.ts',
    'game/code-copies.ts',
    'game/column.ts',
    'game/field.ts',
    'game/fine-steps.ts',
    'game/misfits.ts',
    'game/object-shape.ts',
    'game/quantize.ts',
    'game/schema.ts',
    'game/value-warnings.ts',
    'link/json.ts',
    'link/message-allowance.ts',
    'link/messages.ts',
    'wire/limits.ts',
    'wire/packets/packets.ts',
    'wire/records/columns.ts',
    'game/texts.ts',
  ],
  list: [
    'game/code-copies.ts',
    'game/column.ts',
    'game/field.ts',
    'game/fine-steps.ts',
    'game/quantize.ts',
    'game/texts.ts',
  ],
  jsonMessages: [
    'client/page/emitter.ts',
    'client/timeline/page-messages.ts',
    'client/timeline/messages.ts',
    'client/timeline/unheard-messages.ts',
    'client/timeline/waiting-messages.ts',
    'link/json.ts',
    'link/message-allowance.ts',
    'link/messages.ts',
    'wire/limits.ts',
    'wire/packets/packets.ts',
  ],
  portLink: ['link/arrivals.ts', 'link/uplink.ts'],
  press: ['game/presses.ts', 'game/predicted-presses.ts'],
  quat: [
    'game/column.ts',
    'game/field.ts',
    'game/code-copies.ts',
    'game/object-shape.ts',
    'game/smallest-three.ts',
    'game/turns.ts',
    'motion/slerp-curve.ts',
  ],
  riders: ['game/fine-steps.ts', 'game/quantize.ts', 'motion/track.ts'],
  sharedTick: [
    'time/loop/input-lead.ts',
    'time/loop/input-waits.ts',
    'time/loop/repeats.ts',
    'wire/limits.ts',
    'wire/packets/snapshot-head.ts',
  ],
  vec2: ['game/code-copies.ts', 'game/column.ts', 'game/field.ts', 'game/object-shape.ts'],
  vec3: ['game/code-copies.ts', 'game/column.ts', 'game/field.ts', 'game/object-shape.ts'],
  told: ['game/told-fields.ts'],
  text: ['game/texts.ts'],
  defineGame: [
    'game/schema.ts',
    'game/coarse-numbers.ts',
    'game/column.ts',
    'game/code-copies.ts',
    'game/object-shape.ts',
    'game/field.ts',
    'game/fine-steps.ts',
    'game/quantize.ts',
    'game/value-warnings.ts',
  ],
}

const sizes: { [what: string]: number } = {}

test(`the motion core is at most ${LIMITS.motionCore} B gzipped`, async () => {
  const { gzipped } = await bundle(
    "export { Track, LeastCostDelay, ErrorOffset, lerp, angleLerp, slerp, hermite } from 'glissade/parts'",
  )
  sizes['motion core'] = gzipped
  expect(gzipped).toBeLessThanOrEqual(LIMITS.motionCore)
})

test(`all that connect brings is at most ${LIMITS.connect} B gzipped`, async () => {
  const { gzipped, files } = await connectAlone()
  sizes['client'] = gzipped
  expect(gzipped).toBeLessThanOrEqual(LIMITS.connect)
  // Nothing of the server, of pretended networks or of clocks that are not in use.
  const foreign =
    /^server|^testing|^score|^node|^pixi|client\/\w*\/?(event-queue|inspect|messages|own-events|shared-tick\.ts|unheard|waiting)|link\/(json|messages)|link\/(conditions|datagram|tcp|scoreboard|congestion|round-trip|path|impairment|simulated)|time\/\w+\/(phase|round|fixed-timestep|input-lead|input-waits)|game\/(check|predicted-presses|smallest-three|texts|turns|vectors)|motion\/(acceleration|hermite|riders|slerp|slopes|quat|track\.ts)|wire\/\w+\/(event|room-bits)\.ts/
  expect(files.filter((file) => foreign.test(file))).toEqual([])
})

test(`the page of the README is at most ${LIMITS.readmePage} B gzipped, without PixiJS`, async () => {
  const { gzipped } = await readmePage()
  sizes['page of the README'] = gzipped
  console.log('gzipped bytes', sizes)
  expect(gzipped).toBeLessThanOrEqual(LIMITS.readmePage)
})

test.each([
  ['README.md', [LIMITS.connect, LIMITS.readmePage]],
  ['docs/PERFORMANCE.md', [LIMITS.readmePage, LIMITS.connect, LIMITS.motionCore]],
])('%s states these limits', (page, limits) => {
  const text = readFileSync(join(root, page), 'utf8')
  const stated = [...text.matchAll(/\bat most\s+([\d,]+) bytes\s+gzipped/g)]
  expect(stated.map(([, bytes]) => Number(bytes!.replaceAll(',', '')))).toEqual(limits)
})

test.each([
  ['glissade', 'src/index.ts', 10],
  ['glissade/parts', 'src/parts.ts', 15],
])(
  'each part of `%s` brings along itself and what it is built from, no other part',
  async (from, file, least) => {
    const entryPoint = readFileSync(join(root, file), 'utf8')
    const exported = [...entryPoint.matchAll(/^export \{([^}]*)\} from '\.\/([^']*)'/gm)]
    expect(exported.length).toBeGreaterThan(least)
    for (const [, names, file] of exported)
      for (const name of names!.split(',').map((word) => word.trim())) {
        if (name === '') continue
        const { files } = await bundle(`export { ${name} } from '${from}'`)
        const allowed = [file!, ...(BUILT_FROM[name] ?? [])]
        const others = files.filter((used) => !allowed.includes(used) && !FOUNDATIONS.test(used))
        expect({ name, others }).toEqual({ name, others: [] })
      }
  },
)

test.each(OPTIONS)(
  '$name adds no more than its limit to the page of the README',
  async (option) => {
    const plain = await readmePage()
    const { code, gzipped } = await pageWith(option)
    // It is in the page, though gzip may make a few characters cost nothing.
    expect(code.length).toBeGreaterThan(plain.code.length)
    expect(gzipped - plain.gzipped).toBeLessThanOrEqual(LIMITS.options[option.name])
  },
)

test('no page that is built for players has the warnings for authors', async () => {
  const { code } = await bundle(`
    import { defineGame, gameEvents, gameMessages, number, press } from 'glissade'
    import { connect } from 'glissade/client'
    const x = number()
    const game = defineGame({
      name: 'x',
      input: { a: press() },
      entities: { dot: { x } },
      events: gameEvents({ e: { x } }),
      messages: gameMessages({ m: { x } }),
    })
    connect(game, location.origin).then((session) => {
      session.on('e', console.log)
      session.onMessage('m', console.log)
    })`)
  expect(code).toContain('gameMessages({ ... })')
  for (const words of ['console.warn', 'does not listen', 'was set to', 'has no field', 'in a row'])
    expect(code).not.toContain(words)
})

test('docs/PERFORMANCE.md states the limits of the options', () => {
  const text = readFileSync(join(root, 'docs/PERFORMANCE.md'), 'utf8')
  const table = text.slice(text.indexOf('| option | gzipped bytes more, at most |'))
  const rows = [...table.slice(0, table.indexOf('\n\n')).matchAll(/^\| `(.*)` \| ([\d,]+) \|$/gm)]
  const stated = rows.map(([, name, bytes]) => [name!, Number(bytes!.replaceAll(',', ''))])
  expect(Object.fromEntries(stated)).toEqual(LIMITS.options)
})
