import { expect, test } from 'vitest'
import { bytesPerCall } from '../../../test/bytes-per-call.ts'
import { Random } from '../../base/random.ts'
import type { Kind } from '../../game/define-game.ts'
import { BitReader, BitWriter } from '../bits.ts'
import type { BodySink, ChangedTarget } from '../body.ts'
import { ChangeList, type KnownEntity } from '../change-list.ts'
import { Between } from '../foretell.ts'
import { type RowPlan, TELL } from '../plan.ts'
import { RowHistory } from '../row-history.ts'
import { dense } from './dense-coding.ts'
import { game, PLANS } from './dense-world.case.ts'
import { stir } from './rows.case.ts'

const ENTITIES = 4
const WORLDS = 8
const planOfEntity = (n: number): RowPlan => PLANS[n % PLANS.length]!

test('writing bodies that go on from one another, and reading them, allocates nothing', () => {
  const random = new Random(3)
  // Of each entity a row for each of the worlds: by turns what is new, what it is coded against, and what that was.
  const entities = Array.from({ length: ENTITIES }, (_, n) => {
    const plan = planOfEntity(n)
    const { width } = plan
    const history = new RowHistory(width)
    for (let world = 0; world <= WORLDS; world++) history.push(world)
    const { rows } = history
    for (let world = 1; world < WORLDS; world++) {
      rows.copyWithin(world * width, (world - 1) * width, world * width)
      // Every third rests now and then. Texts are left: one that is read is a new string.
      if ((world + n) % 3 > 0) stir(random, plan, rows, world * width)
      rows[world * width + width - 1] = world & 7
      for (const c of plan.columns) if (c.tell === TELL.text) rows[world * width + c.at] = 0
    }
    const extra = { row: rows.slice(0, width), offset: 0, texts: [] }
    const extras = { count: 1, stepsBack: () => 2, state: () => extra }
    const kind = game.kinds[n % game.kinds.length]!
    const from: KnownEntity = {
      ...{ slot: 3 * n, generation: 1, kind, owner: 0, row: rows, offset: 0, texts: [] },
      ...{ extras: n === 2 ? extras : null, history },
    }
    // What is read goes to a row of its own, behind the others.
    const row = rows.slice(0, (WORLDS + 1) * width)
    const target: ChangedTarget = {
      ...{ kind, schema: kind.schema, row, offset: WORLDS * width, putText: () => 0 },
    }
    return { from: { ...from, offset: 0 }, target, width }
  })
  const list = new ChangeList()
  const between = new Between()
  const [writing, reading] = [dense().writer(PLANS), dense().reader(PLANS)]
  const [writer, reader] = [new BitWriter(8192), new BitReader()]
  let call = 0
  let tick = 0
  let state = 0
  let wrong = 0
  const at = (ago: number, width: number) => ((call + 2 * WORLDS - ago) % WORLDS) * width
  const fill = (n: number) => {
    const { target, width } = entities[n]!
    between.row = target.row
    between.at = target.offset
    between.base = target.row
    between.baseAt = at(1, width)
    between.beforeAt = at(2, width)
    between.elapsed = 768
    between.span = 512
    return target
  }
  const sink = {
    between,
    isOwnView: false,
    knownSlot: 0,
    nextKnown(slot: number): Kind | null {
      const n = ((slot + 2) / 3) | 0
      if (n >= ENTITIES) return null
      sink.knownSlot = 3 * n
      return fill(n).kind
    },
    changed(slot: number): ChangedTarget {
      const target = fill((slot / 3) | 0)
      const { row, offset } = target
      for (let i = 0; i < entities[(slot / 3) | 0]!.width; i++)
        row[offset + i] = row[between.baseAt + i]!
      return target
    },
    filled(slot: number, back: number): void {
      if (back > 0) return
      const { from, target, width } = entities[(slot / 3) | 0]!
      for (let i = 0; i < width; i++)
        if (from.row[from.offset + i] !== target.row[target.offset + i]) wrong++
    },
  }
  const known = sink as unknown as BodySink
  const bytes = bytesPerCall(() => {
    call++
    tick++
    sink.isOwnView = (call & 3) === 0
    list.clear()
    list.isOwnView = sink.isOwnView
    for (let n = 0; n < ENTITIES; n++) {
      const { from, width } = entities[n]!
      from.offset = at(0, width)
      list.add(from, 0, at(1, width), at(2, width), 768, 512)
      list.isChanged[n] = sink.isOwnView || (call + n) % 3 > 0
    }
    writer.reset()
    writing.begin(tick, 0)
    state = writing.write(writer, tick, tick === 1 ? -1 : tick - 1, tick - 2, list, state)
    reader.start(writer.view())
    if (!reading.read(reader, tick, tick === 1 ? -1 : tick - 1, tick - 2, known)) wrong++
  }, 520)
  expect(wrong).toBe(0)
  // One boxed number in a call shows as 16.
  expect(bytes).toBeLessThan(8)
}, 30_000)
