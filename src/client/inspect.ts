import { type Ms, SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame, Kind } from '../game/define-game.ts'
import type { Identity } from '../game/infer.ts'
import { type Holder, TELEPORTS } from '../game/schema.ts'
import { readSample } from '../motion/track-intake.ts'
import { TrackState } from '../motion/track-state.ts'
import { type Inside, insides } from './inside.ts'
import type { OwnEntity } from './prediction/own-entity.ts'
import type { Prediction } from './prediction/predict.ts'
import type { Session } from './session.ts'
import type { RemoteEntity } from './timeline/remote-entity.ts'
import type { Timeline } from './timeline/timeline.ts'

/**
 * What the picture of an entity was based on: a name from `TrackState` for an entity that is shown in the past, or
 * `predicted` for one that the local player predicts.
 */
export type InspectedState = keyof typeof TrackState | 'predicted'

/** The result of `Inspector.look`. `S` are the fields of the entity's kind. Valid until the next `look`. */
export interface Inspection<S> {
  /** The moment on display: the time of the player's clock or of the lane, or the own time for a predicted entity. */
  readonly timeMs: Ms
  /** How many states are held. For a predicted entity: those that the server has not answered, and one before them. */
  readonly count: number
  /** The time of each state, oldest first. Only the first `count` entries are valid. */
  readonly timesMs: Float64Array
  /**
   * The states as they were received or predicted, not eased and not moved along with a carrier. Texts are ''. Fields that
   * only the owner gets have their defaults, except in a predicted entity. There, `told` fields have their newest values from
   * the server in every state.
   */
  readonly states: readonly Readonly<S>[]
  /** The index of the newest state at or before the moment on display; -1 if there is none. */
  readonly before: number
  /** The index of the oldest state after the moment on display; -1 if there is none. */
  readonly after: number
  /**
   * Where the moment on display lies between those two states, 0 to 1. Past the newest state it is above 1, measured by the
   * last two states, unless the entity rests. It is 0 without two states and across a teleport.
   */
  readonly factor: number
  /** What the picture was based on. */
  readonly state: InspectedState
  /** The newest state from the server, for an entity that the local player predicts; null until it has come, and for others. */
  readonly server: Readonly<S> | null
  /** How many inputs `server` does not answer yet; 0 if it is null. */
  readonly unanswered: number
}

/** The result of `Inspector.foresight`: which entities the game's `move` extrapolates in the newest frame. */
export interface InspectedForesight {
  /** How many entities `move` extrapolates. */
  readonly count: number
  /** How far past its newest state the furthest of these entities is shown; 0 if there are none. */
  readonly reachMs: Ms
}

const STATES = Object.keys(TrackState) as (keyof typeof TrackState)[]

/**
 * Shows what the picture of a session is based on, for debugging views: which states of an entity are held, between which
 * two it is drawn, and where the server has the own player. Call it right after `session.frame`, as in `session.onFrame`:
 * packets that come later change the states, but not the picture. Free of allocation once it has seen as many states of a kind.
 */
export class Inspector {
  readonly #inside: () => Inside | null
  readonly #found = new Found()
  readonly #foresight = { count: 0, reachMs: 0 }
  /** Separate from those of remote entities, because fields that only the owner gets stay in a bench once they are set. */
  readonly #ownBenches = new Map<Kind, Bench>()
  readonly #remoteBenches = new Map<Kind, Bench>()

  /** The session may not have joined yet. */
  constructor(session: Session<AnyGame>) {
    this.#inside = insides.get(session)!
  }

  /**
   * Inspects an entity from `session.entities`. Returns the same object from each call, filled anew, or null if the entity
   * is gone.
   */
  look<V extends Identity>(view: V): Inspection<Omit<V, keyof Identity>> | null {
    const inside = this.#inside()
    if (!inside) return null
    const { prediction, timeline } = inside
    const isFound = this.#predicted(view, prediction) || this.#remote(view, timeline)
    return isFound ? (this.#found as Inspection<object> as Inspection<V>) : null
  }

  /**
   * Counts the entities that `move` extrapolates past their newest states, in the newest frame. Returns one object for all
   * calls. Free of allocation.
   */
  foresight(): InspectedForesight {
    const found = this.#foresight
    found.count = 0
    found.reachMs = 0
    const remotes = this.#inside()?.timeline.remotes ?? NONE
    for (let i = 0; i < remotes.length; i++) {
      const { isShown, state, track } = remotes[i]!
      if (!isShown || state !== TrackState.extrapolated || track.foresight === null) continue
      found.count++
      found.reachMs = Math.max(found.reachMs, track.sampledMs - track.newestMs)
    }
    return found
  }

  #predicted(view: object, prediction: Prediction): boolean {
    const { entities } = prediction
    for (let i = 0; i < entities.length; i++) {
      const entity = entities[i]!
      if (!entity.isMoved || entity.view.object !== view) continue
      benchOf(this.#ownBenches, entity.kind).ownEntity(entity, prediction, this.#found)
      return true
    }
    return false
  }

  #remote(view: object, { remotes }: Timeline): boolean {
    for (let i = 0; i < remotes.length; i++) {
      const remote = remotes[i]!
      if (remote.view.object !== view) continue
      benchOf(this.#remoteBenches, remote.kind).remote(remote, this.#found)
      return true
    }
    return false
  }
}

const NONE: readonly RemoteEntity[] = []

function benchOf(benches: Map<Kind, Bench>, kind: Kind): Bench {
  let bench = benches.get(kind)
  if (!bench) benches.set(kind, (bench = new Bench(kind)))
  return bench
}

/** The object that every `look` returns. */
class Found implements Inspection<Holder> {
  timeMs: Ms = Number.NaN
  count = 0
  timesMs = new Float64Array(32)
  states: Holder[] = []
  before = -1
  after = -1
  factor = Number.NaN
  state: InspectedState = 'empty'
  server: Holder | null = null
  unanswered = 0

  /** Makes room for `count` moments. */
  begin(count: number): void {
    this.count = count
    if (this.timesMs.length < count) this.timesMs = new Float64Array(2 * count)
  }

  /** Finds the moment on display among the states. `rests`: past its newest state, the entity stays as it is. */
  place(rests: boolean): void {
    const { count, timesMs, timeMs, states } = this
    let after = 0
    while (after < count && timesMs[after]! <= timeMs) after++
    this.before = after - 1
    this.after = after < count ? after : -1
    this.factor = 0
    if (count < 2 || after === 0) return
    const to = Math.min(after, count - 1)
    if (states[to - 1]![TELEPORTS] !== states[to]![TELEPORTS]) return
    const fromMs = timesMs[to - 1]!
    const factor = (timeMs - fromMs) / (timesMs[to]! - fromMs)
    this.factor = rests ? Math.min(factor, 1) : factor
  }
}

/** Objects that hold the states of one entity of a kind, reused from call to call. */
class Bench {
  readonly #kind: Kind
  readonly #states: Holder[] = []
  readonly #server: Holder
  readonly #numbers: Float64Array
  readonly #row: Int32Array

  constructor(kind: Kind) {
    this.#kind = kind
    this.#server = kind.schema.create()
    // A track may have one more column behind those of the kind.
    this.#numbers = new Float64Array(kind.schema.width + 1)
    this.#row = new Int32Array(kind.schema.width)
  }

  remote(remote: RemoteEntity, found: Found): void {
    const { track } = remote
    const { count } = track.samples
    const { viewed } = this.#kind.schema
    this.#begin(count, found)
    for (let n = 0; n < count; n++) {
      found.timesMs[n] = readSample(track, n, this.#numbers)
      this.#put(n, viewed, this.#numbers)
    }
    found.timeMs = track.sampledMs
    found.state = STATES[remote.state]!
    found.server = null
    found.unanswered = 0
    found.place(remote.state === TrackState.between)
  }

  ownEntity(entity: OwnEntity, prediction: Prediction, found: Found): void {
    const { newest, acknowledged, epochs, game } = prediction
    const { states } = entity
    const { schema } = this.#kind
    const msPerSubTick = game.stepMs / SUBTICKS_PER_STEP
    const last = states.newest
    let first = last
    // Without prediction, `last` is NaN and no state is held.
    const from = Math.max(Math.min(acknowledged, last - 1), states.since)
    while (first - 1 >= from && states.holds(first - 1)) first--
    this.#begin(states.holds(last) ? last - first + 1 : 0, found)
    // What only the server writes is not predicted: the newest values count.
    schema.gather(entity.state, this.#row, 0, null)
    for (let n = 0; n < found.count; n++) {
      found.timesMs[n] = epochs.stampOf(first + n) * msPerSubTick
      this.#put(n, schema.predicted, states.of(first + n))
      schema.scatter(this.#row, 0, this.#states[n]!, schema.told)
    }
    const fromStamp = epochs.stampOf(newest - 1)
    const stamp = fromStamp + (epochs.stampOf(newest) - fromStamp) * states.alpha
    found.timeMs = stamp * msPerSubTick
    found.state = 'predicted'
    schema.scatterOwn(entity.row, entity.offset, this.#server)
    found.server = entity.isGhost ? null : this.#server
    found.unanswered = entity.isGhost ? 0 : newest - acknowledged
    found.place(false)
  }

  #begin(count: number, found: Found): void {
    while (this.#states.length < count) this.#states.push(this.#kind.schema.create())
    found.states = this.#states
    found.begin(count)
  }

  #put(n: number, which: Int32Array, numbers: Float64Array): void {
    this.#kind.schema.fromNumbers(which, numbers, this.#states[n]!)
  }
}
