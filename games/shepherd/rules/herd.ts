import type { ServerEntity, WorldOf } from 'glissade/server'
import type { shepherd } from '../game.ts'
import { Barks, MOST_BARKS } from './barks.ts'
import { Flock, Scares } from './flock.ts'
import type { kinds } from './kinds.ts'
import { Roster } from './roster.ts'
import { WayMap } from './way-map.ts'
import { MOST_WOLVES, type Wolf } from './wolf.ts'

/** A sheep as the server has it. */
export type ServerSheep = ServerEntity<typeof kinds, 'sheep'>
/** The round as the server has it. */
export type ServerRound = ServerEntity<typeof kinds, 'round'>

/** The most players of a room. Each has two bodies, so this also bounds what sheep may run from in a step. */
const MOST_PLAYERS = 250
const MOST_SCARES = 2 * MOST_PLAYERS + MOST_BARKS + MOST_WOLVES

/** What a room keeps besides its entities, as long as it lives. Made when it opens. */
export class Herd {
  readonly flock: Flock
  /** By number in the flock; null for one that a wolf has caught. */
  readonly sheep: (ServerSheep | null)[] = []
  /**
   * By number in the flock: the pen in which a sheep is counted (its number in `PENS` plus one, 0 for none), and for
   * whom.
   */
  readonly pen: Uint8Array
  readonly homedBy: Int32Array
  readonly scares: Scares = new Scares(MOST_SCARES)
  readonly barks: Barks = new Barks()
  /** The wolves that are out. */
  readonly wolves: Wolf[] = []
  /** Finds another way for a wolf that has something in its way. */
  readonly ways: WayMap = new WayMap()
  readonly roster: Roster
  readonly round: ServerRound
  /** The step in which the round began. */
  beganAt = 0
  /** The step of the last bleat. */
  bleatedAt = 0

  constructor(count: number, round: ServerRound, roster: Roster = new Roster()) {
    this.roster = roster
    this.flock = new Flock(count)
    this.pen = new Uint8Array(count)
    this.homedBy = new Int32Array(count)
    for (let i = 0; i < count; i++) this.sheep.push(null)
    this.round = round
  }
}

/** The state of a room: its herd, from `open` on. */
export interface PastureState {
  herd: Herd | null
}

/** The world of the shepherds, as the server's functions get it. */
export type Pasture = WorldOf<typeof shepherd, PastureState>
