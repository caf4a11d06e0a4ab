import { expect, test } from 'vitest'
import { bytesPerCall } from '../../../test/bytes-per-call.ts'
import { defineGame } from '../../game/define-game.ts'
import { angle, flag, int, number, oneOf } from '../../game/field.ts'
import { vec2 } from '../../game/vectors.ts'
import { quat } from '../../motion/quat.ts'
import { BitReader, BitWriter } from '../bits.ts'
import type { BodySink, ChangedTarget } from '../records/body.ts'
import { ChangeList, type KnownEntity } from '../records/change-list.ts'
import { plansOf } from '../records/plan.ts'
import { RowHistory } from '../records/row-history.ts'
import { tables } from './frequency/tables-coding.ts'
import { packed } from './packed-ends.ts'

const game = defineGame({
  name: 'packed allocation',
  input: { up: flag() },
  entities: {
    ship: {
      at: vec2({ max: 2000, step: 1 / 16, velocity: 'speed' }),
      speed: vec2({ min: -500, max: 500, step: 0.25 }),
      free: number({ max: 1000, step: 1 / 8 }),
      heading: angle(),
      turn: quat(),
      pose: oneOf('run', 'jump', 'fall'),
      lit: flag(),
      lives: int({ max: 9 }),
    },
  },
})
const ENTITIES = 8

/** So many network ticks per second that tables are counted for but never checked, which would allocate. */
const NEVER_LOOKS_HZ = 1e6

test.each([packed, tables()])(
  'writing lists of changed entities for two bodies in the $name coding, and reading one, allocates nothing',
  (coding) => {
    const plans = plansOf(game)
    const kind = game.kinds[0]!
    const { schema } = kind
    const width = schema.width + 1
    // Each entity's rows 0 to 3: the state before the base, the base, the new state, and one from before that.
    const entities = Array.from({ length: ENTITIES }, (_, n): KnownEntity => {
      const history = new RowHistory(width)
      for (let at = 0; at < 4; at++) history.push(at)
      const extra = { row: history.rows, offset: 3 * width, texts: [] }
      const isLanding = n % 5 === 0
      const extras = { count: 1, stepsBack: () => 1, state: () => extra }
      return {
        ...{
          slot: 3 * n,
          generation: 1,
          kind,
          owner: 0,
          row: history.rows,
          offset: 2 * width,
          texts: [],
        },
        ...{ extras: isLanding ? extras : null, history },
      }
    })
    const list = new ChangeList()
    const writing = coding.writer(plans, NEVER_LOOKS_HZ)
    const reading = coding.reader(plans)
    const [first, second] = [new BitWriter(), new BitWriter()]
    const reader = new BitReader()
    const held = new Int32Array(3 * width)
    const target: ChangedTarget = { kind, schema, row: held, offset: 2 * width, putText: () => 0 }
    let sum = 0
    const sink: Pick<BodySink, 'changed' | 'filled' | 'known' | 'slots' | 'isOwnView'> = {
      isOwnView: false,
      slots: 3 * ENTITIES,
      known(between, slot) {
        if (slot % 3 > 0) return null
        sink.changed(between, slot, 0)
        return kind
      },
      changed(between, slot) {
        const { rows } = entities[(slot / 3) | 0]!.history
        for (let i = 0; i < width; i++) {
          held[i] = rows[i]!
          held[width + i] = held[2 * width + i] = rows[width + i]!
        }
        between.row = between.base = held
        between.at = 2 * width
        between.baseAt = width
        between.beforeAt = 0
        between.elapsed = between.span = 384
        return target
      },
      filled(slot, back) {
        if (back > 0) return
        const { rows } = entities[(slot / 3) | 0]!.history
        for (let i = 0; i < width; i++) if (rows[2 * width + i] !== held[2 * width + i]) sum++
      },
    }
    let seed = 1
    const drawn = (most: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
      return (seed >>> 8) % (most + 1)
    }
    let tick = 0
    const call = () => {
      // The tables are checked at each of these ticks.
      tick += 16
      writing.begin(tick)
      list.clear()
      for (let n = 0; n < ENTITIES; n++) {
        const { rows } = entities[n]!.history
        for (let i = 0; i < schema.width; i++) {
          rows[i] = rows[width + i]!
          rows[width + i] = rows[2 * width + i]!
          const { coarseLevels } = schema.columns[i]!
          const far =
            coarseLevels > 100
              ? Math.min(coarseLevels, rows[width + i]! + drawn(40) - 20)
              : drawn(coarseLevels)
          if (drawn(3) > 0) rows[2 * width + i] = far < 0 ? 0 : far
          rows[3 * width + i] = rows[2 * width + i]!
        }
        rows[3 * width] = 7
        rows[2 * width + schema.width] = drawn(7)
        rows[3 * width + schema.width] = rows[2 * width + schema.width]!
        list.add(entities[n]!, 0, width, 0, 384, 384)
      }
      list.keeps = tick % 32 === 0
      first.reset()
      writing.write(first, tick - 1, list, 0)
      first.align()
      second.reset()
      second.flag(true)
      writing.write(second, tick - 2, list, 0)
      reader.start(first.view())
      if (!reading.read(reader, tick - 1, sink as BodySink, 0)) throw new Error('malformed')
    }
    const bytes = bytesPerCall(call, 2000)
    expect(sum).toBe(0)
    expect(bytes).toBeLessThan(1)
  },
)
