import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { Kind } from '../../game/define-game.ts'
import type { EntityId } from '../../game/field.ts'
import { identify } from '../../game/identify.ts'
import type { Identity } from '../../game/infer.ts'
import { Mover } from '../../game/mover.ts'
import type { Holder } from '../../game/schema.ts'
import type { Peer } from '../connection/peer.ts'
import type { Entity } from '../world/entity.ts'
import { stampOf } from '../world/owners.ts'
import type { Player } from '../world/world.ts'
import { PastPicture } from './past-picture.ts'
import type { RewoundRoom } from './rewound-room.ts'

const row = /* @__PURE__ */ new Int32Array(256)

/**
 * The world as one player saw it: see `World.seenBy`. One serves a whole room. Works out only what it is asked for. Allocates
 * only for entities that it has not shown before.
 */
export class PastWorld {
  readonly #host: RewoundRoom
  readonly #mover: Mover
  readonly #perSubTick: Ms
  readonly #pictures: (PastPicture | undefined)[] = []
  readonly #lists = new Map<string, Holder[]>()
  /** The object that shows each entity. */
  readonly #objects = new WeakMap<Entity, Holder>()
  /** The player who looks; 0: nobody, so that the world is shown as it is. */
  #viewer = 0
  #input = 0

  constructor(host: RewoundRoom) {
    this.#host = host
    host.entities.keepPast()
    this.#perSubTick = host.game.stepMs / SUBTICKS_PER_STEP
    this.#mover = new Mover(host.game, host.entities.roomOnGrid?.object)
  }

  /** Shows the world as a player saw it when the last applied input was made; null, or one who is away: as it is. */
  setViewer(player: Player | null): this {
    const peer = player ? this.#host.peers.get(player.id) : undefined
    this.#input = peer ? peer.shown.known(peer.inputBuffer.applied) : 0
    this.#viewer = this.#input > 0 ? player!.id : 0
    return this
  }

  readonly entities = (kind: string): readonly Holder[] => {
    const { entities } = this.#host
    const living = entities.ofKind(kind)
    const list = this.#lists.get(kind) ?? []
    this.#lists.set(kind, list)
    let count = 0
    for (let i = 0; i < living.length; i++) {
      const seen = this.#see(entities.of(living[i]!))
      if (seen) list[count++] = seen
    }
    list.length = count
    return list
  }

  readonly get = (id: EntityId | null): Holder | undefined => {
    const entity = id === null ? undefined : this.#host.entities.get(id)
    return entity && !entity.isHidden ? this.#see(entity) : undefined
  }

  readonly timeOf = ({ id }: Identity): Ms => {
    const host = this.#host
    const entity = host.entities.get(id)
    if (!entity || !this.#see(entity)) return Number.NaN
    const { owner, seed, kind } = entity
    const peer = this.#peer
    const isPresent = !peer || this.#isPresent(entity, peer)
    const shownMs = isPresent
      ? stampOf(owner, host) * this.#perSubTick
      : this.#pictureOf(kind).shownMs
    // What its player has spawned was born in that player's time.
    return seed < 0 || owner === this.#viewer ? shownMs : Math.max(shownMs, this.#bornMs(entity))
  }

  /** The room's time in which an entity was spawned. Its owner's time may have been behind that. */
  #bornMs({ past }: Entity): Ms {
    const { game, tick } = this.#host
    const first = past?.firstTick ?? 0
    return first < 0 ? tick * game.stepMs : first * game.sendMs
  }

  #see(entity: Entity): Holder | undefined {
    const { kind } = entity
    const peer = this.#peer
    // A page shows what its player's inputs have spawned before it hears of it.
    const isSpawned = entity.seed < 0 && entity.owner === this.#viewer
    if (peer && !isSpawned && !peer.sawAt(entity, peer.shown.ackOf(this.#input))) return undefined
    const object = this.#objectOf(entity)
    if (!peer || this.#isPresent(entity, peer)) showPresent(entity, object)
    else if (!this.#pictureOf(kind).show(entity, peer, this.#input, object)) return undefined
    const { texts, columns } = kind.schema
    for (let k = 0; k < texts.length; k++) {
      const { name, seen } = columns[texts[k]!]!
      if (seen !== 'own' && seen !== 'hidden') object[name] = entity.object[name]
    }
    return object
  }

  get #peer(): Peer | undefined {
    return this.#viewer > 0 ? this.#host.peers.get(this.#viewer) : undefined
  }

  /** Whether an entity counts as it is now: the player who looks owns it, or did not know yet that somebody got it. */
  #isPresent({ owner, givenTick }: Entity, { player, shown }: Peer): boolean {
    return owner === player.id || givenTick > shown.ackOf(this.#input)
  }

  #pictureOf(kind: Kind): PastPicture {
    this.#pictures[kind.index] ??= new PastPicture(kind, this.#host, this.#mover)
    return this.#pictures[kind.index]!
  }

  #objectOf(entity: Entity): Holder {
    const held = this.#objects.get(entity)
    if (held) return held
    const { kind, id, owner } = entity
    const object = kind.schema.create()
    identify(object, { id, kind: kind.name, owner: owner || null, mine: false })
    this.#objects.set(entity, object)
    return object
  }
}

/** Writes what an entity is like now to `object`, on its grid. Texts are left out. */
function showPresent({ kind: { schema }, object: from }: Entity, object: Holder): void {
  schema.gather(from, row, 0, null)
  schema.scatter(row, 0, object, schema.viewed)
}
