import { SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { Authority } from '../../game/define-game.ts'
import { InputLead } from '../../time/loop/input-lead.ts'
import type { StepDriver } from '../../time/loop/step-driver.ts'
import { ARRIVAL_PARTS, readArrivals, type SnapshotHead } from '../../wire/packets/snapshot-head.ts'
import type { OwnEntity } from './own-entity.ts'

/** During a gap in a player's inputs, its entities are not compared for this many ticks, unless the room teleports them. */
const MOST_GAP = 8

/** The client's code for `authority: sharedTick()`: one step for everybody per tick. */
export interface SharedTick extends Authority {
  /** Makes the driver of a session's own steps. */
  driver(): StepDriver
  /**
   * Whether the server has gone on without this player's inputs for a short time. Each snapshot would show another part of the
   * same error, so one correction at the end of the gap is nearer the truth than one for each part.
   */
  isInGap(inputs: KnownInputs, entity: OwnEntity): boolean
  /** Reads the arrival times of inputs from a snapshot's head. */
  readonly readArrivals: typeof readArrivals
  /** Tells `driver` when those inputs came, oldest first. */
  tell(driver: StepDriver, head: SnapshotHead, news: ToldArrivals): void
}

/** The newest input that reached the server, when it came, and how many inputs came since the previous snapshot. */
interface ToldArrivals {
  readonly timedInput: number
  readonly timedArrival: SubTick
  readonly arrivals: number
}

/** The newest inputs that the server has received, that it has applied, and that the player has made. */
export interface KnownInputs {
  readonly received: number
  readonly acknowledged: number
  readonly made: number
}

/**
 * Makes a game's `authority` with one step for everybody per tick. Inputs wait for their tick, and clients send them so that
 * they arrive just in time. `missingInput` of `defineRoom` decides what a tick does without an input. For set-up only.
 */
export function sharedTick(): Authority {
  const driver = () => new InputLead()
  return {
    name: 'tick',
    driver,
    isInGap,
    readArrivals,
    tell,
  } as SharedTick
}

function tell(driver: StepDriver, { sooner }: SnapshotHead, news: ToldArrivals): void {
  let part = Math.floor((news.timedArrival * ARRIVAL_PARTS) / SUBTICKS_PER_STEP)
  for (let i = 0; i < news.arrivals - 1; i++) part -= sooner[i]!
  for (let i = news.arrivals - 1; i >= 0; i--) {
    driver.arrived?.(news.timedInput - i, part / ARRIVAL_PARTS)
    if (i > 0) part += sooner[i - 1]!
  }
}

function isInGap({ received, acknowledged, made }: KnownInputs, entity: OwnEntity): boolean {
  if (!(received < acknowledged && acknowledged <= made)) return false
  if (acknowledged - Math.max(received, entity.comparedAt) >= MOST_GAP) return false
  return !hasTeleported(entity, acknowledged)
}

/** Whether the server has teleported the entity by input `id`, unlike the prediction. */
function hasTeleported({ states, schema, row, offset }: OwnEntity, id: number): boolean {
  const column = schema.width - 1
  return states.holds(id) && states.of(id)[column] !== row[offset + column]
}
