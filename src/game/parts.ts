import type { Game } from './define-game.ts'
import type { Identity, Infer } from './infer.ts'
import type { World } from './world.ts'

/** The input object of a game. */
export type InputOf<G> = G extends Game<infer I, infer _P, infer _E, infer _V> ? Infer<I> : never

/** What a client says of itself when it joins a game. */
export type ProfileOf<G> = G extends Game<infer _I, infer P, infer _E, infer _V> ? Infer<P> : never

/** The names of a game's entity kinds. */
export type KindOf<G> =
  G extends Game<infer _I, infer _P, infer E, infer _V> ? keyof E & string : never

/** The names of a game's events. */
export type EventOf<G> =
  G extends Game<infer _I, infer _P, infer _E, infer V> ? keyof V & string : never

/** An entity as a client shows it: fields as they stand at the moment on screen, plus `id kind owner mine`. */
export type View<G, K extends KindOf<G> = KindOf<G>> =
  G extends Game<infer _I, infer _P, infer E, infer _V>
    ? K extends keyof E
      ? Readonly<Infer<E[K]>> & Identity<K & string>
      : never
    : never

/** What the server's functions of a game do things with. */
export type WorldOf<G> =
  G extends Game<infer _I, infer P, infer E, infer V> ? World<E, V, P> : never

/** What an event of a game carries. */
export type EventData<G, K extends EventOf<G>> =
  G extends Game<infer _I, infer _P, infer _E, infer V>
    ? K extends keyof V
      ? Readonly<Infer<V[K]>>
      : never
    : never
