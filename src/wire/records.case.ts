import type { Schema } from '../game/schema.ts'
import type { BitReader } from './bits.ts'
import { LooseRecord, type RecordTarget } from './columns.ts'
import { type BodySink, type EntitySource, type ExtraStates, readBody } from './delta.ts'
import { game } from './goldens.case.ts'

const rock = game.kinds[1]!

/** What reading a body of this game calls, as words; null when it is malformed. What has changed is a rock. */
export function bodyCalls(reader: BitReader): string[] | null {
  const calls: string[] = []
  let row = new Int32Array()
  let texts: string[] = []
  const filling = (schema: Schema): RecordTarget => {
    row = new Int32Array(schema.width + 1)
    texts = []
    const putText = (index: number, value: string) => {
      texts[index] = value
      return 0
    }
    return { schema, row, offset: 0, putText }
  }
  const sink: BodySink = {
    begin: (distance) => calls.push(`begin ${distance}`),
    player: (player, age, advance, lag) =>
      calls.push(`player ${player}: age ${age}, advance ${advance}, lag ${lag}`),
    event: ({ kind, id, record, player, input, index }, age) =>
      calls.push(
        `event ${kind.name} ${id}: age ${age}, by ${player}, input ${input}, index ${index}, ${JSON.stringify(record.toObject())}`,
      ),
    leave: (slot, ticksAgo) => calls.push(`leave ${slot}: ${ticksAgo} ago`),
    deferred: (slot) => calls.push(`deferred ${slot}`),
    whole: (slot, generation, kind, owner) => {
      calls.push(`whole ${slot}: generation ${generation}, ${kind.name}, owner ${owner}`)
      return filling(kind.schema)
    },
    changed: (slot, distance) => {
      calls.push(`changed ${slot}: distance ${distance}`)
      return filling(rock.schema)
    },
    filled: (slot, back) => calls.push(`filled ${slot}, ${back} back: ${row} ${texts}`),
  }
  return readBody(reader, game.kinds, game.events, sink) ? calls : null
}

/** A rock with what its record says of its movement: the carry, and extra states by how many steps back they are. */
export function entitySource(
  record: LooseRecord,
  who: { slot: number; generation: number; owner?: number },
  carry = 0,
  extras: readonly (readonly [stepsBack: number, state: LooseRecord])[] = [],
): EntitySource {
  const row = Int32Array.of(...record.row, carry)
  const states: ExtraStates = {
    count: extras.length,
    stepsBack: (n) => extras[n]![0],
    state: (n) => extras[n]![1],
  }
  const { texts } = record
  return {
    kind: rock,
    owner: 0,
    row,
    offset: 0,
    texts,
    extras: extras.length > 0 ? states : null,
    ...who,
  }
}

/** A record of the given fields, the others at their defaults. */
export function record(schema: Schema, fields: object, teleports = 0): LooseRecord {
  const made = new LooseRecord(schema).take({ ...schema.create(), ...fields })
  if (teleports > 0) made.row[schema.width - 1] = teleports
  return made
}
