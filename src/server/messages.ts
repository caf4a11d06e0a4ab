import { type DisconnectReason, GlissadeError } from '../base/error.ts'
import type { Ms, Tick } from '../base/units.ts'
import type { AnyGame, NamedMessage } from '../game/define-game.ts'
import { toJson } from '../link/json.ts'
import { MAX_MESSAGE } from '../wire/limits.ts'
import type { Peer } from './connection/peer.ts'
import type { AnyRoom } from './define-room.ts'
import type { Outbox } from './outbox.ts'
import type { Place } from './players/place.ts'
import { tiedStepOf } from './room-options.ts'
import type { Hooks } from './world/hooks.ts'
import type { Player, SendOptions, World } from './world/world.ts'

/** Gets a message of a player. `name` is '' where messages have no names. */
export type MessageListener = (player: Player, message: unknown, name: string) => void

type Handler = (world: World, data: unknown, player: Player) => void
type NamedHandlers = { readonly [name: string]: Handler | undefined }

/** What `RoomMessages` needs of its room. */
interface MessagesRoom {
  readonly game: AnyGame
  readonly rules: AnyRoom['definition']
  readonly world: World
  readonly peers: ReadonlyMap<number, Peer>
  readonly places: ReadonlyMap<number, Place>
  readonly tick: Tick
  readonly nowMs: Ms
  /** Ends a player's connection, or gives up the place of an away player. */
  dismiss(player: Player, reason: DisconnectReason, detail: string): void
  readonly hooks: Hooks
}

/** The messages of a room, in both directions. */
export class RoomMessages {
  readonly #room: MessagesRoom
  readonly #outbox: Outbox
  readonly #listeners = new Set<MessageListener>()

  /** `outbox`: sends the messages that wait for a player. */
  constructor(room: MessagesRoom, outbox: Outbox) {
    this.#room = room
    this.#outbox = outbox
  }

  /** See `World.send`. `given`: a name, data and options where messages have names, otherwise a value and options. */
  send(player: Player, given: readonly unknown[]): void {
    const room = this.#room
    const { messages } = room.game.definition
    if (!messages)
      throw new GlissadeError(
        'misuse',
        'send: the game needs messages: gameMessages({ ... }) or jsonMessages()',
      )
    const { named } = messages
    const [first, second, third] = given
    const message = named ? named.pack(first, second) : first
    const step = tiedStepOf((named ? third : second) as SendOptions | undefined, room.tick)
    const place = room.places.get(player.id)
    if (!place) return
    const peer = room.peers.get(player.id)
    if (!place.messages.queue(toJson(message, MAX_MESSAGE), step))
      room.dismiss(player, 'too-slow', 'too many messages are waiting')
    else if (peer) this.#outbox.flush(peer, room.nowMs)
  }

  /** Passes a player's message to the room's function and the listeners. Does nothing if the connection has ended. */
  deliver(peer: Peer, message: unknown): void {
    if (!peer.isOpen) return
    const { player } = peer
    const { rules, world, game, hooks } = this.#room
    const { named } = game.definition.messages!
    const { name, data } = named ? (message as NamedMessage) : { name: '', data: message }
    const handler: Handler | undefined = named
      ? (rules.onMessage as NamedHandlers | undefined)?.[name]
      : rules.onMessage
    hooks.call('onMessage', player, handler, world, data, player)
    for (const listener of this.#listeners)
      hooks.call('onMessage', player, listener, player, data, name)
  }

  /** Calls `listener` for each message of a player. Returns a function that removes it. */
  listen(listener: MessageListener): () => void {
    // Wrapped, so that a function added twice is called twice, and each removal takes out one of them.
    const added: MessageListener = (player, message, name) => listener(player, message, name)
    this.#listeners.add(added)
    return () => this.#listeners.delete(added)
  }
}
