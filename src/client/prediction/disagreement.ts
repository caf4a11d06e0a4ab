import { warnOnce } from '#development'
import { columnName } from '../../game/column.ts'
import type { OwnEntity } from './own-entity.ts'

/** After so many snapshots in a row that corrected an entity, it is no accident of the network. */
const MOST = 20

/** How many snapshots in a row have corrected an entity. */
const runs = new WeakMap<OwnEntity, number>()

/**
 * Warns in development of a `move` that gives one result on the page and another one on the server. Call it after each comparison
 * of `entity` with the server's state after input `id`, when `entity.isWrong` says what came of it.
 */
export function noteComparison(entity: OwnEntity, id: number): void {
  const run = entity.isWrong ? (runs.get(entity) ?? 0) + 1 : 0
  runs.set(entity, run)
  if (run !== MOST || !entity.states.holds(id)) return
  const { kind, schema, states } = entity
  const here = states.of(id)
  const i = schema.predicted.find((at) => here[at] !== states.next[at])
  if (i === undefined) return
  const field = `${kind.name}.${columnName(schema.columns[i]!)}`
  warnOnce(
    `disagreement ${field}`,
    `${MOST} snapshots in a row have corrected ${field}, which is ${states.next[i]} on the server and ${here[i]} here after the ` +
      `same input. move.${kind.name} must do the same on both sides, so it may read the entity, the input and ctx alone. What ` +
      'update writes to a moving entity at each step belongs in move, too.',
  )
}
