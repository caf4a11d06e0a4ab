import { isDevelopment, warnOnce } from '#development'
import { GlissadeError } from './base/error.ts'
import { opener } from './client/opener.ts'
import { Session } from './client/session.ts'
import type { SessionOptions } from './client/session-options.ts'
import type { AnyGame } from './game/define-game.ts'
import type { Link } from './link/link.ts'
import type { DatagramTransport } from './net/data-channel.ts'
import { realClock } from './net/real-clock.ts'
import { openWebSocket } from './net/websocket.ts'

export type { DisconnectReason, ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export { cull, type Near } from './client/cull.ts'
export type { InspectedForesight, InspectedState, Inspection } from './client/inspect.ts'
export { Inspector } from './client/inspect.ts'
export type { SessionStats } from './client/page/stats.ts'
export type { Techniques } from './client/prediction/predict.ts'
export type { SyncMismatch, SyncTestOptions } from './client/prediction/sync-test.ts'
export { SyncTest } from './client/prediction/sync-test.ts'
export { Session } from './client/session.ts'
export type { ListenOptions, SessionOptions, SessionState } from './client/session-options.ts'
export type { Area } from './client/timeline/culled.ts'
export type { EventData, EventOf, InputOf, KindOf } from './game/parts.ts'
export type { Conditions, Impairment } from './link/impairment.ts'
export type { Link, Network } from './link/link.ts'
export { presets } from './link/presets.ts'
export { SimulatedNetwork } from './link/simulated-network.ts'
export type { LoadBot, LoadContext, LoadFrame } from './load/bot.ts'
export { realClock } from './net/real-clock.ts'
export {
  type FoundRoom,
  type NewRoom,
  type Rooms,
  type RoomsAtOptions,
  roomsAt,
  type Seat,
} from './net/rooms-at.ts'

/** Options of `connect`. */
export interface ConnectOptions<G extends AnyGame> extends SessionOptions<G> {
  /**
   * Moves the session to real datagrams as soon as there are any: `dataChannel()` of `glissade/datagram`. Only with an address.
   * Default: the session stays on the WebSocket.
   */
  datagram?: DatagramTransport | undefined
  /**
   * Ends what `connect` has begun, at any moment, as the `signal` of `addEventListener` does. Before the session has joined,
   * `connect` rejects with the reason of the signal, and closes the link, also one that was passed. Afterwards, the session ends
   * as by `close`. A signal that aborts in the turn in which `connect` was called keeps the client from saying anything to the
   * server, so no player comes and goes when React's StrictMode mounts a component twice. Default: none.
   */
  signal?: AbortSignal | undefined
}

/**
 * Joins a room of `game` and resolves when the server has let the client in. `to` is the address of a server that `serve`
 * runs (`location.origin`, `ws://...`; an address without a path gets `/glissade`), or several to try in turn, or a Link of your
 * own. If the room is on another server, the session goes there by itself, at most 3 times in a row. When the
 * connection to an address is lost, the session opens another one by itself, see `SessionOptions.reopen`. With
 * `?link=datagram` in the address, both ends use the datagram protocol, although packets go over the WebSocket. Use it to try
 * out what a `SimulatedNetwork` loses. Rejects with a `GlissadeError` whose `code` is
 * `unreachable | refused | version | schema | full` and whose `detail` can be shown to the player. Rejects with `misuse` for
 * an invalid argument: an unknown profile field, a room name or a token that is too long, or a text that is not an address.
 */
export async function connect<G extends AnyGame>(
  game: G,
  to: string | URL | readonly (string | URL)[] | Link,
  options: ConnectOptions<G> = {},
): Promise<Session<G>> {
  const { datagram, signal } = options
  const isLink = typeof to === 'object' && 'send' in to
  if (isLink && datagram) throw new GlissadeError('misuse', 'connect: datagram needs an address')
  if (isDevelopment && !signal) warnOfTwins(game)
  const all = [to].flat() as (string | URL)[]
  const reopen = isLink
    ? undefined
    : opener(all, (url) => (datagram ? datagram.open(url, options) : openWebSocket(url, options)))
  // By the next turn, a caller may have given up.
  await undefined
  try {
    signal?.throwIfAborted()
    let left = all.length
    const open = (): Promise<Link> =>
      reopen!().catch((error) => {
        if (--left < 1) throw error
        return open()
      })
    const session = new Session(game, isLink ? to : open, realClock, { reopen, ...options })
    const close = (): void => session.close()
    signal?.addEventListener('abort', close)
    session.onClose(() => signal?.removeEventListener('abort', close))
    return await session.joined
  } catch (error) {
    if (isLink) to.close('left')
    throw signal?.aborted ? signal.reason : error
  }
}

/** The games that `connect` was called for in this turn. */
const begun = new WeakSet<AnyGame>()

function warnOfTwins(game: AnyGame): void {
  if (begun.has(game))
    warnOnce(
      `connect ${game.name}`,
      `connect was called twice at once for '${game.name}', so this page has two players. If React's StrictMode mounts a ` +
        'component twice, pass connect the signal of an AbortController, and abort it in the cleanup of the effect',
    )
  begun.add(game)
  queueMicrotask(() => begun.delete(game))
}
