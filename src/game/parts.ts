import type { Game } from './define-game.ts'
import type { Identity, Infer, InferVisible } from './infer.ts'

/** The input object of a game. */
export type InputOf<G> = G extends Game<infer P> ? Infer<P['input']> : never

/** What a client says about itself when it joins a game. */
export type ProfileOf<G> = G extends Game<infer P> ? Infer<P['profile']> : never

/** The names of a game's entity kinds. */
export type KindOf<G> = G extends Game<infer P> ? keyof P['entities'] & string : never

/** The names of a game's events. */
export type EventOf<G> = G extends Game<infer P> ? keyof P['events'] & string : never

/** An entity as a client shows it: its fields at the moment on display, plus `id kind owner mine`. */
export type View<G, K extends KindOf<G> = KindOf<G>> =
  G extends Game<infer P>
    ? K extends keyof P['entities']
      ? Readonly<Infer<P['entities'][K]>> & Identity<K & string>
      : never
    : never

/** A player in the room, as every page knows it. */
export type PlayerView<G> =
  G extends Game<infer P>
    ? Readonly<InferVisible<P['profile']>> & {
        /** The player's number, as `owner` of entities and `Session.playerId`. */
        readonly id: number
        /** Whether this is the local player. */
        readonly mine: boolean
        /** Whether the connection broke. The place is kept for a while. */
        readonly isAway: boolean
      }
    : never

/** The fields of a game's room, as a client has received them. */
export type RoomOf<G> = G extends Game<infer P> ? Readonly<Infer<P['room']>> : never

/** The data of an event of a game. */
export type EventData<G, K extends EventOf<G>> =
  G extends Game<infer P>
    ? K extends keyof P['events']
      ? Readonly<Infer<P['events'][K]>>
      : never
    : never

/** The names of a game's messages. */
export type MessageOf<G> = G extends Game<infer P> ? keyof P['messages'] & string : never

/** The data of a message of a game. */
export type MessageData<G, K extends MessageOf<G>> =
  G extends Game<infer P>
    ? K extends keyof P['messages']
      ? Readonly<Infer<P['messages'][K]>>
      : never
    : never

/** A message of a game that sends any JSON values. `never` if the game's messages have names. */
export type JsonOf<G> =
  G extends Game<infer P> ? (null extends P['messages'] ? unknown : never) : never
