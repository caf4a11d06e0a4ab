import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { Authority } from '../../game/define-game.ts'
import { InputLead } from '../../time/loop/input-lead.ts'
import type { StepDriver } from '../../time/loop/step-driver.ts'
import { ARRIVAL_PARTS, readArrivals, type SnapshotHead } from '../../wire/packets/snapshot-head.ts'
import type { OwnEntity } from './own-entity.ts'

/** For so many ticks of a gap in its inputs a player's entities are not compared, unless the room teleports them. */
const MOST_GAP = 8
/** How much of a gap between frames is caught up on: the server went on without these inputs. */
const CAUGHT_UP_MS: Ms = 1000

/** One step for everybody per tick: what a client does for it. */
export interface SharedTick extends Authority {
  /** How much of a gap between frames a session catches up on. */
  readonly caughtUpMs: Ms
  /** What a session's own steps follow. */
  driver(): StepDriver
  /**
   * Whether the server has been doing without this player's inputs for a short time. Each snapshot would show another part
   * of the same mistake, so one correction at the end of the gap is nearer the truth than one for each part.
   */
  isInGap(inputs: KnownInputs, entity: OwnEntity): boolean
  /** Reads from a snapshot's head when inputs came. */
  readonly readArrivals: typeof readArrivals
  /** Tells `driver` when those inputs came, oldest first. */
  tell(driver: StepDriver, head: SnapshotHead, news: ToldArrivals): void
}

/** What a snapshot says of the newest input that came: which one, when, and how many came since the snapshot before. */
interface ToldArrivals {
  readonly timedInput: number
  readonly timedArrival: SubTick
  readonly arrivals: number
}

/** What is known of the player's inputs: the newest ones that the server has received, has applied, and that were made. */
export interface KnownInputs {
  readonly received: number
  readonly acknowledged: number
  readonly made: number
}

/**
 * A game's `authority`: one step for everybody per tick. Inputs wait for their tick, and clients send them so that they
 * just make it. What a tick does without an input is the room's to say: `missingInput` of `defineRoom`. For set-up only.
 */
export function sharedTick(): Authority {
  const driver = () => new InputLead()
  return {
    name: 'tick',
    caughtUpMs: CAUGHT_UP_MS,
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

/** Whether the server has set it somewhere else by input `id`, which was not predicted. */
function hasTeleported({ states, schema, row, offset }: OwnEntity, id: number): boolean {
  const column = schema.width - 1
  return states.holds(id) && states.of(id)[column] !== row[offset + column]
}
