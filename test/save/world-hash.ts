import type { AnyGame } from 'glissade'
import type { Room } from 'glissade/server'
import { Hash } from '../../src/base/hash.ts'
import { coreOf } from '../../src/server/room.ts'

/** A hash of everything that a room's game can see. */
export function worldHash(room: Room): number {
  const core = coreOf(room)
  const hash = new Hash()
  hash.number(core.tick).number(core.random.state)
  for (const { id, profile } of core.players) hash.number(id).text(JSON.stringify(profile))
  for (const kind of (core.game as AnyGame).kinds) {
    hash.text(kind.name)
    for (const { id, owner, object } of core.entities.inOrder(kind)) {
      hash.number(id).number(owner)
      for (const name of kind.schema.names) addValue(hash, object[name])
    }
  }
  const { state } = core.world
  hash.text(JSON.stringify(core.rules.save?.(state) ?? state, plain))
  const { inputsApplied, inputsDropped, inputsMissing, stepsWithoutInput } = core.stats
  return hash
    .number(inputsApplied)
    .number(inputsDropped)
    .number(inputsMissing)
    .number(stepsWithoutInput).value
}

/** Makes text of maps too, and of long lists of numbers a hash. */
function plain(_name: string, value: unknown): unknown {
  if (value instanceof Map) return [...value]
  if (!ArrayBuffer.isView(value)) return value
  return new Hash().bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)).value
}

function addValue(hash: Hash, value: unknown): void {
  if (typeof value === 'number') hash.number(value)
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) addValue(hash, part)
  else hash.text(String(value))
}
