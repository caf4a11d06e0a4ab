import type { Ms } from '../../base/units.ts'
import type { Kind } from '../../game/define-game.ts'
import type { LaneMoments } from '../../time/playout/lane-moments.ts'
import type { Culled } from './culled.ts'
import type { RemoteEntity, Sleep } from './remote-entity.ts'
import { Sleeper, type Waking } from './sleeper.ts'

/** How often entities that have gone out of sight are looked for, and views out of sight are brought up to date. */
const SCAN_MS: Ms = 500

/**
 * Chooses the entities that have to be brought to the moment on display in a frame: those that a page may draw, and that do not
 * rest. The others sleep: see `Sleeper`. They cost nothing but a look twice a second and at each new state. Allocates only where
 * its lists grow.
 */
export class Culling implements Waking {
  readonly lanes: LaneMoments
  readonly #remotes: readonly RemoteEntity[]
  readonly #kinds = new Map<Kind, Culled>()
  /** The same, for a loop without an iterator. */
  #culled: readonly Culled[] = []
  /** The entities that are not away, and those of them that do not rest. */
  readonly #near: RemoteEntity[] = []
  readonly #awake: RemoteEntity[] = []
  #areOthersNear = false
  #restingHorizons = 0
  #sinceMs: Ms = Number.POSITIVE_INFINITY
  #length = 0
  #last: RemoteEntity | undefined

  /** `remotes`: all entities held. New ones are added at the end. `lanes`: the moments on display. */
  constructor(remotes: readonly RemoteEntity[], lanes: LaneMoments) {
    this.#remotes = remotes
    this.lanes = lanes
  }

  /** Lets entities of a kind sleep. */
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

  /** See `Waking`. */
  wake(remote: RemoteEntity, wasAway: boolean): void {
    this.#awake.push(remote)
    if (wasAway) this.#near.push(remote)
    if (wasAway) this.#areOthersNear = true
  }

  /**
   * Ends a frame: lets entities rest, and lists the views of those that are near. Returns the horizons of those at rest: bit n
   * says that there is one with horizon n. Free of allocation in steady state.
   */
  settle(): number {
    const awake = this.#awake
    let kept = 0
    for (let i = 0; i < awake.length; i++) {
      const remote = awake[i]!
      const { sleeper } = remote
      if (sleeper && sleeper.isListed !== remote.isShown) this.#areOthersNear = true
      if (sleeper?.mayRest()) this.#restingHorizons |= 1 << remote.horizon
      else awake[kept++] = remote
    }
    awake.length = kept
    if (this.#areOthersNear) this.#list()
    return this.#restingHorizons
  }

  #list(): void {
    this.#areOthersNear = false
    for (let i = 0; i < this.#culled.length; i++) this.#culled[i]!.count = 0
    for (let i = 0; i < this.#near.length; i++) {
      const { sleeper, isShown, view } = this.#near[i]!
      if (!sleeper) continue
      sleeper.isListed = isShown
      const { culled } = sleeper
      if (isShown) culled.views[culled.count++] = view.object
    }
    for (let i = 0; i < this.#culled.length; i++) {
      const { views, count } = this.#culled[i]!
      views.length = count
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
    this.#areOthersNear = true
    this.#restingHorizons = 0
    for (let i = 0; i < this.#culled.length; i++) this.#culled[i]!.follow()
    // Lists are overwritten, because emptied ones would be allocated anew.
    let near = 0
    let awake = 0
    for (let i = 0; i < remotes.length; i++) {
      const remote = remotes[i]!
      const sleeper = (remote.sleeper ??= this.#sleeperOf(remote))
      sleeper?.look()
      if (sleeper?.isAway) continue
      this.#near[near++] = remote
      if (sleeper?.isResting) this.#restingHorizons |= 1 << remote.horizon
      else this.#awake[awake++] = remote
    }
    this.#near.length = near
    this.#awake.length = awake
  }

  #sleeperOf(remote: RemoteEntity): Sleep | undefined {
    const culled = this.#kinds.get(remote.kind)
    return culled && new Sleeper(remote, culled, this)
  }
}
