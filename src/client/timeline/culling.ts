import type { Ms } from '../../base/units.ts'
import type { Kind } from '../../game/define-game.ts'
import { getNumber } from '../../game/quantize.ts'
import type { Holder } from '../../game/schema.ts'
import { SHOWN } from '../../motion/pieces.ts'
import { COLUMNS } from '../../motion/samples.ts'
import type { RemoteEntity, Sleep } from './remote-entity.ts'

/** A part of the world, in its units. A page may move it at any time. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** How often entities that have gone out of sight are looked for, and views out of sight are brought up to date. */
const SCAN_MS: Ms = 500
/** Entities are shown this far around what has to be shown, as a share of its size, so that few scans are needed. */
const SLACK = 0.125
/** For how long an entity may be extrapolated past its newest state: see `trackOf`. */
const AHEAD_MS: Ms = 400

const place = /* @__PURE__ */ new Float64Array(2)

/** What a page shows of the entities of a kind. */
export class Culled {
  /** The views that were brought to the moment on display in the last frame. */
  readonly views: Holder[] = []
  readonly #area: Area
  readonly #reach: number
  /** The columns of x and y. */
  readonly x: number
  readonly y: number
  /** The rectangle in which every entity is shown. */
  left = 0.5
  top = 0.5
  right = 0.5
  bottom = 0.5

  constructor(kind: Kind, area: Area, reach: number) {
    this.#area = area
    this.#reach = reach
    const column = (name: string): number => kind.schema.columns.findIndex((c) => c.name === name)
    this.x = column('x')
    this.y = column('y')
  }

  /** Whether the area is no longer within that rectangle. */
  get isOutgrown(): boolean {
    const { left, top, width, height } = this.#area
    const reach = this.#reach
    return !(
      left - reach >= this.left &&
      top - reach >= this.top &&
      left + width + reach <= this.right &&
      top + height + reach <= this.bottom
    )
  }

  /** Puts the rectangle around the area. */
  follow(): void {
    const { left, top, width, height } = this.#area
    const aside = this.#reach + SLACK * width
    const above = this.#reach + SLACK * height
    this.left = left - aside
    this.right = left + width + aside
    this.top = top - above
    this.bottom = top + height + above
  }
}

/** An entity that may sleep: out of sight, it is not brought to the moment on display. */
class Sleeper implements Sleep {
  isAsleep = false
  /** Whether its view is older than its newest state. */
  #isOld = false
  readonly #remote: RemoteEntity
  declare readonly culled: Culled
  readonly #awake: RemoteEntity[]
  /** All places at which it may be shown, whatever moment is on display. */
  #left = 0.5
  #top = 0.5
  #right = 0.5
  #bottom = 0.5

  /** `awake`: where it goes when it wakes. */
  constructor(remote: RemoteEntity, culled: Culled, awake: RemoteEntity[]) {
    this.#remote = remote
    this.culled = culled
    this.#awake = awake
  }

  /** Takes in a new state of the entity, or that it has left. Free of allocation. */
  told(): void {
    if (!this.isAsleep) return
    this.#isOld = true
    this.#include(this.#remote.track.samples.count - 1)
    if (this.#mayBeSeen() || !canSleep(this.#remote)) {
      this.isAsleep = false
      this.#awake.push(this.#remote)
    }
  }

  /** Decides whether it sleeps until the next scan. Free of allocation. */
  decide(): void {
    if (this.isAsleep) {
      this.isAsleep = !this.#mayBeSeen()
      if (this.isAsleep && this.#isOld) this.#remote.copyNewest(this.#remote.view.object)
    } else {
      this.isAsleep = canSleep(this.#remote) && !this.#measure()
      if (this.isAsleep) forgetPicture(this.#remote)
    }
    this.#isOld = false
  }

  #mayBeSeen(): boolean {
    const { left, top, right, bottom } = this.culled
    return this.#right > left && this.#left < right && this.#bottom > top && this.#top < bottom
  }

  /** Finds all places at which it may be shown. Returns whether it may be seen at one of them. */
  #measure(): boolean {
    const { track, view, schema } = this.#remote
    const { x, y } = this.culled
    getNumber(schema.columns[x]!, view.object, place, 0)
    getNumber(schema.columns[y]!, view.object, place, 1)
    this.#left = this.#right = place[0]!
    this.#top = this.#bottom = place[1]!
    if (this.#mayBeSeen()) return true
    const { samples } = track
    let at = samples.count
    let isShown = false
    while (at-- > 0 && !isShown) {
      isShown = samples.values[samples.row(at)]! <= track.sampledMs
      this.#include(at)
    }
    return this.#mayBeSeen()
  }

  /** Includes the places between a sample and the one before, and those at which it may be extrapolated from there. */
  #include(at: number): void {
    const { samples } = this.#remote.track
    const { values } = samples
    const row = samples.row(at)
    const before = at > 0 ? samples.row(at - 1) : row
    const ahead = at > 0 ? AHEAD_MS / (values[row]! - values[before]!) : 0
    const x = COLUMNS + this.culled.x
    const y = COLUMNS + this.culled.y
    const goneX = values[row + x]! - values[before + x]!
    const goneY = values[row + y]! - values[before + y]!
    const reachX = Math.abs(goneX * ahead)
    const reachY = Math.abs(goneY * ahead)
    this.#left = Math.min(this.#left, values[row + x]! - reachX)
    this.#right = Math.max(this.#right, values[row + x]! + reachX)
    this.#top = Math.min(this.#top, values[row + y]! - reachY)
    this.#bottom = Math.max(this.#bottom, values[row + y]! + reachY)
  }
}

/**
 * Chooses the entities that have to be brought to the moment on display in a frame: those that a page may draw. The others
 * sleep, and cost nothing but a look twice a second and at each new state. Allocates only when entities enter.
 */
export class Culling {
  readonly #remotes: readonly RemoteEntity[]
  readonly #kinds = new Map<Kind, Culled>()
  /** The same, for a loop without an iterator. */
  #culled: readonly Culled[] = []
  readonly #awake: RemoteEntity[] = []
  #sinceMs: Ms = Number.POSITIVE_INFINITY
  #length = 0
  #last: RemoteEntity | undefined

  /** `remotes`: all entities held. New ones are added at the end. */
  constructor(remotes: readonly RemoteEntity[]) {
    this.#remotes = remotes
  }

  /** Lets entities of a kind sleep that are nowhere near. */
  set(kind: Kind, culled: Culled): void {
    this.#kinds.set(kind, culled)
    this.#restart(kind)
  }

  /** Undoes `set`, unless another one has taken its place. */
  end(kind: Kind, culled: Culled): void {
    if (this.#kinds.get(kind) !== culled) return
    this.#kinds.delete(kind)
    this.#restart(kind)
  }

  #restart(kind: Kind): void {
    this.#culled = [...this.#kinds.values()]
    for (const remote of this.#remotes) if (remote.kind === kind) remote.sleeper = undefined
    this.#sinceMs = Number.POSITIVE_INFINITY
  }

  /** Returns the entities that are due in this frame, `frameMs` after the frame before. */
  due(frameMs: Ms): readonly RemoteEntity[] {
    const remotes = this.#remotes
    this.#sinceMs += frameMs
    const isOther = remotes.length !== this.#length || remotes[remotes.length - 1] !== this.#last
    if (isOther || this.#sinceMs >= SCAN_MS || this.#isOutgrown()) this.#scan()
    return this.#awake
  }

  /** Lists the views of awake entities. Call at the end of a frame. Free of allocation in steady state. */
  list(): void {
    for (let i = 0; i < this.#culled.length; i++) this.#culled[i]!.views.length = 0
    for (let i = 0; i < this.#awake.length; i++) {
      const { sleeper, isShown, view } = this.#awake[i]!
      if (sleeper && isShown) sleeper.culled.views.push(view.object)
    }
  }

  #isOutgrown(): boolean {
    for (let i = 0; i < this.#culled.length; i++) if (this.#culled[i]!.isOutgrown) return true
    return false
  }

  #scan(): void {
    const remotes = this.#remotes
    this.#sinceMs = 0
    this.#length = remotes.length
    this.#last = remotes[remotes.length - 1]
    this.#awake.length = 0
    for (let i = 0; i < this.#culled.length; i++) this.#culled[i]!.follow()
    for (let i = 0; i < remotes.length; i++) {
      const remote = remotes[i]!
      const sleeper = (remote.sleeper ??= this.#sleeperOf(remote))
      sleeper?.decide()
      if (!sleeper?.isAsleep) this.#awake.push(remote)
    }
  }

  #sleeperOf(remote: RemoteEntity): Sleep | undefined {
    const culled = this.#kinds.get(remote.kind)
    return culled && new Sleeper(remote, culled, this.#awake)
  }
}

/** Whether all that an entity will show lies between and behind the states that are known. */
function canSleep({ isShown, leftMs, own, track }: RemoteEntity): boolean {
  const isStaying = isShown && leftMs === Number.POSITIVE_INFINITY
  return isStaying && !own && track.foresight === null && !track.offset.active
}

/** When it is shown again, nothing was seen before: nothing is eased, and its lane need not be caught up with. */
function forgetPicture(remote: RemoteEntity): void {
  const { track } = remote
  const { pieces, row } = track
  pieces.stop(row)
  pieces.values[row + SHOWN] = Number.NaN
  track.isRewritten = false
  remote.renderTimeMs = Number.NaN
}
