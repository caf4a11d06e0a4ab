import { FIELDS, type Field, WIDTH, type Workload } from '../wire/workload.ts'

/** An entity as games that send plain objects have it. */
export type Plain = Record<Field, number>
/** What has changed of one. */
export type Change = Partial<Plain> & { id: number }

/** Decimal places that keep each value as exact as is asked for. */
const PLACES = { id: 1, x: 100, y: 100, angle: 100, vx: 10, vy: 10, hp: 1, state: 1 } as const

/** The entities of a tick as plain objects, rounded to the precision asked for. */
export function objectsOf({ values, entities }: Workload, tick: number): Plain[] {
  return Array.from({ length: entities }, (_, i) => {
    const row = (tick * entities + i) * WIDTH
    const entity: Partial<Plain> = {}
    for (let k = 0; k < WIDTH; k++) {
      const field = FIELDS[k]!
      entity[field] = Math.round(values[row + k]! * PLACES[field]) / PLACES[field]
    }
    return entity as Plain
  })
}

/** What has to be told for `before` to become `now`. */
export function changesOf(before: readonly Plain[], now: readonly Plain[]): Change[] {
  const changes: Change[] = []
  for (let i = 0; i < now.length; i++) {
    const was = before[i]!
    const is = now[i]!
    let change: Change | null = null
    for (let k = 1; k < WIDTH; k++) {
      const field = FIELDS[k]!
      if (is[field] === was[field]) continue
      change ??= { id: is.id }
      change[field] = is[field]
    }
    if (change) changes.push(change)
  }
  return changes
}

/** Takes changes into entities, found by their ids. */
export function take(entities: ReadonlyMap<number, Plain>, changes: readonly Change[]): void {
  for (const change of changes) Object.assign(entities.get(change.id)!, change)
}

/** Writes entities into rows. */
export function showObjects(entities: Iterable<Plain>, out: Float64Array): void {
  let at = 0
  for (const entity of entities) for (const field of FIELDS) out[at++] = entity[field]
}
