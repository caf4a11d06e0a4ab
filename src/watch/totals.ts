import { DISCONNECT_REASONS } from '../base/error.ts'
import { coreOf, type Room } from '../server/room.ts'
import { emptyRoomStats, type RoomStats } from '../server/stats.ts'

/** What the rooms of one game have counted since the server started, and what they hold now. */
export interface GameTotals {
  /** Rooms that are open. */
  rooms: number
  opened: number
  closed: number
  /** Players in these rooms, those left out whose connection broke. */
  connected: number
  /** Players whose connection broke, and whose place is kept. */
  away: number
  /** Messages to players of these rooms that wait to be sent, or for an acknowledgement. */
  messagesWaiting: number
  /** The sums of `room.stats`, closed rooms included. */
  readonly stats: RoomStats
}

/** Adds up what rooms count, game by game. Rooms that have closed stay in the sums, which therefore never fall. */
export class Totals {
  /** What closed rooms have counted, and how many rooms opened and closed. */
  readonly #past: ReadonlyMap<string, GameTotals>

  constructor(games: readonly string[]) {
    this.#past = new Map(games.map((game) => [game, emptyTotals()]))
  }

  /** Counts a room that has opened. */
  opened({ game }: Room): void {
    const past = this.#past.get(game.name)
    if (past) past.opened++
  }

  /** Keeps what a room has counted. Call it once, when the room has closed. */
  closed({ game, stats }: Room): void {
    const past = this.#past.get(game.name)
    if (!past) return
    past.closed++
    addStats(past.stats, stats)
  }

  /** Returns the totals of each game, with those of the open rooms. */
  with(rooms: Iterable<Room>): Map<string, GameTotals> {
    const totals = new Map<string, GameTotals>()
    for (const [game, { opened, closed, stats }] of this.#past) {
      const sum = { ...emptyTotals(), opened, closed }
      addStats(sum.stats, stats)
      totals.set(game, sum)
    }
    for (const room of rooms) {
      const sum = totals.get(room.game.name)
      if (sum) addRoom(sum, room)
    }
    return totals
  }
}

function emptyTotals(): GameTotals {
  const none = { rooms: 0, opened: 0, closed: 0, connected: 0, away: 0, messagesWaiting: 0 }
  return { ...none, stats: emptyRoomStats() }
}

function addRoom(sum: GameTotals, room: Room): void {
  const connected = coreOf(room).peerList.length
  sum.rooms++
  sum.connected += connected
  sum.away += room.players.length - connected
  for (const { messages } of coreOf(room).places.values()) sum.messagesWaiting += messages.waiting
  addStats(sum.stats, room.stats)
}

function addStats(sum: RoomStats, stats: RoomStats): void {
  const counters = sum as unknown as Record<string, number>
  for (const [name, value] of Object.entries(stats))
    if (typeof value === 'number') counters[name] = (counters[name] ?? 0) + value
  for (const reason of DISCONNECT_REASONS) sum.closed[reason] += stats.closed[reason]
}
