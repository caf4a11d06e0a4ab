import type { DisconnectReason } from '../base/error.ts'
import { TokenBucket } from '../base/token-bucket.ts'
import type { Room } from '../server/room.ts'
import type { Arrival } from '../server/rooms/reception.ts'
import type { SlowRoom } from '../server/rooms/slow-rooms.ts'
import type { LobbyWatcher } from '../server/rooms/watcher.ts'
import { ask, type ErrorPlace, errorPlace, type OnError } from '../server/world/hooks.ts'
import type { Player } from '../server/world/world.ts'
import type { DepartureEntry, LogEntry, LogEvent } from './log.ts'
import { Totals } from './totals.ts'

/** How many refusals are reported. Strangers could otherwise fill the log. */
const REFUSALS = { perSecond: 2, most: 20, start: 20 }

const LEVELS: Readonly<Record<LogEntry['event'], LogEntry['level']>> = {
  'room opened': 'info',
  'room closed': 'info',
  'player joined': 'info',
  'player resumed': 'info',
  'player away': 'info',
  'player left': 'info',
  refused: 'info',
  'slow room': 'warn',
  error: 'error',
  'player kicked by the operator': 'warn',
  'room closed by the operator': 'warn',
}

/** What a journal writes to, and the clock that it reads. */
export interface JournalOptions {
  /** The names of all games. */
  readonly games: readonly string[]
  readonly onLog?: ((entry: LogEntry) => void) | undefined
  readonly onError: OnError
  readonly onSlow: (slow: SlowRoom) => void
}

/** Why an away player went away, for the entry that says that the player has left. */
type Departure = Pick<DepartureEntry, 'reason' | 'address'>

/** Turns what happens in a lobby into log entries, and keeps the totals of rooms that have closed. */
export class Journal implements LobbyWatcher {
  readonly totals: Totals
  readonly #options: JournalOptions
  readonly #departures = new WeakMap<Player, Departure>()
  readonly #refusals = new TokenBucket(REFUSALS, performance.now())
  #unreported = 0

  constructor(options: JournalOptions) {
    this.#options = options
    this.totals = new Totals(options.games)
  }

  roomOpened(room: Room): void {
    this.totals.opened(room)
    this.log({ event: 'room opened', ...placeOf(room) })
  }

  roomClosed(room: Room): void {
    this.totals.closed(room)
    this.log({ event: 'room closed', ...placeOf(room) })
  }

  playerEntered({ room, player, address, isBack }: Arrival): void {
    const event = isBack ? 'player resumed' : 'player joined'
    this.#departures.delete(player)
    this.log({ event, ...placeOf(room), player: player.id, address })
  }

  connectionEnded(
    { room, player, address }: Omit<Arrival, 'isBack'>,
    reason: DisconnectReason,
  ): void {
    if (reason === 'replaced') return
    const isAway = room.players.includes(player)
    if (isAway) this.#departures.set(player, { reason, address })
    const event = isAway ? 'player away' : 'player left'
    this.log({ event, ...placeOf(room), player: player.id, reason, address })
  }

  placeFreed(room: Room, player: Player): void {
    const departure = this.#departures.get(player)
    // Only the rest of the room's call shows whether the player comes back or has left.
    queueMicrotask(() => {
      if (!departure || room.players.includes(player)) return
      this.log({ event: 'player left', ...placeOf(room), player: player.id, ...departure })
    })
  }

  refused(reason: DisconnectReason, detail: string, address: string): void {
    if (!this.#refusals.take(1, performance.now())) {
      this.#unreported++
      return
    }
    this.log({ event: 'refused', reason, detail, address, unreported: this.#unreported })
    this.#unreported = 0
  }

  /** Reports an error, and hands it on. */
  failed(error: unknown, where: ErrorPlace): void {
    this.log({ event: 'error', error, where })
    this.#tell(error, where)
  }

  /** Calls `onError`. Nobody else would hear of an error of its own, so that is written to the console. */
  #tell(error: unknown, where: ErrorPlace): void {
    ask(console.error, where, () => this.#options.onError(error, where))
  }

  /** Reports a slow room, and hands the report on. */
  slow(slow: SlowRoom): void {
    this.log({ event: 'slow room', ...slow })
    this.#options.onSlow(slow)
  }

  /** Completes an entry and hands it to `onLog`. An error of `onLog` goes to `onError`. */
  log(event: LogEvent): void {
    const { onLog } = this.#options
    if (!onLog) return
    const entry = { level: LEVELS[event.event], atMs: Date.now(), ...event } as LogEntry
    const report: OnError = (error, where) => this.#tell(error, where)
    ask(report, errorPlace({ hook: 'onLog' }), () => onLog(entry))
  }
}

function placeOf({ game, id }: Room): { readonly game: string; readonly room: string } {
  return { game: game.name, room: id }
}
