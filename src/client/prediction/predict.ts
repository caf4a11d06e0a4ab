import { isDevelopment } from '#development'
import { difference16 } from '../../base/sequence.ts'
import { type Ms, type Seconds, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { Mover } from '../../game/mover.ts'
import type { PredictedPresses } from '../../game/predicted-presses.ts'
import type { Raised } from '../../game/raised-events.ts'
import type { Holder } from '../../game/schema.ts'
import { Epochs } from '../../time/sync/epochs.ts'
import { InputRows } from '../../wire/packets/input-packet.ts'
import type { SessionStats } from '../page/stats.ts'
import type { Views } from '../page/view.ts'
import { noteComparison } from './disagreement.ts'
import { OwnEntities } from './own-entities.ts'
import { type OwnEntity, PREDICTED } from './own-entity.ts'
import type { SharedTick } from './shared-tick.ts'
import { sharedTickOf } from './shared-tick-of.ts'
import type { SyncTest } from './sync-test.ts'

/** A player is at rest when inputs and entities have stayed the same for this long. */
const REST_AFTER_MS: Ms = 250

/** Which techniques of a session are on; see `Session.techniques`. Default: all. */
export interface Techniques {
  predict: boolean
  reconcile: boolean
  interpolate: boolean
  /** Whether `move` extrapolates other players where the server says so. A change takes effect at their next states. */
  foresee: boolean
}

export const allTechniques = (): Techniques => ({
  predict: true,
  reconcile: true,
  interpolate: true,
  foresee: true,
})

/** What a prediction shares with its session. */
export interface PredictionOptions {
  readonly views: Views
  readonly stats: SessionStats
  readonly techniques: Techniques
  readonly syncTest?: SyncTest | undefined
  /** The newest fields of the room. Default: those of a game without room fields. */
  readonly room?: Holder
}

/**
 * Predicts and reconciles what the local player owns. It applies each input at once and keeps it. When the server's state
 * after an input comes, it compares that with the state predicted for the same input. If they differ, it snaps the simulation
 * to the server's state, replays the inputs since, and eases the picture over (Multiplayer Platformer Log #3; Source; Quake
 * III's cg_predict). Free of allocation in steady state.
 */
export class Prediction {
  /** Inputs by id. */
  declare readonly inputs: InputRows
  /** Which presses each input takes; undefined if the game's input has none. */
  declare readonly presses: PredictedPresses | undefined
  /** The newest input generated, not wrapped; 0 before the first. */
  newest = 0
  /** The newest input that the player has made, and the newest that was skipped. Skipped inputs need not be sent. */
  made = 0
  skippedTo = 0
  /** The newest input the server has applied. */
  acknowledged = 0
  /** The newest input that the server has received. With a shared tick, the server may have gone on without later ones. */
  received = 0
  /** How many inputs were skipped since the last frame. The next frame runs as many steps fewer and sets this to 0. */
  skipped = 0
  declare readonly epochs: Epochs
  declare readonly own: OwnEntities
  declare readonly game: AnyGame
  declare readonly player: number
  readonly #sharedTick: SharedTick | undefined
  readonly #mover: Mover
  readonly #input: Holder
  readonly #stats: SessionStats
  readonly #techniques: Techniques
  readonly #syncTest: SyncTest | undefined
  /** How many steps in a row had the same input and the same result as the step before. */
  #stillSteps = 0
  readonly #restAfter: number
  /** The first and the last input of the newest rest. The server knows, or will know, that these are alike. */
  #restFrom = Number.POSITIVE_INFINITY
  #restTo = 0
  /** Whether inputs made before the newest step have got other times. */
  #isRestamped = false
  /** Whether inputs after the newest acknowledged one take other presses than predicted. */
  #takesOthers = false

  /** `base`: the stamp of input 0 of `player`. */
  constructor(game: AnyGame, player: number, base: SubTick, options: PredictionOptions) {
    this.game = game
    this.player = player
    this.#sharedTick = sharedTickOf(game)
    this.epochs = new Epochs(base)
    this.inputs = new InputRows(game.inputSchema, PREDICTED)
    const Presses = game.inputSchema.pressCode
    this.presses = Presses && new Presses(game.inputSchema, this.inputs, PREDICTED)
    this.#mover = new Mover(game, options.room, true)
    this.own = new OwnEntities(player, this.#mover, options.views)
    this.#input = game.inputSchema.create()
    this.#stats = options.stats
    this.#techniques = options.techniques
    this.#syncTest = options.syncTest
    this.#restAfter = Math.ceil(REST_AFTER_MS / game.stepMs)
  }

  /** The player's entities, in the order in which the server moves them, followed by ghosts. */
  get entities(): readonly OwnEntity[] {
    return this.own.list
  }

  /** Whether the player is at rest: its inputs are all alike and change nothing. */
  get isResting(): boolean {
    return this.#stillSteps >= this.#restAfter
  }

  /** Notes that the client tells the server that the inputs after the newest are like it. */
  tellRest(): void {
    if (this.#restTo < Number.POSITIVE_INFINITY) this.#restFrom = this.newest
    this.#restTo = Number.POSITIVE_INFINITY
  }

  /** Runs the input just written to `inputs` as `newest + 1`. Returns the events that it raised, valid until the next call. */
  step(): readonly Raised[] {
    this.made = ++this.newest
    this.#isRestamped = false
    this.presses?.step(this.newest)
    this.#begin(this.newest, false)
    // Until the server answers, the client does not know which entities to move.
    let isStill = this.acknowledged > 0 && !this.inputs.isChanged(this.newest)
    for (const entity of this.entities) {
      if (!entity.isMoved) continue
      if (this.#techniques.predict) {
        this.#move(entity, this.newest)
        isStill &&= entity.states.isStill
      } else isStill = false
    }
    const { spawned } = this.#mover
    this.own.spawn(spawned, this.newest)
    if (isStill && spawned.length === 0 && this.#mover.raised.length === 0) this.#stillSteps++
    else this.#endRest(this.newest - 1)
    this.#syncTest?.check(this)
    return this.#mover.raised
  }

  /** Begins an epoch: the server moved input `from16` to `stamp`, and time stands at `stamp + held` until inputs catch up. */
  rebase(from16: number, stamp: SubTick, held: SubTick = 0): void {
    const { epochs, newest } = this
    // A repeat may come so late that its 16 bits, unwrapped near `newest`, would mean another input.
    const known = epochs.from
    if ((known & 0xffff) === from16 && ((epochs.stampOf(known) - stamp) | 0) === 0) return
    const from = newest + difference16(from16, newest & 0xffff)
    epochs.begin(from, stamp, stamp + held)
    this.#stats.rebases++
    if (from > newest || this.#sharedTick) return
    this.#stats.lateRebases++
    this.#isRestamped = true
  }

  /**
   * Notes that `id` is the newest input that the server has applied. `taken`: how many presses the server has taken by then;
   * null: all that this input counts. `hasCome`: whether the server had the input. Steps that the server took without this
   * client's inputs no longer need any.
   */
  acknowledge(id: number, taken: Int32Array | null, hasCome: boolean): void {
    if (id > this.newest) this.skipTo(id)
    if (id > this.acknowledged) this.acknowledged = id
    const { reconcile } = this.#techniques
    this.#takesOthers =
      id === this.acknowledged &&
      this.presses?.acknowledge(id, this.newest, taken, hasCome, reconcile) === true
  }

  /**
   * Notes that `id` is the newest input that the server has received, and `applied` the newest that it has applied. If it went
   * on with inputs that it knew would be like `id`, those count as received.
   */
  receive(id: number, applied: number): void {
    const isKnown = id >= this.#restFrom && applied <= this.#restTo
    this.received = isKnown ? Math.max(id, applied) : id
  }

  /** Ends a rest, in which `id` was the last input. */
  #endRest(id: number): void {
    this.#stillSteps = 0
    this.#restTo = Math.min(this.#restTo, id)
  }

  /** Skips inputs up to `id`, because the server has gone on without them. */
  skipTo(id: number): void {
    this.#endRest(this.newest)
    const { row, defaults } = this.inputs
    for (let one = Math.max(this.newest + 1, id - PREDICTED + 1); one <= id; one++) {
      row.set(defaults, this.inputs.offsetOf(one))
      this.presses?.skip(one)
    }
    this.skipped += id - this.newest
    this.skippedTo = id
    this.newest = id
  }

  /**
   * Compares all entities with the server's states after input `acknowledged`, which their rows hold. If one differs or is new,
   * snaps it to the server's state, and runs the inputs since again. Drops ghosts that the server has not spawned, although it
   * has applied their input. `alpha`: the moment of the newest step on display.
   */
  reconcile(alpha: number): void {
    const { entities, acknowledged } = this
    const { predict, reconcile } = this.#techniques
    // States that the ring has lost can be neither compared nor replayed. The prediction stands until answers come again.
    const mayReplay = predict && this.newest - acknowledged < PREDICTED
    let isDue = false
    for (let i = 0; i < entities.length; i++) {
      const entity = entities[i]!
      entity.isWrong = false
      if (entity.isGhost || !entity.isMoved) continue
      if (entity.isUnknown) {
        if (mayReplay) isDue = true
        else entity.snap(acknowledged)
      } else if (!predict) entity.adopt()
      else if (mayReplay) {
        entity.isWrong = this.#isWrong(entity)
        isDue ||= entity.isWrong
        if (isDevelopment && acknowledged <= this.made) noteComparison(entity, acknowledged)
      }
    }
    if (isDue) this.#correct(alpha)
    // Nothing was wrong, but what goes by the time is elsewhere now, and what rides on it goes along at once.
    else if (this.#isRestamped && mayReplay && reconcile) this.#replay(true)
    this.own.dropUnconfirmed(acknowledged)
    this.#showNew(alpha)
  }

  /** Shows what this snapshot was the first to name, because the page may look at it before the next frame. */
  #showNew(alpha: number): void {
    for (let i = 0; i < this.entities.length; i++) {
      const entity = this.entities[i]!
      // What an input has spawned is on display already.
      if (entity.isMoved && entity.isNew && entity.spawnedAt === 0)
        entity.show(this.#shown(alpha), 0)
    }
  }

  /** Compares an entity with the server's state, if it can be compared. */
  #isWrong(entity: OwnEntity): boolean {
    if (!this.#takesOthers && this.#sharedTick?.isInGap(this, entity)) return false
    entity.comparedAt = this.acknowledged
    if (!this.#techniques.reconcile) return false
    return this.#takesOthers || !entity.agrees(this.acknowledged)
  }

  /** Replays from the server's states of what is wrong or new, and eases the picture over. */
  #correct(alpha: number): void {
    const { entities } = this
    const isWhole = this.#isRestamped || entities.at(-1)!.isGhost
    for (const { isMoved, isUnknown, isWrong, states } of entities)
      if (isMoved && !isUnknown && (isWhole || isWrong)) states.beginCorrection(this.#shown(alpha))
    this.#replay(isWhole)
    for (const { isMoved, isWrong, states } of entities) {
      if (!isMoved) continue
      const distance = states.endCorrection()
      // The client has not predicted steps that the server took by itself, so this is no correction.
      if (!isWrong || this.acknowledged > this.made) continue
      this.#stats.corrections++
      this.#stats.replayedSteps += this.newest - this.acknowledged
      this.#stats.correctionDistance += distance
    }
  }

  /**
   * Shows all entities at the moment `alpha` of the newest step, `dtSeconds` after the previous frame. Told fields are shown as
   * of network tick `shownTick`, at which the room is on display.
   */
  show(alpha: number, dtSeconds: Seconds, shownTick: number): void {
    for (let i = 0; i < this.entities.length; i++) {
      const entity = this.entities[i]!
      if (!entity.isMoved) continue
      entity.show(this.#shown(alpha), dtSeconds)
      entity.told?.show(shownTick)
    }
  }

  /** Drops the offsets of all corrections, after a gap. */
  settle(): void {
    for (const entity of this.entities) entity.states.settle()
  }

  /** Returns the own time on display: `alpha` of the way between the times of the last two inputs. */
  ownTimeMs(alpha: number): Ms {
    const { epochs, newest } = this
    const from = epochs.timeOf(newest - 1)
    const stamp = from + (epochs.timeOf(newest) - from) * alpha
    return (stamp / SUBTICKS_PER_STEP) * this.game.stepMs
  }

  #shown(alpha: number): number {
    return this.#techniques.interpolate ? alpha : 1
  }

  /**
   * Runs the inputs since the newest acknowledged one again, for what is wrong or new. `isWhole`: for all entities. Where inputs
   * have spawned something, all must move together, in the order in which the server moves them: only then do the inputs spawn
   * what they spawn on the server.
   */
  #replay(isWhole: boolean): void {
    const { entities, acknowledged, newest } = this
    this.own.takeGhosts()
    for (const entity of entities) {
      if (!entity.isMoved) continue
      if (entity.isWrong || entity.isUnknown) entity.snap(acknowledged)
      else if (isWhole && newest > acknowledged) entity.rewind(acknowledged)
    }
    for (let id = acknowledged + 1; id <= newest; id++) {
      this.#begin(id, true)
      // The others have their states up to the newest input.
      for (const entity of entities)
        if (entity.isMoved && entity.states.newest < id) this.#move(entity, id)
      this.own.spawn(this.#mover.spawned, id)
    }
    this.own.dropUnclaimed()
  }

  #move(entity: OwnEntity, id: number): void {
    this.#mover.move(entity.kind, entity.schema, entity.state, entity.seed, this.#input)
    entity.stepped(id)
  }

  #begin(id: number, replaying: boolean): void {
    this.game.inputSchema.scatter(this.inputs.row, this.inputs.offsetOf(id), this.#input)
    this.presses?.press(id, this.#input)
    this.#mover.begin(this.player, id, this.epochs.timeOf(id), replaying)
  }
}
