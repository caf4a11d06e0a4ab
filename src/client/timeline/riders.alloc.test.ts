import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { defineGame } from '../../game/define-game.ts'
import { angle, int, number } from '../../game/field.ts'
import { riders } from '../../motion/riders.ts'
import { RemoteEntity } from './remote-entity.ts'
import { ShownTimeline } from './shown-timeline.ts'

test('C5 a rider and an entity on a path are shown without allocation', () => {
  const game = defineGame({
    name: 'riders',
    input: {},
    entities: {
      hopper: { x: number(), y: number(), turn: angle(), riding: int({ max: 9 }), pose: int() },
    },
    riders: riders(),
    attachedTo: {
      hopper(hopper, timeMs, carrier) {
        if (hopper.riding > 0) carrier.x = timeMs * 0.125
      },
    },
  })
  const options = { trackSamples: 32 }
  const moment = new Float64Array(2)
  const [kind] = game.kinds
  const remote = new RemoteEntity(
    { slot: 1, generation: 1, kind: kind!, owner: 2, isMine: false, isPredicted: false },
    options,
    new ShownTimeline(),
  )
  for (let tick = 0; tick < 30; tick++) {
    remote.beginWhole(tick)
    remote.row[remote.offset] = 40_000 * 64 + tick * 100
    remote.row[remote.offset + 3] = 32_769
    remote.filled(tick, Float64Array.of(tick * 50.25, (tick - 0.5) * 50.25), false)
  }
  const times = boxed((i) => 700.5 + (i % 700))
  const ownTimes = boxed((i) => 900.75 + (i % 700))
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    moment[0] = times[n]!
    remote.show(moment, ownTimes[n]!, false)
  })
  expect(bytes).toBeLessThan(1)
})
