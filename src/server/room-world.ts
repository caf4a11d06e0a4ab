import { GlissadeError } from '../base/error.ts'
import { type Ms, SUBTICKS_PER_STEP, type Tick } from '../base/units.ts'
import type { About } from '../directory/directory.ts'
import type { EntityId } from '../game/field.ts'
import type { Identity } from '../game/infer.ts'
import type { Holder } from '../game/schema.ts'
import { Driver } from './authority/driver.ts'
import type { RoomHost } from './host.ts'
import { PastWorld } from './rewind/past-world.ts'
import { roomAudience } from './world/audience.ts'
import type { EventAudience, Player, SeenWorld, ServerEntity, World } from './world/world.ts'

/** The view of a room that a game's server functions get. */
export class RoomWorld implements World {
  readonly state: unknown
  readonly room: Holder
  readonly #host: RoomHost
  /** Created at the first `drive`. */
  #driver: Driver | undefined
  /** Created at the first `seenBy`. */
  #past: PastWorld | undefined

  constructor(host: RoomHost, state: unknown) {
    this.#host = host
    this.room = host.entities.room
    this.state = state
  }

  get players(): readonly Player[] {
    return this.#host.players
  }

  get roomId(): string {
    return this.#host.id
  }

  get about(): About {
    return this.#host.listing.about
  }

  set about(about: About) {
    this.#host.listing.about = about
  }

  get isPrivate(): boolean {
    return this.#host.listing.isPrivate
  }

  set isPrivate(isPrivate: boolean) {
    this.#host.listing.isPrivate = isPrivate
  }

  get isLocked(): boolean {
    return this.#host.listing.isLocked
  }

  set isLocked(isLocked: boolean) {
    this.#host.listing.isLocked = isLocked
  }

  get tick(): Tick {
    return this.#host.tick
  }

  get timeMs(): Ms {
    return this.#host.tick * this.#host.game.stepMs
  }

  readonly spawn = (
    kind: string,
    player: Player | null,
    start: object = {},
  ): ServerEntity<never, never> => {
    if (player && !this.players.includes(player))
      throw new GlissadeError('stale', `spawn('${kind}'): player ${player.id} is not in this room`)
    return this.#host.entities.spawn(kind, player?.id ?? 0, start).object as never
  }

  readonly despawn = (entity: Identity): void => {
    this.#host.entities.despawn(entity, this.#host.nextNetworkTick)
  }

  readonly entities = (kind: string): readonly never[] => {
    return this.#host.entities.ofKind(kind) as unknown as readonly never[]
  }

  readonly get = (id: EntityId | null): ServerEntity<never, never> | undefined => {
    const entity = id === null ? undefined : this.#host.entities.get(id)
    return entity && !entity.isHidden ? (entity.object as never) : undefined
  }

  readonly emit = (event: string, data: object, audience?: EventAudience): void => {
    const { events, tick, nextNetworkTick } = this.#host
    events.add(events.kind(event), data, {
      stamp: tick * SUBTICKS_PER_STEP,
      tick: nextNetworkTick,
      audience: roomAudience(this.#host, event, audience),
    })
  }

  readonly give = (entity: Identity, player: Player | null): void => {
    if (player && !this.players.includes(player))
      throw new GlissadeError('stale', `give: player ${player.id} is not in this room`)
    const { entities, nextNetworkTick } = this.#host
    entities.give(entity, player?.id ?? 0, nextNetworkTick)
  }

  readonly drive = (entity: Identity, input: object): void => {
    this.#driver ??= new Driver(this.#host)
    this.#driver.drive(this.#host.entities.of(entity), input, this.#host.tick)
  }

  readonly seenBy = (player: Player | null): SeenWorld => {
    if (player && !this.players.includes(player))
      throw new GlissadeError('stale', `seenBy: player ${player.id} is not in this room`)
    this.#past ??= new PastWorld(this.#host)
    return this.#past.setViewer(player) as unknown as SeenWorld
  }

  readonly teleport = (entity: Identity): void => {
    this.#host.entities.teleport(entity)
  }

  readonly send = (player: Player, ...given: unknown[]): void => {
    this.#host.messages.send(player, given)
  }

  readonly broadcast = (...given: unknown[]): void => {
    for (const player of this.players) this.#host.messages.send(player, given)
  }

  readonly kick = (player: Player, detail?: string): void => {
    this.#host.kick(player, detail)
  }

  readonly random = (): number => {
    return this.#host.random.next()
  }
}
